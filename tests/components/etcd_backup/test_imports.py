"""What exists is imported as it is, in both time frames, and under its right ID only."""

from typing import Any

import pytest

from tests.components.aws.stacks import run
from tests.components.azure.stacks import ACCOUNT_ID, CONTAINER_ID, SUBSCRIPTION, stack, tree
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, record_stack, record_stopped, run_main
from tests.kit.realistic import Answer
from tests.kit.trees import AWS, changed, config, problems

ROLE = "arn:aws:iam::123456789012:role/mc-1-etcd-backup"
IDENTITY = ACCOUNT_ID.replace(
    "Microsoft.Storage/storageAccounts/snapshots1",
    "Microsoft.ManagedIdentity/userAssignedIdentities/mc-etcd-backup",
)
POLICY_ID = f"{ACCOUNT_ID}/managementPolicies/default"
NAMES = {
    "accountName",
    "blobServicesName",
    "containerName",
    "managementPolicyName",
    "resourceGroupName",
    "resourceName",
}
ON_AZURE = {
    "storageAccount": (ACCOUNT_ID, tokens.STORAGE_ACCOUNT),
    "managementPolicy": (POLICY_ID, tokens.MANAGEMENT_POLICY),
    "container": (CONTAINER_ID, tokens.BLOB_CONTAINER),
    "identity": (IDENTITY, tokens.MANAGED_IDENTITY),
}


def on_aws(**imports: str) -> dict[str, Any]:
    return changed(AWS, imports=imports, backups=[], backupPolicy={"wait": False})


@FRAMES
def test_bucket_and_role_are_imported_and_nothing_else(preview: bool) -> None:
    recorded = record(
        run_main, preview=preview, config=config(on_aws(bucket="snapshots", role=ROLE))
    )

    imported = {resource.type: resource for resource in recorded.resources if resource.import_id}
    assert set(imported) == {tokens.S3_BUCKET, tokens.IAM_ROLE}
    assert imported[tokens.S3_BUCKET].import_id == "snapshots"
    assert imported[tokens.IAM_ROLE].import_id == "mc-1-etcd-backup"
    assert imported[tokens.S3_BUCKET].ignore_changes == ("tags",)
    assert "*" not in imported[tokens.IAM_ROLE].ignore_changes
    assert "assumeRolePolicy" in imported[tokens.IAM_ROLE].ignore_changes
    assert imported[tokens.S3_BUCKET].protect


@FRAMES
@pytest.mark.parametrize("name", ON_AZURE)
def test_each_thing_on_azure_is_imported_alone(preview: bool, name: str) -> None:
    identifier, token = ON_AZURE[name]
    settings = {**tree(), "imports": {name: identifier}}
    recorded = record(run_main, preview=preview, config=config(settings))

    imported = {each.type: each for each in recorded.resources if each.import_id}
    service = imported.pop(tokens.BLOB_SERVICE_PROPERTIES, None)
    assert {each.type: each.import_id for each in imported.values()} == {token: identifier}
    assert "*" not in imported[token].ignore_changes
    assert {*imported[token].inputs} - NAMES <= {*imported[token].ignore_changes}
    assert (service is not None) == (name == "storageAccount")
    if service:
        assert service.import_id == f"{ACCOUNT_ID}/blobServices/default"
        assert {*service.inputs} - NAMES <= {*service.ignore_changes}


@FRAMES
def test_nothing_is_imported_or_left_alone_without_an_id(preview: bool) -> None:
    for recorded in (run(preview=preview), record_stack(stack(), preview=preview)):
        assert not [
            resource
            for resource in recorded.resources
            if resource.import_id or resource.ignore_changes
        ]


def test_a_bucket_of_another_region_stops_the_update() -> None:
    outputs: dict[str, Answer] = {
        tokens.S3_BUCKET: lambda _: {"id": "snapshots", "bucketRegion": "eu-west-1"}
    }
    recorded = record_stopped(
        run_main, preview=False, config=config(on_aws(bucket="snapshots")), outputs=outputs
    )
    assert recorded.error is not None
    assert tokens.SECRET not in recorded.types


def test_what_a_bucket_loses_is_reported() -> None:
    outputs: dict[str, Answer] = {
        tokens.S3_BUCKET: lambda _: {
            "id": "snapshots",
            "bucketRegion": "us-east-1",
            "policy": '{"Statement": [{"Sid": "LetAuditIn", "Effect": "Allow"}]}',
            "lifecycleRules": [{"enabled": True, "prefix": "", "expiration": {"days": 3}}],
        }
    }
    recorded = record(
        run_main, preview=False, config=config(on_aws(bucket="snapshots")), outputs=outputs
    )
    told = "\n".join(recorded.warnings)
    for words in ("statements LetAuditIn", "with 1 enabled rule", "versioning is enabled"):
        assert words in told


AWS_ROWS: list[tuple[dict[str, str], str, str]] = [
    (
        {"bucket": "other"},
        "bucket",
        "does not match the resource that the stack would create, snapshots",
    ),
    ({"bucket": "Snapshots"}, "bucket", "lower-case"),
    ({"role": ROLE.replace("123456789012", "999999999999")}, "role", "is in account 999999999999"),
    ({"role": f"{ROLE}-2"}, "role", "does not match the resource"),
    ({"role": ROLE.replace("mc-1", "MC-1")}, "role", "does not match the resource"),
    ({"role": "mc-1-etcd-backup"}, "role", "ARN"),
    ({"storageAccount": ACCOUNT_ID}, "storageAccount", "does not create"),
    ({"identity": IDENTITY}, "identity", "does not create"),
    ({"vault": "x"}, "vault", "is not a setting"),
]


@pytest.mark.parametrize(("imports", "name", "words"), AWS_ROWS)
def test_a_wrong_id_on_aws_is_refused(imports: dict[str, str], name: str, words: str) -> None:
    (problem,) = problems(on_aws(**imports))
    assert problem.startswith(f"etcdBackup.imports.{name}"), problem
    assert words in problem


@pytest.mark.parametrize("name", ON_AZURE)
def test_a_wrong_id_on_azure_is_refused(name: str) -> None:
    identifier, _ = ON_AZURE[name]
    elsewhere = identifier.replace(SUBSCRIPTION, "99999999-2222-3333-4444-555555555555")
    for wrong, words in (
        (elsewhere, "is in subscription 99999999"),
        (identifier.replace("/backup/", "/other/"), "does not match the resource"),
        ("snapshots1", "the resource ID of"),
    ):
        (problem,) = problems({**tree(), "imports": {name: wrong}})
        assert problem.startswith(f"etcdBackup.imports.{name}"), problem
        assert words in problem


@pytest.mark.parametrize("name", ON_AZURE)
def test_an_id_of_azure_is_the_same_in_any_case(name: str) -> None:
    identifier, _ = ON_AZURE[name]
    same = identifier.replace("/backup/", "/Backup/")
    assert same != identifier
    assert not problems({**tree(), "imports": {name: same}})


def test_what_is_only_used_cannot_be_imported() -> None:
    adopted = changed(on_aws(bucket="snapshots"), storage__s3__existing=True)
    (problem,) = problems(adopted)
    assert "does not create" in problem
    (problem,) = problems({**tree({"existing": True}), "imports": {"storageAccount": ACCOUNT_ID}})
    assert "does not create" in problem


def test_no_backup_starts_while_a_role_has_a_trust_of_others() -> None:
    (problem,) = problems(changed(AWS, imports={"role": ROLE}))
    assert "failed backups are not retried" in problem
