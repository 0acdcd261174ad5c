"""Where snapshots go: order, and what stops the program."""

import uuid

import pulumi
import pytest

from openshift_credentials.base.errors import ContractError
from tests.components.etcd_backup.oadp_program import run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import Recorded, Resource
from tests.kit.tables import rows_beside
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, AZURE

# Bucket and role on AWS.

ROLE_ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"


def test_what_is_set_on_the_bucket_is_set_one_after_the_other(dev: Recorded) -> None:
    on_the_bucket = [
        resource
        for resource in dev.resources
        if resource.type.startswith("aws:s3/bucket") and resource.type != tokens.S3_BUCKET
    ]

    assert len(on_the_bucket) >= 4
    for one in on_the_bucket:
        assert dev.waits_for(one, [dev.only(tokens.S3_BUCKET)]), one
        for other in on_the_bucket:
            ordered = dev.waits_for(one, [other]) or dev.waits_for(other, [one])
            assert one is other or ordered, (one, other)


@rows_beside("returned")
def test_another_role_arn_than_the_computed_one_never_reaches_the_secret(returned: str) -> None:
    stopped = record_stack(
        "dev",
        preview=False,
        outputs={tokens.IAM_ROLE: lambda role: {"id": role.inputs["name"], "arn": returned}},
        stops=True,
    )

    assert isinstance(stopped.error and stopped.error.__context__, ContractError)
    assert ROLE_ARN in str(stopped.error)
    assert tokens.SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


# Storage and identity on Azure.


def test_the_credential_is_replaced_by_deleting_it_first(aro: Recorded) -> None:
    credential = aro.only(tokens.FEDERATED_CREDENTIAL)

    assert credential.delete_before_replace, "issuer and subject are unique in an identity"


def test_the_name_of_the_assignment_is_a_guid_that_the_principal_decides() -> None:
    def named(principal: str) -> str:
        recorded = record_stack(
            "aro",
            preview=False,
            outputs={
                tokens.MANAGED_IDENTITY: lambda identity: {
                    **REALISTIC[tokens.MANAGED_IDENTITY](identity),
                    "principalId": principal,
                }
            },
        )
        return str(recorded.only(tokens.ROLE_ASSIGNMENT).inputs["roleAssignmentName"])

    first, second = named(str(uuid.UUID(int=1))), named(str(uuid.UUID(int=2)))

    assert uuid.UUID(first) != uuid.UUID(second)
    assert named(str(uuid.UUID(int=1))) == first


@pytest.mark.parametrize("token", [tokens.STORAGE_ACCOUNT, tokens.BLOB_CONTAINER])
def test_snapshots_are_protected_from_deletion(aro: Recorded, token: str) -> None:
    assert aro.only(token).protect


@pytest.mark.parametrize("client_id", ["", " ", "\t", "\n"])
def test_a_client_id_that_means_another_mode_never_reaches_the_secret(client_id: str) -> None:
    def identity(resource: Resource) -> dict[str, object]:
        return {**REALISTIC[tokens.MANAGED_IDENTITY](resource), "clientId": client_id}

    stopped = record_stack("aro", preview=False, outputs={tokens.MANAGED_IDENTITY: identity}, stops=True)

    assert isinstance(stopped.error, pulumi.RunError), "no traceback"
    assert tokens.SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


# Backups through OADP: the whole program and the component, in both time frames.


@FRAMES
def test_everything_a_backup_needs_is_there_before_its_schedule(preview: bool) -> None:
    recorded = run(AWS, preview=preview)
    schedules = recorded.all(tokens.VELERO_SCHEDULE)

    assert len(schedules) == 2
    for schedule in schedules:
        assert recorded.waits_for(
            schedule,
            [
                *recorded.all(tokens.SECRET),
                *recorded.all(tokens.BACKUP_STORAGE_LOCATION),
                *recorded.all(tokens.CONFIG_MAP_PATCH),
                *recorded.all(tokens.IAM_ROLE_POLICY),
                *recorded.all(tokens.S3_BUCKET_POLICY),
            ],
        ), schedule


@FRAMES
def test_the_location_waits_for_the_secret_that_it_may_name(preview: bool) -> None:
    recorded = run(AZURE, preview=preview)
    location = recorded.only(tokens.BACKUP_STORAGE_LOCATION)

    assert recorded.waits_for(location, recorded.all(tokens.SECRET))


@FRAMES
def test_a_kubevirt_schedule_waits_for_its_own_volume_policy(preview: bool) -> None:
    recorded = run(AWS, {"etcdBackup.oadp.schedules.0.platform": "KubeVirt"}, preview=preview)

    for schedule in recorded.all(tokens.VELERO_SCHEDULE):
        policy = recorded.named(tokens.CONFIG_MAP, f"{schedule.name}-volumes")
        assert recorded.waits_for(schedule, [policy]), schedule
        named = schedule.inputs["spec"]["template"]["resourcePolicy"]["name"]
        assert named == policy.inputs["metadata"]["name"]
    assert len(recorded.all(tokens.CONFIG_MAP)) == 2
