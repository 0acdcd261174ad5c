"""Settings on AWS that do not go together."""

import pytest

from tests.kit.trees import AWS, Tree, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import COPY, KEY, ROLE

EXISTING_ROWS: list[tuple[str, object]] = [
    ("kms", {"create": True}),
    ("protect", False),
    ("retainOnDestroy", True),
    ("retentionDays", 5),
    ("noncurrentVersionDays", 5),
    ("abortIncompleteUploadsDays", 5),
    ("objectLock", {"mode": "governance", "days": 5}),
    ("accessLogging", {"bucket": "logs"}),
    ("minimumTlsVersion", "1.3"),
    ("uploadRoles", [{"roleARN": ROLE, "keyPrefix": "a"}]),
    ("replication", COPY),
    ("perimeter", {"readers": [ROLE]}),
    ("transition", {"storageClass": "GLACIER_IR"}),
    ("dataEvents", {"bucket": "logs"}),
    ("inventory", {"bucket": "lists"}),
]


@pytest.mark.parametrize(("name", "value"), EXISTING_ROWS)
def test_nothing_can_be_set_on_an_adopted_bucket(name: str, value: object) -> None:
    wrong = changed(AWS, storage__s3__existing=True, **{f"storage__s3__{name}": value})

    (problem,) = problems(wrong)
    assert problem.startswith(f"etcdBackup.storage.s3.{name}")
    assert ": would change the bucket" in problem


AT_THE_LIMIT: list[Tree] = [
    {"objectLock": {"mode": "governance", "days": 7}, "retentionDays": 7},
    {"transition": {"storageClass": "STANDARD_IA", "afterDays": 30}},
]


@pytest.mark.parametrize("group", AT_THE_LIMIT)
def test_what_is_at_the_limit_is_accepted(group: Tree) -> None:
    assert not problems(changed(AWS, storage__s3={**AWS["storage"]["s3"], **group}))


def test_a_key_of_s3_has_1024_characters_and_that_of_a_snapshot_ends_in_its_time() -> None:
    prefix = "a" * (1024 - len("/1775575637.db"))
    tree = changed(AWS, storage__s3__keyPrefix="a" * 5, backups__0__keyPrefix="a" * 5)
    right = changed(tree, storage__s3__keyPrefix=prefix, backups__0__keyPrefix=prefix)
    assert not problems(right)
    assert problems(changed(tree, storage__s3__keyPrefix=f"{prefix}a"))


def test_asterisks_in_a_prefix_make_a_policy_too_long() -> None:
    """IAM's wildcards are escaped; backups, restores and copies each name the prefix."""
    group = {"keyPrefix": "*" * 900, "replication": {**COPY, "restore": True}}
    wrong = changed(AWS, storage__s3={**AWS["storage"]["s3"], **group})
    (problem,) = problems(changed(wrong, credentials={"restore": True}))
    assert problem.startswith("etcdBackup.storage.s3.keyPrefix: results in a permission policy of")


@pytest.mark.parametrize("source", [{"kms": {"create": True}}, {"kmsKeyARN": KEY}])
def test_encrypted_snapshots_are_copied_with_a_key_or_not_at_all(source: Tree) -> None:
    wrong = changed(AWS, storage__s3__replication=COPY)
    wrong["storage"]["s3"] |= source

    (problem,) = problems(wrong)
    assert problem.startswith("etcdBackup.storage.s3.replication.kmsKeyARN: is required")


@pytest.mark.parametrize(
    ("transition", "retention", "least"),
    [
        ({"storageClass": "GLACIER_IR"}, 89, 90),
        ({"storageClass": "GLACIER_IR", "afterDays": 30}, 90, 120),
        ({"storageClass": "STANDARD_IA"}, 59, 60),
        ({"storageClass": "STANDARD_IA", "afterDays": 60}, 30, 90),
    ],
)
def test_snapshots_stay_in_a_storage_class_as_long_as_it_is_charged_for(
    transition: Tree, retention: int, least: int
) -> None:
    def found(days: int) -> tuple[str, ...]:
        return problems(
            changed(AWS, storage__s3__transition=transition, storage__s3__retentionDays=days)
        )

    (problem,) = found(retention)
    assert f"set at least {least}, or remove" in problem
    assert found(least) == ()


OVERLAP: Tree = changed(
    AWS,
    storage__s3__conditions={"sourceVpce": "vpce-01234567", "principalOrgID": "o-a1b2c3d4e5"},
    storage__s3__perimeter={"sourceVpce": "vpce-89abcdef", "principalOrgID": "o-a1b2c3d4e5"},
)


def test_what_a_perimeter_demands_of_everybody_is_not_repeated_for_the_role() -> None:
    network, organization = problems(OVERLAP)

    assert network.startswith("etcdBackup.storage.s3.conditions.sourceVpce =")
    assert "repeats for the role what etcdBackup.storage.s3.perimeter.sourceVpce" in network
    assert organization.startswith("etcdBackup.storage.s3.conditions.principalOrgID")
    assert all("remove it" in problem for problem in (network, organization))


def test_a_role_that_a_perimeter_exempts_from_networks_has_conditions_of_its_own() -> None:
    readers = {"readers": ["arn:aws:iam::123456789012:role/break-glass"]}
    perimeter = {**OVERLAP["storage"]["s3"]["perimeter"], **readers}
    exempt = changed(OVERLAP, storage__s3__perimeter=perimeter, credentials={"restore": True})

    (organization,) = problems(exempt)
    assert ".conditions.principalOrgID" in organization


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"existing": True}, "needs a bucket that the stack creates"),
        ({"kmsKeyARN": KEY.replace("us-east-1", "eu-west-1")}, "would create a second key"),
    ],
)
def test_the_key_of_copies_is_created_once_and_with_its_bucket(
    changes: dict[str, object], words: str
) -> None:
    copy = {**COPY, "createKey": True}
    encrypted = changed(AWS, storage__s3__kms={"create": True})
    assert problems(changed(encrypted, storage__s3__replication=copy)) == ()

    (problem,) = problems(changed(encrypted, storage__s3__replication={**copy, **changes}))
    assert problem.startswith("etcdBackup.storage.s3.replication.createKey = true")
    assert words in problem


def test_a_key_is_given_or_made() -> None:
    both = changed(AWS, storage__s3__kmsKeyARN=KEY, storage__s3__kms={"create": True})

    (problem,) = problems(both)
    assert problem.startswith("etcdBackup.storage.s3.kms.create = true: would create a second key")


def test_copies_do_not_expire_while_they_are_locked() -> None:
    copy = {"bucket": "copies", "region": "eu-west-1", "retentionDays": 13}
    lock = {"mode": "governance", "days": 14}
    wrong = changed(AWS, storage__s3__replication=copy, storage__s3__objectLock=lock)

    (problem,) = problems(wrong)
    assert problem.startswith("etcdBackup.storage.s3.replication.retentionDays")
    assert "set at least 14" in problem
    right = changed(wrong, storage__s3__replication__retentionDays=14)
    assert not problems(right)


def test_snapshots_do_not_expire_while_they_are_locked() -> None:
    wrong = changed(
        AWS,
        storage__s3__retentionDays=5,
        storage__s3__objectLock={"mode": "governance", "days": 14},
    )

    (problem,) = problems(wrong)
    assert problem.startswith(
        "etcdBackup.storage.s3.retentionDays = 5: is less than etcdBackup.storage.s3.objectLock"
    )
    assert "set at least 14" in problem
