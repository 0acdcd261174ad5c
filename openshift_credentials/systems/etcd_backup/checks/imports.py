"""Import IDs belong to resources that the stack would create, in its own account."""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.etcd_backup.plan.aws import uploading_role
from openshift_credentials.systems.etcd_backup.plan.azure import managed_identity
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)

_IMPORTS: Final = "etcdBackup.imports"


def import_problems(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """An ID that matches no resource of the stack is rejected."""
    given = settings.imports.model_dump(by_alias=True, exclude_none=True)
    expected = dict(_expected_ids(settings))
    for name, value in given.items():
        if name not in expected:
            yield invalid(
                f"{_IMPORTS}.{name}",
                "is the ID of a resource that this stack does not create",
                "remove it, or let the stack create it: existing: false and the mode with a role "
                "or identity",
                value=value,
            )
        elif not _is_same(str(value), expected[name]):
            yield _wrong_id(name, str(value), expected[name])
    if "role" in given and settings.backs_up_directly and settings.backups:
        yield invalid(
            f"{_IMPORTS}.role",
            "imports the role unchanged, and the next update changes its trust policy. A backup "
            "in between could fail, and failed backups are not retried",
            "remove the backups for the update that imports, or remove this setting after that "
            "update",
            value=given["role"],
        )


def _is_same(value: str, expected: str) -> bool:
    """Whether two IDs refer to the same resource: Azure IDs are case-insensitive, ARNs are not.

    A role whose name differs only in case would be replaced by the update after the import.
    """
    if expected.startswith("/"):
        return value.lower() == expected.lower()
    return value == expected


def _wrong_id(name: str, value: str, expected: str) -> Notice:
    owner, other = _owner(expected), _owner(value)
    if owner != other:
        rule = f"is in {other}, and the stack uses {owner}"
    else:
        rule = f"does not match the resource that the stack would create, {expected}"
    return invalid(
        f"{_IMPORTS}.{name}", rule, "correct the ID, or the names in the settings", value=value
    )


def _owner(identifier: str) -> str:
    """The account or subscription in an ID; nothing for the name of a bucket."""
    if identifier.startswith("arn:"):
        return f"account {identifier.split(':')[4]}"
    parts = identifier.split("/")
    return f"subscription {parts[2].lower()}" if identifier.startswith("/") else ""


def _expected_ids(settings: EtcdBackupSettings) -> Iterator[tuple[str, str]]:
    """The IDs of what the stack creates, by their names in the settings."""
    match upload := settings.upload:
        case S3Upload(storage):
            if not storage.existing:
                yield "bucket", storage.bucket
            role = uploading_role(settings, upload)
            if role and not role.existing:
                yield "role", role.arn
        case AzureBlobUpload(storage):
            if storage.makes_account:
                yield "storageAccount", storage.account_id
                yield "managementPolicy", identifiers.management_policy_id(storage.account_id)
            if storage.makes_container:
                yield "container", identifiers.container_id(storage.account_id, storage.container)
            identity = managed_identity(upload)
            if identity and not identity.existing_identity:
                group = identity.identity_resource_group or storage.resource_group
                yield (
                    "identity",
                    identifiers.identity_id(storage.subscription_id, group, settings.identity_name),
                )
        case _:
            assert_never(upload)
