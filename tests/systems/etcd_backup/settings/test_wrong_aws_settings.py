"""Wrong settings on AWS: what is said, where, and that it is all that is said.

Each row was read for sense: the setting by its path, the rule in words, and a way out.
"""

import pytest

from tests.kit.trees import AWS, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import COPY, KEY, ROLE, SECRET

S3_ROWS: list[tuple[str, object, str, str]] = [
    ("bucket", "Snapshots", "bucket", "lower-case letters"),
    ("bucket", "my..bucket", "bucket", "period next to a period"),
    ("bucket", "10.0.0.1", "bucket", "IP address"),
    ("bucket", "snap-s3alias", "bucket", "a reserved string"),
    ("region", "virginia", "region", "an AWS region"),
    ("region", "us-iso-east-1", "region", "partition aws-iso"),
    ("region", "eusc-de-east-1", "region", "partition aws-eusc"),
    ("accountId", "1234", "accountId", "12 digits"),
    ("accountId", "12345678901a", "accountId", "12 digits"),
    ("keyPrefix", "/etcd", "keyPrefix", "must not start with '/'"),
    ("keyPrefix", "a//b", "keyPrefix", "empty part"),
    ("keyPrefix", "a" * 1011, "keyPrefix", "at most 1010 characters"),
    ("kmsKeyARN", "alias/etcd", "kmsKeyARN", "of a key, not of an alias"),
    ("kmsKeyARN", KEY.replace("us-east-1", "us-west-2"), "kmsKeyARN", "is in region us-west-2"),
    ("kmsKeyARN", KEY.replace("arn:aws:", "arn:aws-cn:"), "kmsKeyARN", "is in partition aws-cn"),
    ("kms", {"alias": "etcd"}, "kms.alias", "has no effect: the stack creates no key"),
    ("kms", {"create": False, "rotationDays": 90}, "kms.rotationDays", "creates no key"),
    ("kms", {"create": "yes"}, "kms.create", "true or false"),
    ("kms", {"create": True, "alias": "aws/s3"}, "kms.alias", "reserved"),
    ("kms", {"create": True, "alias": "alias/etcd"}, "kms.alias", "without the prefix 'alias/'"),
    ("kms", {"create": True, "rotationDays": 30}, "kms.rotationDays", "90"),
    ("kms", {"create": True, "deletionDays": 60}, "kms.deletionDays", "30"),
    ("kms", {"create": True, "policy": "{}"}, "kms.policy", "is not a setting"),
    ("bucketAccountId", "999999999999", "bucketAccountId", "needs etcdBackup.storage.s3.existing"),
    ("bucketAccountId", "123456789012", "bucketAccountId", "is the account of the role"),
    ("bucketAccountId", "99", "bucketAccountId", "12 digits"),
    ("transition", {"storageClass": "DEEP_ARCHIVE"}, "transition.storageClass", "GLACIER_IR"),
    ("transition", {}, "transition.storageClass", "is required"),
    (
        "transition",
        {"storageClass": "STANDARD_IA", "afterDays": 29},
        "transition.afterDays",
        "S3 does not move younger objects",
    ),
    ("transition", {"storageClass": "GLACIER_IR", "afterDays": -1}, "transition.afterDays", "0"),
    ("transition", {"storageClass": "GLACIER_IR", "days": 1}, "transition.days", "not a setting"),
    ("transition", "GLACIER_IR", "transition", "group"),
    ("dataEvents", {"bucket": "snapshots"}, "dataEvents.bucket", "would create another event"),
    ("dataEvents", {}, "dataEvents.bucket", "is required"),
    (
        "dataEvents",
        {"bucket": "logs", "prefix": "etcd"},
        "dataEvents.prefix",
        "ending with a slash",
    ),
    ("dataEvents", {"bucket": "Logs"}, "dataEvents.bucket", "lower-case"),
    ("inventory", {"bucket": "snapshots"}, "inventory.bucket", "among the snapshots"),
    ("inventory", {"bucket": "l-s", "frequency": "hourly"}, "inventory.frequency", "weekly"),
    ("inventory", {"bucket": "l-s", "accountId": "12"}, "inventory.accountId", "12 digits"),
    ("inventory", {"prefix": "a/"}, "inventory.bucket", "is required"),
    (
        "replication",
        {**COPY, "restore": True},
        "replication.restore",
        "needs etcdBackup.credentials.restore",
    ),
    ("replication", {**COPY, "restore": "yes"}, "replication.restore", "true or false"),
    ("uploadRoles", [{"keyPrefix": "a"}], "uploadRoles[0].roleARN", "is required"),
    ("uploadRoles", [{"roleARN": ROLE}], "uploadRoles[0].keyPrefix", "is required"),
    ("uploadRoles", [{"roleARN": "etcd", "keyPrefix": "a"}], "uploadRoles[0].roleARN", "IAM role"),
    (
        "uploadRoles",
        [{"roleARN": ROLE.replace("arn:aws:", "arn:aws-cn:"), "keyPrefix": "a"}],
        "uploadRoles[0].roleARN",
        "is in partition aws-cn",
    ),
    ("uploadRoles", [{"roleARN": ROLE, "keyPrefix": "/a"}], "uploadRoles[0].keyPrefix", "start"),
    ("uploadRoles", "etcd", "uploadRoles", "list"),
    ("replication", {"region": "eu-west-1"}, "replication.bucket", "is required"),
    ("replication", {"bucket": "copy"}, "replication.region", "is required"),
    ("replication", {**COPY, "region": "us-east-1"}, "replication.region", "the same account"),
    ("replication", {**COPY, "region": "cn-north-1"}, "replication.region", "within a partition"),
    ("replication", {**COPY, "region": "virginia"}, "replication.region", "an AWS region"),
    ("replication", {**COPY, "bucket": "snapshots"}, "replication.bucket", "is the bucket itself"),
    ("replication", {**COPY, "bucket": "Copy"}, "replication.bucket", "lower-case letters"),
    ("replication", {**COPY, "accountId": "1"}, "replication.accountId", "12 digits"),
    (
        "replication",
        {**COPY, "accountId": "999999999999"},
        "replication.existing",
        "in another account: the stack creates nothing there",
    ),
    ("replication", {**COPY, "kmsKeyARN": KEY}, "replication.kmsKeyARN", "is in region us-east-1"),
    (
        "replication",
        {**COPY, "kmsKeyARN": KEY.replace("us-east-1", "eu-west-1")},
        "replication.kmsKeyARN",
        "needs snapshots that a KMS key encrypts",
    ),
    (
        "replication",
        {**COPY, "createKey": True},
        "replication.createKey",
        "needs snapshots that a KMS key encrypts",
    ),
    (
        "replication",
        {**COPY, "existing": True, "retentionDays": 400},
        "replication.retentionDays",
        "the bucket exists, and the stack never changes it",
    ),
    ("replication", {**COPY, "retentionDays": 0}, "replication.retentionDays", "at least 1"),
    ("replication", {**COPY, "retentionDays": "1y"}, "replication.retentionDays", "whole number"),
    ("replication", {**COPY, "timeControl": "15"}, "replication.timeControl", "true or false"),
    ("replication", {**COPY, "deleteMarkers": "no"}, "replication.deleteMarkers", "true or false"),
    ("replication", {**COPY, "prefix": "a"}, "replication.prefix", "is not a setting"),
    ("replication", True, "replication", "group of settings"),
    ("perimeter", {"readers": ["velero"]}, "perimeter.readers[0]", "the ARN of an IAM role"),
    (
        "perimeter",
        {"readers": [ROLE.replace("arn:aws:", "arn:aws-cn:")]},
        "perimeter.readers[0]",
        "is in partition aws-cn",
    ),
    ("perimeter", {"readers": "velero"}, "perimeter.readers", "list"),
    ("perimeter", {"administrators": "root"}, "perimeter.administrators", "list"),
    ("perimeter", {"administrators": ["root"]}, "perimeter.administrators[0]", "IAM role"),
    (
        "perimeter",
        {"administrators": ["arn:aws-cn:iam::123456789012:role/deployer"]},
        "perimeter.administrators[0]",
        "is in partition aws-cn",
    ),
    ("perimeter", {"sourceVpce": "vpc-1"}, "perimeter.sourceVpce[0]", "VPC endpoint"),
    ("perimeter", {"principalOrgID": "acme"}, "perimeter.principalOrgID", "AWS organization"),
    ("perimeter", {"blockCustomerKeys": "no"}, "perimeter.blockCustomerKeys", "true or false"),
    ("perimeter", {"deny": True}, "perimeter.deny", "is not a setting"),
    ("perimeter", "strict", "perimeter", "group of settings"),
    ("retentionDays", 0, "retentionDays", "at least 1"),
    ("retentionDays", "30", "retentionDays", "whole number"),
    ("noncurrentVersionDays", 0, "noncurrentVersionDays", "1"),
    ("abortIncompleteUploadsDays", 0, "abortIncompleteUploadsDays", "1"),
    ("abortIncompleteUploadsDays", None, "abortIncompleteUploadsDays", "whole number"),
    ("objectLock", {"days": 7}, "objectLock.mode", "is required"),
    ("objectLock", {"mode": "governance"}, "objectLock.days", "is required"),
    (
        "objectLock",
        {"mode": "strict", "days": 7},
        "objectLock.mode",
        "one of governance, compliance",
    ),
    ("objectLock", {"mode": "governance", "days": 0}, "objectLock.days", "1"),
    ("objectLock", True, "objectLock", "group of settings"),
    ("accessLogging", {"bucket": "snapshots"}, "accessLogging.bucket", "would create another one"),
    ("accessLogging", {"prefix": "a/"}, "accessLogging.bucket", "is required"),
    ("accessLogging", {"bucket": "logs", "prefix": "a"}, "accessLogging.prefix", "ending with a"),
    ("minimumTlsVersion", 1.1, "minimumTlsVersion", "one of 1.2, 1.3"),
    ("minimumTlsVersion", "2", "minimumTlsVersion", "one of 1.2, 1.3"),
    ("tags", {"aws:team": "x"}, "tags.aws:team", "not starting with aws:"),
    ("tags", {"team": "a" * 257}, "tags.team", "at most 256"),
    ("tags", {"team": "a", "Team": "b"}, "tags.Team", "only in case"),
    ("tags", {f"t{number}": "x" for number in range(51)}, "tags", "at most 50 entries"),
    ("tags", ["team"], "tags", "group"),
    ("conditions", {"sourceVpce": "vpc-1"}, "conditions.sourceVpce[0]", "ID of a VPC endpoint"),
    ("conditions", {"resourceOrgID": "r-1"}, "conditions.resourceOrgID", "organization"),
    (
        "conditions",
        {"principalOrgId": "o-a1b2c3d4e5"},
        "conditions.principalOrgId",
        "did you mean principalOrgID?",
    ),
    ("forceDestroy", True, "forceDestroy", "is not a setting"),
    ("retainondestroy", True, "retainondestroy", "did you mean retainOnDestroy?"),
]


