"""Rules for single texts that only AWS has; see :mod:`openshift_credentials.contract.text_rules`."""

import re
from typing import Final

from openshift_credentials.contract.text_rules import TextRule

LONG_IAM_ROLE_NAME: Final = TextRule(
    "1 to 256 letters, digits and the characters + = , . @ _ - (more than the 64 that IAM takes "
    "are cut, with a hash)",
    re.compile(r"[A-Za-z0-9+=,.@_-]+"),
    "etcd-backup-role",
    maximum=256,
)
IAM_PATH: Final = TextRule(
    "a path with a slash at both ends, of at most 512 printable ASCII characters, no two "
    "slashes together",
    re.compile(r"/([!-.0-~]+/)*"),
    "/etcd-backup/",
    maximum=512,
)
IAM_DESCRIPTION: Final = TextRule(
    "at most 1000 printable characters of Latin-1",
    re.compile("[ -~\u00a1-\u00ff]+"),
    "Uploads etcd snapshots",
    maximum=1000,
)
IAM_POLICY_ARN: Final = TextRule(
    "the ARN of a managed IAM policy",
    re.compile(
        r"arn:(aws|aws-cn|aws-us-gov):iam::([0-9]{12}|aws):policy/([!-.0-~]+/)*[\w+=,.@-]+",
        re.ASCII,
    ),
    "arn:aws:iam::123456789012:policy/boundary",
    minimum=20,
    maximum=2048,
)
IAM_SID: Final = TextRule(
    "1 to 64 letters and digits", re.compile(r"[A-Za-z0-9]+"), "TagSnapshots", maximum=64
)
IAM_ACTION: Final = TextRule(
    "an IAM action, as 'service:Action'",
    re.compile(r"[a-z0-9-]+:([A-Z*][A-Za-z0-9*]*|\*)"),
    "s3:PutObjectTagging",
    maximum=128,
)
IAM_RESOURCE: Final = TextRule(
    "an ARN, or '*'",
    re.compile(r"\*|arn:(aws|aws-cn|aws-us-gov):[a-z0-9-]+:[a-z0-9*-]*:([0-9]{12}|aws|\*)?:[!-~]+"),
    "arn:aws:s3:::rosa-etcd-snapshots/etcd-backups/*",
    maximum=2048,
)
CONDITION_OPERATOR: Final = TextRule(
    "a condition operator of IAM",
    re.compile(
        r"Null|(ForA(ny|ll)Value(s)?:)?("
        r"String(Not)?(Equals|Like|EqualsIgnoreCase)|Arn(Not)?(Equals|Like)|(Not)?IpAddress|"
        r"(Numeric|Date)((Not)?Equals|(Less|Greater)Than(Equals)?)|Bool|BinaryEquals)(IfExists)?"
    ),
    "StringEquals",
    maximum=64,
)
CONDITION_KEY: Final = TextRule(
    "a condition key of IAM, as 'service:Key'",
    re.compile(r"[a-zA-Z0-9.-]+:[\w./:=+@-]+", re.ASCII),
    "aws:SourceVpce",
    maximum=256,
)
KMS_ALIAS: Final = TextRule(
    "1 to 250 letters, digits and the characters / _ -, without 'alias/' in front, and not "
    "starting with aws/, which is reserved",
    re.compile(r"(?!aws/|alias/)[a-zA-Z0-9/_-]+"),
    "etcd-snapshots",
    maximum=250,
)
VPC_ENDPOINT_ID: Final = TextRule(
    "the ID of a VPC endpoint",
    re.compile(r"vpce-([0-9a-f]{8}|[0-9a-f]{17})"),
    "vpce-0123456789abcdef0",
    maximum=22,
)
ORGANIZATION_ID: Final = TextRule(
    "the ID of an AWS organization",
    re.compile(r"o-[a-z0-9]{10,32}"),
    "o-a1b2c3d4e5",
    maximum=34,
)
LOG_PREFIX: Final = TextRule(
    "at most 512 characters of an object key, a slash at its end",
    re.compile(r"[a-zA-Z0-9!_.*'()/-]*/"),
    "etcd-snapshots/",
    maximum=512,
)
TAG_KEY: Final = TextRule(
    "1 to 128 letters, digits, spaces and the characters _ . : / = + - @, not starting with aws:",
    re.compile(r"(?!(?i:aws:))[\w .:/=+@-]+"),
    "team",
    maximum=128,
)
TAG_VALUE: Final = TextRule(
    "at most 256 letters, digits, spaces and the characters _ . : / = + - @",
    re.compile(r"[\w .:/=+@-]*"),
    "platform",
    minimum=0,
    maximum=256,
)
SERVICE_ACCOUNT_PATTERN: Final = TextRule(
    "'namespace/name' of a ServiceAccount, both as Kubernetes writes them; * stands for any "
    "characters where credentials.allowWildcardSubjects is true",
    re.compile(r"[a-z0-9*]([-a-z0-9*]{0,61}[a-z0-9*])?/[a-z0-9*]([-.a-z0-9*]*[a-z0-9*])?"),
    "openshift-adp/velero",
    minimum=3,
    maximum=317,
)
