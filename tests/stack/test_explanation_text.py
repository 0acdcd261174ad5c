"""Sentences of ``explain``: a capital letter in front, and names as they are."""

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.explanation import Explanation, Permission, Way, to_text


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


ARN = "arn:aws:s3:::rosa-mc-1-etcd-snapshots/etcd-backups/*"
EXPLANATION = Explanation(
    "role r",
    (Way("https://oidc.example.com/2b3c4d5e6f", "system:serviceaccount:a:b", "sts.amazonaws.com", "w"),),
    (Permission(("s3:PutObject", "s3:AbortMultipartUpload"), ARN, "w", ("in account 1",)),),
    (),
)


def test_a_table_that_does_not_fit_is_left_out_and_the_sentences_have_every_name() -> None:
    text = to_text(EXPLANATION, Style(width=80))
    assert "place and condition" not in text
    assert max(map(len, text.splitlines())) <= 80
    for whole in ("system:serviceaccount:a:b", ARN, "s3:AbortMultipartUpload"):
        assert whole in text
