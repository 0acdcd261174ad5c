"""One table says who can write, read and delete in a store, and change what protects it."""

from typing import Any

import pytest

from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.explanation import StoreAccess
from openshift_credentials.stack.explanation_text import to_text
from openshift_credentials.systems.etcd_backup.explain import explain
from tests.components.azure.stacks import settings_of
from tests.kit.trees import AWS, changed, load

READER = "arn:aws:iam::123456789012:role/reader"
ADMIN = "arn:aws:iam::123456789012:role/admin"
OTHER = "arn:aws:iam::999999999999:role/other"
OTHERS, ROOT = "others of account 123456789012", "root user of account 123456789012"
IAM = "by IAM"


def rows(found: tuple[StoreAccess, ...], store: str) -> dict[str, tuple[str, str, str, str]]:
    return {
        row.who: (row.write, row.read, row.delete, row.protections)
        for row in found
        if row.store == store
    }


def on_aws(store: str = "bucket snapshots", **changes: Any) -> dict[str, tuple[str, ...]]:  # noqa: ANN401
    return dict(rows(explain(load(changed(AWS, **changes))).access, store))


def on_azure(
    store: str = "account snapshots1", blob: dict[str, Any] | None = None, **credentials: object
) -> dict[str, tuple[str, ...]]:
    return dict(rows(explain(settings_of(blob, credentials)).access, store))


UPLOADER = "upload role mc-1-etcd-backup"


def test_without_a_perimeter_iam_decides_for_everybody_else() -> None:
    assert on_aws() == {
        UPLOADER: ("yes", "no", "no", "no"),
        OTHERS: (IAM, IAM, IAM, IAM),
        ROOT: (IAM, IAM, IAM, IAM),
        "pulumi destroy": ("no", "no", "no: protect", "with the bucket"),
    }


def test_readers_and_administrators_leave_nothing_to_others() -> None:
    perimeter = {"readers": [READER], "administrators": [ADMIN]}
    found = on_aws(storage__s3__perimeter=perimeter, credentials={"restore": True})
    assert found[UPLOADER] == ("yes", "yes", "no", "no")
    assert found[OTHERS] == (IAM, "no", "no", "no")
    assert found[f"role {READER}"] == (IAM, IAM, IAM, "no")
    assert found[f"role {ADMIN}"] == (IAM, "no", "no", IAM)
    assert found[ROOT] == (IAM, "no", "no", IAM)


def test_a_network_is_a_condition() -> None:
    found = on_aws(storage__s3__perimeter={"sourceVpce": ["vpce-0123456789abcdef0"]})
    assert found[UPLOADER][0] == "conditional"
    assert found[OTHERS] == (*["conditional"] * 3, IAM)


@pytest.mark.parametrize(
    ("mode", "delete"),
    [("compliance", "after 30 days"), ("governance", f"{IAM}, by bypassing the lock")],
)
def test_a_lock_delays_deletions(mode: str, delete: str) -> None:
    found = on_aws(storage__s3__objectLock={"mode": mode, "days": 30})
    assert found[OTHERS][2] == delete
    assert found[UPLOADER][2] == "no"


def test_a_role_of_another_account_needs_the_statement_of_the_bucket() -> None:
    uploads = {"roleARN": OTHER, "keyPrefix": "elsewhere/etcd"}
    found = on_aws(storage__s3__uploadRoles=[uploads])
    assert found[f"role {OTHER}"] == (IAM, "no", "no", "no")
    restores = on_aws(storage__s3__uploadRoles=[{**uploads, "restore": True}])
    assert restores[f"role {OTHER}"] == (IAM, IAM, "no", "no")


def test_the_policy_of_an_existing_bucket_is_not_known() -> None:
    found = on_aws(storage__s3__existing=True)
    assert found[UPLOADER][0] == "yes, if its owner agrees"
    assert found[OTHERS] == ("by its owner",) * 4
    assert "pulumi destroy" not in found


def test_a_store_that_is_left_behind_is_not_destroyed() -> None:
    assert on_aws(storage__s3__retainOnDestroy=True)["pulumi destroy"][2] == "no: retainOnDestroy"


