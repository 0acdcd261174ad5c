"""URLs of issuers in each cloud, and the partitions of AWS.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning``, at commit b187feee66f4:
``aws/create_identity_provider.go``, ``azure/create_oidc_issuer.go`` and
``gcp/create_workload_identity_provider.go``. Partitions: aws/aws-sdk-go-v2
``internal/endpoints/awsrulesfn/partitions.go`` (v1.41.5).
"""

import re
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.platforms.aws.text_rules import BUCKET_NAME

GOOGLE_UNIVERSE: Final = "googleapis.com"

AZURE_BLOB_SUFFIX: Final = "blob.core.windows.net"
"""The only suffix that ccoctl supports; other clouds of Azure have different ones."""


@dataclass(frozen=True, slots=True)
class _Partition:
    regions: re.Pattern[str]
    dns_suffix: str


def _partition(regions: str, dns_suffix: str) -> _Partition:
    return _Partition(re.compile(regions, re.ASCII), dns_suffix)


_PARTITIONS: Final = (
    _partition(r"cn-\w+-\d+|aws-cn-global", "amazonaws.com.cn"),
    _partition(r"eusc-de-\w+-\d+", "amazonaws.eu"),
    _partition(r"us-iso-\w+-\d+|aws-iso-global", "c2s.ic.gov"),
    _partition(r"us-isob-\w+-\d+|aws-iso-b-global", "sc2s.sgov.gov"),
    _partition(r"eu-isoe-\w+-\d+|aws-iso-e-global", "cloud.adc-e.uk"),
    _partition(r"us-isof-\w+-\d+|aws-iso-f-global", "csp.hci.ic.gov"),
)
"""Partitions with a different DNS suffix; all others have ``amazonaws.com``."""

_HOST_LABELS: Final = re.compile(r"[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*")


def get_dns_suffix(region: str) -> str:
    """Suffix after ``s3.REGION.`` in the S3 endpoint of a region.

    The SDK recognizes regions by their form, so an unknown one gets the suffix of the partition
    ``aws``. Raises :class:`UnusableInputError` if the SDK rejects the region: empty, or not made of
    host labels.
    """
    if not _HOST_LABELS.fullmatch(region):
        raise unusable_input(
            f'region "{region}" is not a region of AWS', 'use, for example, "us-east-1"'
        )
    host = "s3.amazonaws.com" if region == "aws-global" else f"s3.{region}.{_suffix(region)}"
    return ".".join(host.split(".")[2:])


def _suffix(region: str) -> str:
    for partition in _PARTITIONS:
        if partition.regions.fullmatch(region):
            return partition.dns_suffix
    return "amazonaws.com"


def get_partition(region: str) -> str:
    """Partition in ARNs as ccoctl writes them; it does not support isolated partitions."""
    for front in ("us-gov-", "cn-", "eusc-"):
        if region.startswith(front):
            return f"aws-{front.removesuffix('-')}"
    return "aws"


def bucket_name(name: str) -> str:
    """Bucket of an issuer, on AWS and on Google Cloud."""
    return f"{name}-oidc"


def bucket_name_problem(bucket: str) -> str | None:
    """Why S3 rejects a bucket with that name, or ``None``."""
    return BUCKET_NAME.problem(bucket)


def s3_domain(name: str, region: str) -> str:
    """Host of the issuer's bucket, which is also the origin behind CloudFront."""
    return f"{bucket_name(name)}.s3.{region}.{get_dns_suffix(region)}"


def s3_issuer_url(name: str, region: str) -> str:
    """Issuer that a public bucket serves."""
    return f"https://{s3_domain(name, region)}"


def cloudfront_issuer_url(domain: str) -> str:
    """Issuer that a CloudFront distribution serves from a private bucket."""
    return f"https://{domain}"


UNKNOWN_CLOUDFRONT_URL: Final = "<enter_cloudfront_distribution_url_here>"
"""Placeholder for the issuer of a distribution that does not exist yet, as in ccoctl's dry run."""


def blob_issuer_url(account: str, container: str, suffix: str = AZURE_BLOB_SUFFIX) -> str:
    """Issuer that a public blob container serves."""
    return f"https://{account}.{suffix}/{container}"


def storage_issuer_url(name: str, universe: str = GOOGLE_UNIVERSE) -> str:
    """Issuer that a public bucket of Google Cloud serves."""
    return f"https://storage.{universe or GOOGLE_UNIVERSE}/{bucket_name(name)}"


def validate_storage_account_name(name: str) -> str | None:
    """Why Azure rejects a storage account with that name, or ``None``."""
    if re.fullmatch(r"[a-z0-9]{3,24}", name):
        return None
    return "must be 3 to 24 lower-case letters and digits"
