"""Rules for single texts: what a value may look like, why, and an example that passes.

A rule speaks for itself in an error message and in the reference of settings, so that the
check, the message and the documentation cannot drift apart.
"""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class TextRule:
    """What a text must be.

    ``description`` completes the sentence "must be ..."; ``example`` satisfies the rule. Lengths
    count characters. ``also`` refuses what the pattern cannot express and says why.
    """

    description: str
    pattern: re.Pattern[str]
    example: str
    minimum: int = 1
    maximum: int = 1024
    also: Callable[[str], str | None] = lambda _: None

    def problem(self, value: str) -> str | None:
        """Why ``value`` breaks the rule, or ``None``."""
        if not self.minimum <= len(value) <= self.maximum:
            return f"must be {self.description}; it has {len(value)} characters"
        if not self.pattern.fullmatch(value):
            return f"must be {self.description}"
        return self.also(value)


def _bucket_name(value: str) -> str | None:
    if any(pair in value for pair in ("..", ".-", "-.")):
        return "must not have a period beside a period or a hyphen"
    if _is_ip_address(value):
        return "must not look like an IP address"
    if value.startswith(_RESERVED_BUCKET_PREFIXES) or value.endswith(_RESERVED_BUCKET_SUFFIXES):
        return "must not start or end with what AWS reserves (such as xn--, sthree-, -s3alias)"
    return None


def _is_ip_address(value: str) -> bool:
    try:
        ipaddress.IPv4Address(value)
    except ValueError:
        return False
    return True


def _key_prefix(value: str) -> str | None:
    if value.startswith("/") or "//" in value:
        return "must not start with '/' or have an empty part ('//')"
    if any(part in (".", "..") for part in value.split("/")):
        return "must not have a part that is '.' or '..'"
    return None


def _issuer(value: str) -> str | None:
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return "is not a URL that can be read"
    if not parts.hostname or parts.username is not None or parts.password is not None:
        return "must have a host name and no user name or password"
    if "?" in value or "#" in value:
        return "must have no query and no fragment"
    if parts.netloc.lower() != parts.netloc:
        return "must have its host name in lower case, as the issuer of a token is compared"
    if port == 0:
        return "must have a port between 1 and 65535, or none"
    return None


_RESERVED_BUCKET_PREFIXES: Final = ("xn--", "sthree-", "amzn-s3-demo-")
_RESERVED_BUCKET_SUFFIXES: Final = ("-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3")

