"""Findings of Secrets of AWS."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import ROLE_ARN_SHAPE, parse_role_arn
from openshift_credentials.platforms.aws.credentials_file import parse_credentials_file
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import (
    Detected,
    SecretKind,
    aws_default_profile,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.common import (
    ERROR,
    WARNING,
    missing_keys,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import CREDENTIALS
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    SecretData,
)

_ARN_LIKE: Final = re.compile(r"\s*[\"']?arn:", re.IGNORECASE)


def aws_findings(data: SecretData, detected: Detected) -> Iterator[Notice]:
    """Findings of a Secret of AWS."""
    if detected.kind is SecretKind.SHORT_TERM:
        yield from _aws_role(aws_default_profile(data))
        return
    content = data.get(CREDENTIALS, b"").decode("utf-8", "replace")
    if {AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY} & {key.lower() for key in data}:
        yield from missing_keys(
            data, (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), "the operator cannot use the key"
        )
        if data.get(AWS_ACCESS_KEY_ID, b"").startswith(b"ASIA") or "aws_session_token" in data:
            yield Notice(
                "temporary-key",
                ERROR,
                "The access key is temporary, but the components do not read its session token.",
                "Use an access key of an IAM user, which begins with AKIA.",
            )
        if "web_identity_token_file" in content:
            yield Notice(
                "long-and-short-term",
                ERROR,
                "There is an access key, and key 'credentials' contains a role for a token.",
                "Keep one of the two; the metric of the operator reports a pod identity.",
            )
    elif _ARN_LIKE.match(content):
        yield Notice(
            "bare-role-arn",
            ERROR,
            "Key 'credentials' contains only a role ARN; components read a credentials file.",
            "Write a file with profile default, role_arn and web_identity_token_file.",
        )
    elif "role_arn" in content or "web_identity" in content or "role_name:" in content:
        yield from _not_default(content)
    else:
        yield from missing_keys(
            data, (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), "the operator cannot use the key"
        )


def _not_default(content: str) -> Iterator[Notice]:
    others = len(parse_credentials_file(content).sections)
    yield Notice(
        "no-default-profile",
        ERROR,
        f"Components read profile default; the file has {others} "
        f"{'other profile' if others == 1 else 'other profiles'}.",
        "Begin the file with [default].",
    )


def _aws_role(default: Mapping[str, str]) -> Iterator[Notice]:
    absent = [name for name in ("role_arn", "web_identity_token_file") if not default.get(name)]
    if absent:
        yield Notice(
            "incomplete-role",
            ERROR,
            f"Profile default has no {' and no '.join(absent)}"
            + (
                " (one page of the documentation writes role_name)."
                if "role_name" in default
                else "."
            ),
            "A short-term Secret needs role_arn and web_identity_token_file.",
        )
    arn = default.get("role_arn")
    if arn and parse_role_arn(arn) is None:
        yield Notice(
            "wrong-role-arn",
            ERROR,
            "role_arn is not the ARN of an IAM role.",
            f"Write {ROLE_ARN_SHAPE}.",
        )
    if "aws_access_key_id" in default:
        yield Notice(
            "long-and-short-term",
            ERROR,
            "Profile default has an access key and a role for a token.",
            "Keep one of the two.",
        )
    if default.get("sts_regional_endpoints", "regional") != "regional":
        yield Notice(
            "global-sts",
            WARNING,
            "sts_regional_endpoints is not regional: tokens are exchanged in us-east-1.",
            "Write sts_regional_endpoints = regional, as the operator does.",
        )
