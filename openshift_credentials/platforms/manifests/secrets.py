"""Secrets in manifests, as the API server stores them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import is_object

from ..go.text import decode_base64

_KEY: Final = re.compile(r"[-._a-zA-Z0-9]{1,253}")
_KIND: Final = re.compile(r"[A-Za-z]{1,63}")


@dataclass(frozen=True, slots=True)
class SecretManifest:
    """A Secret with its ``data`` decoded and ``stringData`` merged over it."""

    name: str | None
    namespace: str | None
    data: Mapping[str, bytes] = field(repr=False)


def read_secret(content: Mapping[str, object]) -> SecretManifest:
    """The Secret in a manifest.

    Raises :class:`UnusableInputError` with all problems: not a Secret, or data that the API server
    would reject. Messages contain keys, never values.
    """
    if content.get("kind") != "Secret" or content.get("apiVersion") != "v1":
        raise unusable_input(_not_a_secret(content))
    problems: list[str] = []
    metadata = _mapping(content, "metadata", problems)
    data = {
        **dict(_values(_mapping(content, "data", problems), "data", problems)),
        **dict(_values(_mapping(content, "stringData", problems), "stringData", problems)),
    }
    name = _optional_text(metadata, "name", problems)
    namespace = _optional_text(metadata, "namespace", problems)
    if problems:
        raise UnusableInputError(map(input_problem, problems))
    return SecretManifest(name, namespace, data)


def _not_a_secret(content: Mapping[str, object]) -> str:
    kind = content.get("kind")
    if isinstance(kind, str) and kind != "Secret" and _KIND.fullmatch(kind):
        return f"has kind {kind}, not Secret"
    return "is not a Secret (apiVersion v1, kind Secret)"


def _mapping(content: Mapping[str, object], name: str, problems: list[str]) -> Mapping[str, object]:
    value = content.get(name)
    if value is None:
        return {}
    if is_object(value):
        return value
    problems.append(f"{name} must be a mapping")
    return {}


def _optional_text(metadata: Mapping[str, object], name: str, problems: list[str]) -> str | None:
    value = metadata.get(name)
    if value is None or isinstance(value, str):
        return value
    problems.append(f"metadata.{name} must be text; put it in quotation marks")
    return None


def _values(members: Mapping[str, object], field_name: str, problems: list[str]) -> Iterator[tuple[str, bytes]]:
    """Decoded entries of ``data`` or ``stringData``; ``null`` counts as empty, as in Go."""
    for key, value in members.items():
        text = "" if value is None else value
        if not _KEY.fullmatch(key):
            problems.append(f"a key of {field_name} is not 1 to 253 letters, digits, hyphens, underscores and periods")
        elif not isinstance(text, str):
            problems.append(f"{field_name}.{key} must be text; put it in quotation marks")
        elif field_name == "stringData":
            yield key, text.encode()
        elif (decoded := decode_base64(text)) is None:
            problems.append(f"{field_name}.{key} is not base64")
        else:
            yield key, decoded
