"""Text rules of AWS: names, ARNs, parts of policies."""

import ipaddress
import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule


def _bucket_name(value: str) -> str | None:
    if any(pair in value for pair in ("..", ".-", "-.")):
        return "must not contain a period next to a period or a hyphen"
    if _is_ip_address(value):
        return "must not look like an IP address"
    if value.startswith(_RESERVED_BUCKET_PREFIXES) or value.endswith(_RESERVED_BUCKET_SUFFIXES):
        return "must not start or end with a reserved string (such as xn--, sthree-, -s3alias)"
    return None


def _is_ip_address(value: str) -> bool:
    try:
        ipaddress.IPv4Address(value)
    except ValueError:
        return False
    return True


_RESERVED_BUCKET_PREFIXES: Final = ("xn--", "sthree-", "amzn-s3-demo-")
_RESERVED_BUCKET_SUFFIXES: Final = ("-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3")

BUCKET_NAME: Final = TextRule(
    "3 to 63 lower-case letters, digits, hyphens and periods, starting and ending with a letter or digit",
    re.compile(r"[a-z0-9][a-z0-9.-]*[a-z0-9]"),
    "rosa-etcd-snapshots",
    minimum=3,
    maximum=63,
    also=_bucket_name,
)
AWS_REGION: Final = TextRule("an AWS region", re.compile(r"[a-z]{2,}(-[a-z]+)+-[0-9]+"), "us-east-1", maximum=63)
AWS_ACCOUNT_ID: Final = TextRule(
    "the 12 digits of an AWS account, in quotation marks",
    re.compile(r"[0-9]{12}"),
    "123456789012",
    minimum=12,
    maximum=12,
)
KMS_KEY_ARN: Final = TextRule(
    "the ARN of a KMS key (of a key, not of an alias)",
    re.compile(r"arn:(aws|aws-cn|aws-us-gov):kms:[a-z0-9-]+:[0-9]{12}:key/[a-zA-Z0-9-]+"),
    "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    maximum=256,
)
LONG_IAM_ROLE_NAME: Final = TextRule(
    "1 to 256 letters, digits and the characters + = , . @ _ - (names over IAM's limit of 64 are "
    "truncated and end with a hash)",
    re.compile(r"[A-Za-z0-9+=,.@_-]+"),
    "etcd-backup-role",
    maximum=256,
)
IAM_PATH: Final = TextRule(
    "a path that starts and ends with a slash, with at most 512 printable ASCII characters and no consecutive slashes",
    re.compile(r"/([!-.0-~]+/)*"),
    "/etcd-backup/",
    maximum=512,
)
IAM_POLICY_ARN: Final = TextRule(
    "the ARN of a managed IAM policy",
    re.compile(r"arn:(aws|aws-cn|aws-us-gov):iam::([0-9]{12}|aws):policy/([!-.0-~]+/)*[\w+=,.@-]+", re.ASCII),
    "arn:aws:iam::123456789012:policy/boundary",
    minimum=20,
    maximum=2048,
)
IAM_ROLE_ARN: Final = TextRule(
    "the ARN of an IAM role",
    re.compile(r"arn:(aws|aws-cn|aws-us-gov):iam::[0-9]{12}:role/([!-.0-~]+/)*[\w+=,.@-]+", re.ASCII),
    "arn:aws:iam::123456789012:role/mc-1-etcd-backup",
    minimum=20,
    maximum=2048,
)
IAM_ACTION: Final = TextRule(
    "an IAM action, as 'service:Action', or '*'",
    re.compile(r"\*|[A-Za-z0-9-]+:[A-Za-z0-9*?]+"),
    "s3:PutObjectTagging",
    maximum=128,
)
IAM_RESOURCE: Final = TextRule(
    "an ARN, or '*'",
    re.compile(r"\*|arn:(aws|aws-cn|aws-us-gov):[a-z0-9-]+:[a-z0-9*-]*:([0-9]{12}|aws|\*)?:[!-~]+"),
    "arn:aws:s3:::rosa-etcd-snapshots/etcd-backups/*",
    maximum=2048,
)
KMS_ALIAS: Final = TextRule(
    "1 to 250 letters, digits and the characters / _ -, without the prefix 'alias/', and not "
    "starting with aws/, which is reserved",
    re.compile(r"(?!aws/|alias/)[a-zA-Z0-9/_-]+"),
    "etcd-snapshots",
    maximum=250,
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
