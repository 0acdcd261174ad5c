"""Wrong settings on AWS: what is said, where, and that it is all that is said.

Each row was read for sense: the setting by its path, the rule in words, and a way out.
"""

from typing import Any

import pytest

from tests.kit.trees import AWS, Tree, changed, problems

pytestmark = pytest.mark.notices

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
ROLE = "arn:aws:iam::999999999999:role/mc-2-etcd-backup"
COPY = {"bucket": "snapshots-copy", "region": "eu-west-1"}
STATIC: Tree = changed(
    AWS,
    credentials={
        "mode": "aws-static",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
)
SECRET = "MarkerMarkerMarker!Marker"


def statement(**changes: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any wrong value
    good = {
        "Effect": "Allow",
        "Action": "s3:PutObjectTagging",
        "Resource": "arn:aws:s3:::snapshots/etcd-backups/*",
    }
    return [{name: value for name, value in {**good, **changes}.items() if value is not None}]


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
    (
        "dataEvents",
        {"bucket": "snapshots"},
        "dataEvents.bucket",
        "would create another event",
    ),
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
    (
        "accessLogging",
        {"bucket": "snapshots"},
        "accessLogging.bucket",
        "would create another one",
    ),
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


CREDENTIAL_ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"roleName": "a role"}, "roleName", "letters, digits"),
    ({"rolePath": "etcd"}, "rolePath", "starts and ends with a slash"),
    ({"rolePath": "/etcd"}, "rolePath", "starts and ends with a slash"),
    ({"rolePath": "//"}, "rolePath", "no consecutive slashes"),
    ({"roleDescription": "a\nb"}, "roleDescription", "printable"),
    ({"permissionsBoundary": "boundary"}, "permissionsBoundary", "ARN of a managed IAM policy"),
    (
        {"permissionsBoundary": "arn:aws:iam::999999999999:policy/b"},
        "permissionsBoundary",
        "policy of account 999999999999",
    ),
    (
        {"permissionsBoundary": "arn:aws-cn:iam::123456789012:policy/b"},
        "permissionsBoundary",
        "is in partition aws-cn",
    ),
    ({"maxSessionDuration": 900}, "maxSessionDuration", "3600"),
    ({"maxSessionDuration": 50_000}, "maxSessionDuration", "43200"),
    ({"createOidcProvider": "yes"}, "createOidcProvider", "true or false"),
    ({"settleSeconds": -1}, "settleSeconds", "0"),
    ({"settleSeconds": 3600}, "settleSeconds", "900"),
    ({"serviceAccounts": ["velero"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": [""]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["/velero"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["a/b:c"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["a/*"]}, "serviceAccounts[0]", "allowWildcardSubjects"),
    (
        {"serviceAccounts": ["*/velero"], "allowWildcardSubjects": True},
        "serviceAccounts[0]",
        "any namespace",
    ),
    (
        {"serviceAccounts": [f"{'n' * 60}/{'s' * 60}{number:02}" for number in range(20)]},
        "serviceAccounts",
        "trust policy of",
    ),
    (
        {"extraStatements": statement(Effect="Permit")},
        "extraStatements[0].Effect",
        "one of Allow, Deny",
    ),
    ({"extraStatements": statement(Action=None)}, "extraStatements[0].Action", "is required"),
    ({"extraStatements": statement(Action=[])}, "extraStatements[0].Action", "is empty"),
    ({"extraStatements": statement(Action="PutObject")}, "extraStatements[0].Action[0]", "service"),
    ({"extraStatements": statement(Action="s3:*")}, "extraStatements[0].Action[0]", "contains a *"),
    (
        {"extraStatements": statement(Action="s3:Get*")},
        "extraStatements[0].Action[0]",
        "contains a *",
    ),
    (
        {"extraStatements": statement(Resource="*")},
        "extraStatements[0].Resource[0]",
        "all resources",
    ),
    ({"extraStatements": statement(Resource="b")}, "extraStatements[0].Resource[0]", "an ARN"),
    (
        {"extraStatements": statement(Resource="arn:aws-cn:s3:::b/*")},
        "extraStatements[0].Resource[0]",
        "is in partition aws-cn",
    ),
    ({"extraStatements": statement(Sid="my statement")}, "extraStatements[0].Sid", "letters and"),
    ({"extraStatements": statement(Sid="UploadSnapshots")}, "extraStatements[0].Sid", "another"),
    (
        {"extraStatements": statement(Sid="A") + statement(Sid="A")},
        "extraStatements[1].Sid",
        "another statement",
    ),
    ({"extraStatements": statement(Principal="*")}, "extraStatements[0].Principal", "not a sett"),
    ({"extraStatements": statement(NotAction="a:B")}, "extraStatements[0].NotAction", "not a sett"),
    (
        {"extraStatements": statement(Condition={"StringIs": {"aws:SourceVpce": "x"}})},
        "extraStatements[0].Condition.StringIs",
        "condition operator",
    ),
    (
        {"extraStatements": statement(Condition={"StringEquals": {"SourceVpce": "x"}})},
        "extraStatements[0].Condition.StringEquals.SourceVpce",
        "condition key",
    ),
    (
        {"extraStatements": [statement(Sid=f"S{number}")[0] for number in range(90)]},
        "extraStatements",
        "permission policy of",
    ),
    ({"accessKeyId": "AKIAIOSFODNN7EXAMPLE"}, "accessKeyId", "has no effect in mode aws-sts"),
    ({"credentialsFile": "[default]"}, "credentialsFile", "has no effect in mode aws-sts"),
]


@pytest.mark.parametrize(("credentials", "path", "words"), CREDENTIAL_ROWS)
def test_a_wrong_setting_of_the_role(credentials: dict[str, Any], path: str, words: str) -> None:
    (problem,) = problems(changed(AWS, credentials=credentials))

    assert problem.startswith(f"etcdBackup.credentials.{path}")
    assert words in problem
    assert ";" in problem, "no way out"


STATIC_ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"accessKeyId": None}, "accessKeyId", "is required"),
    ({"secretAccessKey": None}, "secretAccessKey", "is required"),
    ({"accessKeyId": "AKIA"}, "accessKeyId", "16 to 128"),
    ({"secretAccessKey": SECRET}, "secretAccessKey", "16 to 128"),
    ({"secretAccessKey": 5}, "secretAccessKey", "string"),
    ({"sessionToken": "a b"}, "sessionToken", "letters, digits"),
    ({"sessionToken": "token"}, "sessionToken", "cannot be combined with keys of a user"),
    ({"accessKeyId": "ASIAIOSFODNN7EXAMPLE"}, "sessionToken", "is required for temporary keys"),
    ({"rolePath": "/"}, "rolePath", "has no effect in mode aws-static"),
    ({"createOidcProvider": True}, "createOidcProvider", "has no effect in mode aws-static"),
    ({"restore": True}, "restore", "has no effect in mode aws-static"),
    ({"serviceAccounts": ["a/b"]}, "serviceAccounts", "has no effect in mode aws-static"),
    ({"settleSeconds": 5}, "settleSeconds", "has no effect in mode aws-static"),
    ({"secretAcessKey": "x"}, "secretAcessKey", "did you mean secretAccessKey?"),
]
FILES: list[tuple[str, str]] = [
    ("", "empty"),
    ("[default]\n", "aws_access_key_id"),
    ("[prod]\naws_access_key_id = a\naws_secret_access_key = b\n", "[default]"),
    ("aws_access_key_id = a\naws_secret_access_key = b\n", "section"),
    ("[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\n", "aws_secret_access_key"),
    ("{}", "credentials file"),
]


