"""Settings on AWS that do not go together."""

import pytest

from tests.kit.trees import AWS, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import KEY

DENY = {"Effect": "Deny", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::snapshots/*"}
EXISTING_ROWS: list[tuple[str, object]] = [
    ("kms", {"create": True}),
    ("protect", False),
    ("retainOnDestroy", True),
    ("retentionDays", 5),
    ("noncurrentVersionDays", 5),
    ("objectLock", {"mode": "governance", "days": 5}),
    ("policyStatements", [DENY]),
]


@pytest.mark.parametrize(("name", "value"), EXISTING_ROWS)
def test_nothing_can_be_set_on_an_adopted_bucket(name: str, value: object) -> None:
    wrong = changed(AWS, storage__s3__existing=True, **{f"storage__s3__{name}": value})

    (problem,) = problems(wrong)
    assert problem.startswith(f"etcdBackup.storage.s3.{name}")
    assert ": would change the bucket" in problem


def test_a_key_of_s3_has_1024_characters_and_that_of_a_snapshot_ends_in_its_time() -> None:
    prefix = "a" * (1024 - len("/1775575637.db"))
    tree = changed(AWS, storage__s3__keyPrefix="a" * 5, backups__0__keyPrefix="a" * 5)
    right = changed(tree, storage__s3__keyPrefix=prefix, backups__0__keyPrefix=prefix)
    assert not problems(right)
    assert problems(changed(tree, storage__s3__keyPrefix=f"{prefix}a"))


def test_a_key_is_given_or_made() -> None:
    both = changed(AWS, storage__s3__kmsKeyARN=KEY, storage__s3__kms={"create": True})

    (problem,) = problems(both)
    assert problem.startswith("etcdBackup.storage.s3.kms.create = true: would create a second key")


def test_snapshots_do_not_expire_while_they_are_locked() -> None:
    wrong = changed(AWS, storage__s3__retentionDays=5, storage__s3__objectLock={"mode": "governance", "days": 14})

    (problem,) = problems(wrong)
    assert problem.startswith("etcdBackup.storage.s3.retentionDays = 5: is less than etcdBackup.storage.s3.objectLock")
    assert "set at least 14" in problem
