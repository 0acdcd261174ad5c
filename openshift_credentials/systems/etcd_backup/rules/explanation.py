"""The path to a credential mode as text: checked keys, matching rule, effects on the pod.

It contains places and never content.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import decode, trim_space

from .credentials import CLIENT_ID_PREFIX, CLIENT_SECRET_PREFIX, CLOUD_KEY, CREDENTIALS_KEY, Rule, StorageType, detect
from .modes import mode_facts
from .versions import ContractVersion


def explain(
    storage_type: str, data: Mapping[str, bytes], version: ContractVersion = ContractVersion.CURRENT
) -> tuple[str, ...]:
    """The steps of :func:`detect`, one sentence each, without anything from the content."""
    detection = detect(storage_type, data, version)
    steps = list(_steps(storage_type, data, detection.rule, version))
    return (
        *steps,
        f"rule {detection.rule} (contract {version}): {detection.rule.sentence}",
        f"mode {detection.mode}: the pod gets {mode_facts(detection.mode).pod}",
    )


def _steps(storage_type: str, data: Mapping[str, bytes], rule: Rule, version: ContractVersion) -> Iterator[str]:
    match known := StorageType.from_name(storage_type):
        case StorageType.S3:
            yield _presence(data, CREDENTIALS_KEY)
            if CREDENTIALS_KEY in data:
                answer = "yes" if rule is Rule.S3_ARN else "no"
                yield f"its trimmed value starts with 'arn:': {answer}"
        case StorageType.AZURE_BLOB:
            yield from _azure_steps(data, version)
        case None:
            return
        case _:
            assert_never(known)


def _azure_steps(data: Mapping[str, bytes], version: ContractVersion) -> Iterator[str]:
    yield _presence(data, CLOUD_KEY)
    if CLOUD_KEY in data:
        yield _first_line(data[CLOUD_KEY], CLIENT_ID_PREFIX)
        if version.azure_client_secret_in_cloud:
            yield _first_line(data[CLOUD_KEY], CLIENT_SECRET_PREFIX)
        return
    yield _presence(data, CREDENTIALS_KEY)
    if CREDENTIALS_KEY in data:
        yield f"its member 'clientSecret': {_client_secret(data[CREDENTIALS_KEY])}"


def _presence(data: Mapping[str, bytes], key: str) -> str:
    if key not in data:
        return f"key '{key}': absent"
    return f"key '{key}': there{'' if data[key] else ', empty'}"


def _first_line(dotenv: bytes, prefix: str) -> str:
    for number, line in enumerate(decode(dotenv).split("\n"), start=1):
        trimmed = trim_space(line)
        if trimmed.startswith(prefix):
            has = "has a value" if trim_space(trimmed.removeprefix(prefix)) else "is blank"
            return f"its first line '{prefix}': line {number}, {has}"
    return f"its first line '{prefix}': none"


def _client_secret(document: bytes) -> str:
    try:
        value = string_member(document, "clientsecret")
    except InvalidJSONError as error:
        return f"cannot be read ({error})"
    return "a string that is not empty" if value else "absent, null or empty"
