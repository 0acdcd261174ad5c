"""Findings on Secrets for S3."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import parse_role_arn
from openshift_credentials.platforms.aws.credentials_file import (
    ACCESS_KEY_ID,
    DEFAULT_PROFILE,
    SECRET_ACCESS_KEY,
    SESSION_TOKEN,
    parse_credentials_file,
)
from openshift_credentials.platforms.go.text import GO_WHITESPACE, decode, trim_space

from ..credentials import CREDENTIALS_KEY, Detection
from . import common
from .common import CATALOGUE

_KEYS: Final = (ACCESS_KEY_ID, SECRET_ACCESS_KEY, SESSION_TOKEN)
_ALIASES: Final = frozenset(
    {
        "access_key", "accesskey", "accesskeyid", "aws_key", "aws_secret", "aws_secret_key",
        "aws_token", "secret_key", "secretaccesskey", "secretkey", "sessiontoken",
    }
)  # fmt: skip
_AROUND_ARN: Final = GO_WHITESPACE + common.INVISIBLE + "\"'`<>=:,;{}[]()\\"
_ROLE_LABEL: Final = re.compile(r"\A(?:export\s+)?(?:aws_)?role_arn[\"']?\s*[=:]", re.IGNORECASE)
_MOST_NAMES: Final = 200


def s3_findings(data: Mapping[str, bytes], detection: Detection) -> Iterator[Notice]:
    """Findings about a Secret for S3 backups."""
    yield from common.key_findings(data, (CREDENTIALS_KEY,))
    raw = data.get(CREDENTIALS_KEY, b"")
    yield from common.value_findings(raw)
    if detection.role_arn is not None:
        role = parse_role_arn(detection.role_arn)
        if role is None:
            yield CATALOGUE["sts-not-a-role"]
        elif role.partition != "aws":
            yield CATALOGUE["sts-no-restore"]
    elif not trim_space(decode(raw)):
        yield CATALOGUE["s3-no-credentials"]
    elif not common.is_double_base64(raw):
        yield from _file_findings(decode(raw))


def _file_findings(text: str) -> Iterator[Notice]:
    """Problems that prevent the SDK from finding static keys in profile ``default``."""
    file = parse_credentials_file(text)
    if _is_hidden_arn(text):
        yield CATALOGUE["static-hidden-arn"]
    elif not file.sections and not any(map(_is_aws_name, file.outside[:_MOST_NAMES])):
        yield CATALOGUE["static-not-a-file"]
    elif file.outside or DEFAULT_PROFILE not in file.sections:
        yield CATALOGUE["static-no-default-profile"]
    if DEFAULT_PROFILE in file.sections:
        yield from _profile_findings(file.default)


def _profile_findings(profile: Mapping[str, str]) -> Iterator[Notice]:
    if profile.get("role_arn"):
        yield CATALOGUE["static-assumes-role"]
    key_id, secret = profile.get(ACCESS_KEY_ID, ""), profile.get(SECRET_ACCESS_KEY)
    has_token = bool(profile.get(SESSION_TOKEN))
    has_neither = not key_id and not secret
    if (
        any(map(_is_misspelt, list(profile)[:_MOST_NAMES]))
        or (has_neither and not profile.get("role_arn"))
        or bool(key_id) != bool(secret)
        or (key_id.startswith("ASIA") and not has_token)
    ):
        yield CATALOGUE["static-incomplete-key"]
    elif key_id and not has_token:
        yield CATALOGUE["long-lived-key"]


def _is_hidden_arn(text: str) -> bool:
    """Whether the text is only a role ARN, apart from common decorations."""
    bare = _ROLE_LABEL.sub("", text.strip(_AROUND_ARN)).strip(_AROUND_ARN)
    return bare[:4].lower() == "arn:" and parse_role_arn("arn:" + bare[4:]) is not None


def _is_aws_name(name: str) -> bool:
    return name in _KEYS or name in ("role_arn", "web_identity_token_file") or _is_misspelt(name)


def _is_misspelt(name: str) -> bool:
    """Whether a property was meant to be one of the SDK's static keys and is not."""
    if name in _KEYS:
        return False
    plain = re.sub(r"[^a-z]+", "_", name.removeprefix("export ")).strip("_")
    return plain in _KEYS or plain in _ALIASES or bool(get_close_matches(plain, _KEYS, 1, 0.85))