DNS_LABEL: Final = TextRule(
    "1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"),
    "hypershift",
    maximum=63,
)
DNS_SUBDOMAIN: Final = TextRule(
    "1 to 253 lower-case letters, digits, hyphens and periods, each part between periods with "
    "a letter or digit at both ends",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"),
    "cloud-credentials",
    maximum=253,
)
CLUSTER_NAME: Final = TextRule(
    DNS_SUBDOMAIN.description,
    DNS_SUBDOMAIN.pattern,
    "rosa-mc-1",
    maximum=253,
)
HOSTED_CLUSTER: Final = TextRule(
    "'namespace/name' of a HostedCluster, both as Kubernetes writes them",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?/[a-z0-9]([-.a-z0-9]*[a-z0-9])?"),
    "clusters/my-cluster",
    minimum=3,
    maximum=317,
)
SERVICE_ACCOUNT: Final = TextRule(
    "'namespace/name' of a ServiceAccount, both as Kubernetes writes them",
    re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?/[a-z0-9]([-.a-z0-9]*[a-z0-9])?"),
    "openshift-adp/velero",
    minimum=3,
    maximum=317,
)
OIDC_ISSUER: Final = TextRule(
    "an https URL without white space, exactly as the cluster's tokens have it",
    re.compile(r"https://[^\s\\]+"),
    "https://oidc.example.com/abc123",
    maximum=2048,
    also=_issuer,
)
BUCKET_NAME: Final = TextRule(
    "3 to 63 lower-case letters, digits, hyphens and periods, with a letter or digit at both ends",
    re.compile(r"[a-z0-9][a-z0-9.-]*[a-z0-9]"),
    "rosa-etcd-snapshots",
    minimum=3,
    maximum=63,
    also=_bucket_name,
)
AWS_REGION: Final = TextRule(
    "an AWS region",
    re.compile(r"[a-z]{2,}(-[a-z]+)+-[0-9]+"),
    "us-east-1",
    maximum=63,
)
AWS_ACCOUNT_ID: Final = TextRule(
    "the 12 digits of an AWS account, in quotation marks",
    re.compile(r"[0-9]{12}"),
    "123456789012",
    minimum=12,
    maximum=12,
)
S3_KEY_PREFIX: Final = TextRule(
    "1 to 1024 of the characters a-z A-Z 0-9 ! _ . * ' ( ) / -",
    re.compile(r"[a-zA-Z0-9!_.*'()/-]+"),
    "etcd-backups",
    also=_key_prefix,
)
AZURE_KEY_PREFIX: Final = TextRule(
    "1 to 1024 of the characters a-z A-Z 0-9 / _ . -",
    re.compile(r"[a-zA-Z0-9/_.-]+"),
    "etcd-backups",
    also=_key_prefix,
)
KEY_PREFIX_TEMPLATE: Final = TextRule(
    "1 to 1024 of the characters that a key prefix may have, and the placeholders {namespace} "
    "and {name} of the HostedCluster",
    re.compile(r"(?:[a-zA-Z0-9!_.*'()/-]|\{namespace\}|\{name\})+"),
    "etcd-backups/{namespace}/{name}",
    also=_key_prefix,
)
KMS_KEY_ARN: Final = TextRule(
    "the ARN of a KMS key (of a key, not of an alias)",
    re.compile(r"arn:(aws|aws-cn|aws-us-gov):kms:[a-z0-9-]+:[0-9]{12}:key/[a-zA-Z0-9-]+"),
    "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    maximum=256,
)
IAM_ROLE_NAME: Final = TextRule(
    "1 to 64 letters, digits and the characters + = , . @ _ -",
    re.compile(r"[A-Za-z0-9+=,.@_-]+"),
    "etcd-backup-role",
    maximum=64,
)
STORAGE_ACCOUNT: Final = TextRule(
    "3 to 24 lower-case letters and digits",
    re.compile(r"[a-z0-9]+"),
    "aroetcdsnapshots",
    minimum=3,
    maximum=24,
)
BLOB_CONTAINER: Final = TextRule(
    "3 to 63 lower-case letters, digits and single hyphens, with a letter or digit at both ends",
    re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"),
    "etcd-snapshots",
    minimum=3,
    maximum=63,
)
AZURE_RESOURCE_GROUP: Final = TextRule(
    "1 to 90 letters, digits, underscores, parentheses, hyphens and periods, with no period "
    "at the end",
    re.compile(r"[\w().-]*[\w()-]"),
    "aro-etcd-backup",
    maximum=90,
)
AZURE_LOCATION: Final = TextRule(
    "an Azure location in its short form: lower-case letters and digits",
    re.compile(r"[a-z]+[0-9]*"),
    "westeurope",
    maximum=60,
)
AZURE_IDENTITY_NAME: Final = TextRule(
    "3 to 128 letters, digits, hyphens and underscores, starting with a letter or digit",
    re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]+"),
    "etcd-backup-identity",
    minimum=3,
    maximum=128,
)
GUID: Final = TextRule(
    "a GUID",
    re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "11111111-2222-3333-4444-555555555555",
    minimum=36,
    maximum=36,
)
KUBECONFIG_CONTEXT: Final = TextRule(
    "the name of a context: 1 to 1024 characters without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "management-cluster",
)
FILE: Final = TextRule(
    "the path of a file, without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "hosted-clusters.csv",
)
DIRECTORY: Final = TextRule(
    "the path of a directory, without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "manifests",
)
TRIGGER: Final = TextRule(
    "a text of 1 to 1024 characters without control characters; a new one means a new backup",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "2026-11-21",
)