@pytest.mark.parametrize(("changes", "path", "words"), STATIC_ROWS)
def test_a_wrong_setting_of_static_keys(changes: dict[str, Any], path: str, words: str) -> None:
    credentials = {
        name: value
        for name, value in {**STATIC["credentials"], **changes}.items()
        if value is not None
    }
    (problem,) = problems(changed(STATIC, credentials=credentials))

    assert problem.startswith(f"etcdBackup.credentials.{path}")
    assert words in problem
    assert SECRET not in problem
    assert ";" in problem, "no way out"


@pytest.mark.parametrize(("content", "words"), FILES)
def test_a_credentials_file_that_the_uploader_cannot_use(content: str, words: str) -> None:
    found = problems(changed(AWS, credentials={"mode": "aws-static", "credentialsFile": content}))

    assert found
    assert all(each.startswith("etcdBackup.credentials.credentialsFile") for each in found)
    assert words in " ".join(found)


def test_a_file_beside_the_keys_is_one_too_many() -> None:
    credentials = {**STATIC["credentials"], "credentialsFile": "[default]"}
    found = problems(changed(STATIC, credentials=credentials))

    assert (
        "etcdBackup.credentials.accessKeyId: cannot be combined with "
        "etcdBackup.credentials.credentialsFile" in found[0]
    )


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


def test_static_keys_have_no_role_that_could_read_a_copy() -> None:
    wrong = changed(STATIC, storage__s3__replication={**COPY, "restore": True})

    assert any("creates no role" in problem for problem in problems(wrong))


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


def test_all_problems_are_told_at_once() -> None:
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