def test_a_wrong_setting_of_the_bucket() -> None:
    for name, value, path, words in S3_ROWS:
        found = problems(changed(AWS, **{f"storage__s3__{name}": value}))

        assert len(found) == 1, f"{name} = {value!r}: {found}"
        assert found[0].startswith(f"etcdBackup.storage.s3.{path}"), (name, value, path)
        assert words in found[0], f"{name} = {value!r}: {found[0]}"
        assert ";" in found[0], f"no way out: {found[0]}"


@pytest.mark.parametrize(
    ("issuer", "words"),
    [
        ("http://oidc.example.com", "https URL"),
        ("https://OIDC.example.com", "lower case"),
        ("https://oidc.example.com?a=b", "no query"),
        ("https://oidc.example.com/a b", "white space"),
        (f"https://oidc.example.com/{'a' * 300}", "IAM accepts 255"),
    ],
)
def test_an_issuer_that_iam_cannot_trust(issuer: str, words: str) -> None:
    (problem,) = problems(changed(AWS, cluster__oidcIssuer=issuer))

    assert problem.startswith("cluster.oidcIssuer")
    assert words in problem


def test_all_problems_are_reported_at_once() -> None:
    wrong = changed(
        AWS,
        storage__s3__region="virginia",
        storage__s3__tags={"aws:a": "b"},
        storage__s3__objectLock={"days": 5},
        credentials={"rolePath": "x", "secretAccessKey": SECRET, "serviceAccounts": ["*"]},
    )

    found = problems(wrong)
    assert len(found) == 6
    assert SECRET not in "".join(found)
