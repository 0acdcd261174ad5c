"""Velero's identity on both clouds, in a preview and in an update."""

import json
from typing import Any

import pytest

from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, run_main
from tests.kit.recorded import Recorded
from tests.kit.trees import AWS, AZURE, Tree, changed, config, problems

OADP = {"enabled": True, "secretName": "cloud-credentials", "velero": {"createIdentity": True}}
KEEPING = [{}, {"protect": False}, {"retainOnDestroy": True}]


def recorded(tree: Tree, preview: bool, **changes: object) -> Recorded:
    made = changed(tree, backupPolicy={"wait": False}, **changes)
    return record(run_main, preview=preview, config=config(made))


@FRAMES
def test_on_aws_it_is_a_role_that_velero_alone_assumes(preview: bool) -> None:
    run = recorded(AWS, preview, oadp=OADP)
    (role,) = (each for each in run.all(tokens.IAM_ROLE) if each.name == "etcd-backup-velero")
    (statement,) = json.loads(role.inputs["assumeRolePolicy"])["Statement"]
    assert statement["Condition"]["StringEquals"]["oidc.example.com/abc:sub"] == (
        "system:serviceaccount:openshift-adp:velero"
    )
    account: Any = json.loads(run.exports["veleroServiceAccount"])
    assert account["metadata"] == {
        "name": "velero",
        "namespace": "openshift-adp",
        "annotations": {"eks.amazonaws.com/role-arn": "arn:aws:iam::123456789012:role/mc-1-velero"},
    }
    application: Any = json.loads(run.exports["dataProtectionApplication"])
    assert application["spec"]["configuration"]["velero"]["defaultPlugins"][1] == "aws"


@FRAMES
def test_on_azure_it_is_an_identity_with_a_role_on_the_container(preview: bool) -> None:
    run = recorded(AZURE, preview, oadp={**OADP, "secretName": "own"})
    (identity,) = (
        each for each in run.all(tokens.MANAGED_IDENTITY) if each.name == "etcd-backup-velero"
    )
    assert identity.inputs["resourceName"] == "mc-1-velero"
    (federation,) = (
        each
        for each in run.all(tokens.FEDERATED_CREDENTIAL)
        if each.name.startswith("etcd-backup-velero-")
    )
    assert federation.inputs["subject"] == "system:serviceaccount:openshift-adp:velero"
    assert federation.inputs["audiences"] == ["api://AzureADTokenExchange"], "that of the webhook"
    (role,) = (
        each
        for each in run.all(tokens.ROLE_ASSIGNMENT)
        if each.name == "etcd-backup-velero-role" and "scope" in each.inputs
    )
    assert role.inputs["scope"].endswith("/blobServices/default/containers/etcd-snapshots")
    if not preview:
        account: Any = json.loads(run.exports["veleroServiceAccount"])
        assert set(account["metadata"]["annotations"]) == {
            "azure.workload.identity/client-id",
            "azure.workload.identity/tenant-id",
        }


@pytest.mark.parametrize("kept", KEEPING)
def test_it_goes_with_its_setting_whatever_keeps_the_storage(kept: dict[str, bool]) -> None:
    s3 = {**AWS["storage"]["s3"], **kept}
    on = recorded(AWS, True, oadp=OADP, storage__s3=s3)
    off = recorded(AWS, True, oadp={**OADP, "velero": {}}, storage__s3=s3)
    more = [
        resource
        for resource in on.resources
        if resource.name not in {other.name for other in off.resources}
    ]
    assert {each.name for each in more} == {"etcd-backup-velero", "etcd-backup-velero-permissions"}
    assert not any(each.protect or each.request.retainOnDelete for each in more)


@pytest.mark.parametrize(
    ("tree", "changes", "setting", "part"),
    [
        (AWS, {"oadp": {"velero": {"createIdentity": True}}}, "createIdentity", "not enabled"),
        (AWS, {"oadp": {**OADP, "velero": {"roleName": "r"}}}, "roleName", "no effect"),
        (AWS, {"oadp": {**OADP, "velero": {"identityName": "i-1"}}}, "identityName", "other cloud"),
        (AZURE, {"oadp": {**OADP, "velero": {"identityName": "i-1"}}}, "identityName", "no effect"),
        (AZURE, {"oadp": {**OADP, "velero": {"roleName": "r"}}}, "roleName", "other cloud"),
        (AWS, {"oadp": {**OADP, "velero": {"createIdentity": "yes"}}}, "createIdentity", ""),
        (AWS, {"oadp": {**OADP, "velero": {"createRole": True}}}, "createRole", "createIdentity"),
        (
            AWS,
            {"oadp": {**OADP, "velero": {"createIdentity": True, "roleName": "mc-1-etcd-backup"}}},
            "roleName",
            "must not be able to delete",
        ),
        (
            AZURE,
            {
                "oadp": {
                    **OADP,
                    "velero": {"createIdentity": True, "identityName": "mc-1-etcd-backup"},
                }
            },
            "identityName",
            "must not be able to delete",
        ),
        (
            AWS,
            {
                "oadp": OADP,
                "credentials": {
                    "mode": "aws-static",
                    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                    "secretAccessKey": "x" * 40,
                },
            },
            "createIdentity",
            "aws-static",
        ),
    ],
)
def test_a_wrong_setting_is_refused(
    tree: Tree, changes: dict[str, Any], setting: str, part: str
) -> None:
    found = problems(changed(tree, **changes))
    (mine,) = (each for each in found if f"etcdBackup.oadp.velero.{setting}" in each)
    assert part in mine