def test_s3_writes_the_copies_and_the_uploader_does_not() -> None:
    copy = {"bucket": "copies", "region": "eu-west-1"}
    found = on_aws("bucket copies", storage__s3__replication=copy)
    assert found["S3 itself, with role mc-1-etcd-replication"] == ("yes", "no", "no", "no")
    assert found[UPLOADER] == ("no", "no", "no", "no")
    restores = on_aws(
        "bucket copies",
        storage__s3__replication={**copy, "restore": True},
        credentials={"restore": True},
    )
    assert restores[UPLOADER] == ("no", "yes", "no", "no")
    source = on_aws(storage__s3__replication=copy)
    assert source["S3 itself, with role mc-1-etcd-replication"] == ("no", "yes", "no", "no")


def test_the_owner_of_existing_copies_decides_for_roles_of_other_accounts() -> None:
    copy = {"bucket": "copies", "region": "eu-west-1", "existing": True}
    found = on_aws(
        "bucket copies",
        storage__s3__replication={**copy, "accountId": "999999999999"},
        storage__s3__perimeter={"readers": [READER]},
    )
    assert found[f"role {READER}"] == ("by its owner",) * 4


def test_an_existing_role_is_what_it_should_be() -> None:
    found = on_aws(credentials={"existingRole": True, "roleName": "shared"})
    assert found["upload role shared (as it should be)"] == ("yes", "no", "no", "no")


SUBSCRIPTION = "others of the subscription"
ROLE = "by role"


def test_on_azure_roles_decide() -> None:
    assert on_azure() == {
        "identity that uploads": ("yes", "no", "no", "no"),
        SUBSCRIPTION: (ROLE, ROLE, ROLE, ROLE),
        "pulumi destroy": ("no", "no", "no: protect", "with the account"),
    }


def test_the_built_in_role_deletes_and_changes_the_container() -> None:
    found = on_azure(restore=True)
    assert found["identity that uploads"] == ("yes", "yes", "yes", "those of the container")
    own = on_azure(restore=True, customRole=True)
    assert own["identity that uploads"] == ("yes", "yes", "no", "no")


@pytest.mark.parametrize("setting", ["immutability", "containerImmutability"])
def test_immutable_blobs_are_deleted_later_by_everybody(setting: str) -> None:
    found = on_azure(blob={setting: {"days": 9}, "allowSharedKeyAccess": True})
    assert found[SUBSCRIPTION][2] == f"{ROLE}, after 9 days"
    assert found["anybody with an account key"] == ("yes", "yes", "yes, after 9 days", "no")


def test_a_locked_policy_and_a_lock_are_reported() -> None:
    locked = {"immutability": {"days": 9, "state": "Locked"}, "lock": True}
    found = on_azure(blob=locked)
    assert found[SUBSCRIPTION][3] == f"{ROLE}, but not the locked policy"
    assert found["pulumi destroy"][2] == "no: lock"


@pytest.mark.parametrize(
    ("kept", "answer"),
    [
        ({"retainOnDestroy": True}, "no: retainOnDestroy"),
        ({"protect": False, "deleteSnapshots": True}, "yes: deleteSnapshots"),
    ],
)
def test_a_destroy_does_with_an_account_what_the_settings_say(
    kept: dict[str, Any], answer: str
) -> None:
    destroy = on_azure(blob=kept)["pulumi destroy"]
    assert destroy == ("no", "no", answer, "with the account")


def test_an_account_that_exists_is_not_destroyed_and_copies_have_rows() -> None:
    assert "pulumi destroy" not in on_azure(blob={"existing": True})
    copy = {"storageAccount": "copies1", "location": "northeurope"}
    found = on_azure("account copies1", blob={"replication": copy})
    assert found["identity that uploads"] == ("no", "no", "no", "no")
    assert found["Azure itself (object replication)"][0] == "yes"
    assert found["pulumi destroy"][2] == "no: protect"
    existing = on_azure(
        "account copies1", blob={"replication": {"storageAccount": "copies1", "existing": True}}
    )
    assert "pulumi destroy" not in existing


@pytest.mark.parametrize("width", [80, 100])
def test_the_table_is_the_last_of_the_text_and_fits_a_terminal(width: int) -> None:
    explanation = explain(load(AWS))
    lines = to_text(explanation, Style(width=width)).splitlines()
    title = lines.index("Who can do what with the store of the snapshots")
    columns = lines.index(next(line for line in lines if line.startswith("store ")))
    assert lines[columns].split() == [
        *("store", "who", "write", "read", "delete", "change", "protections")
    ]
    assert len(lines) == columns + 1 + len(explanation.access)
    assert max(map(len, lines[title:])) <= width
