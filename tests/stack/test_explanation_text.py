"""Sentences of ``explain``: a capital letter in front, and names as they are."""

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.explanation_text import to_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("role etcd-backup-role", "Role etcd-backup-role"),
        ("system:serviceaccount:openshift-adp:velero has it", None),
        ("controlPlaneIdentities.vault: made by the stack", None),
        ("clusters/my-cluster is backed up", None),
        ("s3:PutObject is enough", None),
        ("https://oidc.example.com is public", None),
        ("nodes, not pods", "Nodes, not pods"),
    ],
)
def test_a_name_at_the_front_keeps_its_letters(text: str, shown: str | None) -> None:
    explained = to_text(Explanation(text, (), (), (text,)), Style())

    assert explained.startswith(f"{shown or text}\n")
    assert f"  - {shown or text}.\n" in explained
