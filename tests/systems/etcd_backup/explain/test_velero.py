"""Velero's own identity is told with that of the backups."""

import pytest

from openshift_credentials.systems.etcd_backup.explain import explain
from tests.kit.trees import AWS, AZURE, Tree, changed, load

OADP = {"enabled": True, "secretName": "own-credentials"}


@pytest.mark.parametrize(
    ("tree", "identity"),
    [
        (AWS, "IAM role arn:aws:iam::123456789012:role/mc-1-velero"),
        (AZURE, "managed identity mc-1-velero"),
    ],
)
def test_velero_is_explained_where_it_has_an_identity(tree: Tree, identity: str) -> None:
    secret = {"secretName": "cloud-credentials"} if tree is AWS else {}
    oadp = {**OADP, **secret}
    own = changed(tree, oadp={**oadp, "velero": {"createIdentity": True}})
    remarks = explain(load(own)).remarks
    assert any(identity in remark and "system:serviceaccount" in remark for remark in remarks)
    assert not any(
        "velero alone" in each for each in explain(load(changed(tree, oadp=oadp))).remarks
    )
