"""Reading ``metadata`` as the API server does: every field it knows must have its Go type.

Source: kubernetes/apimachinery ``ObjectMeta`` in ``pkg/apis/meta/v1/types.go`` and Go's
``encoding/json``: null leaves a field empty, a whole number may be written as 1.0, and unknown
fields are dropped. The API server rejects an object with a wrong type before any other check.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, Protocol

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.platforms.go.time import parse_rfc3339
from openshift_credentials.platforms.kubernetes.admission.status_cause import StatusCause
from openshift_credentials.platforms.kubernetes.admission.structural import child, json_type


@dataclass(slots=True)
class DecodingFindings:
    """Findings of the decoding."""

    problems: list[StatusCause] = field(default_factory=list[StatusCause])
    unknown: list[str] = field(default_factory=list[str])

    def wrong_type(self, path: str, expected: str, value: object) -> None:
        """Record a value that does not match its Go type."""
        self.problems.append(StatusCause(path, f"must be {expected}, not {json_type(value)}"))


class FieldDecoder(Protocol):
    """Reads a value of one Go type; mismatches go to ``findings``."""

    def __call__(self, value: object, path: str, findings: DecodingFindings, /) -> object:
        """The value, or the empty value of the type."""
        ...


def decode_metadata(value: object, findings: DecodingFindings) -> Mapping[str, object]:
    """The fields of ``metadata``; problems and unknown fields go to ``findings``."""
    return _OBJECT_META(value, "metadata", findings)


def _string(value: object, path: str, findings: DecodingFindings) -> str:
    if isinstance(value, str):
        return value
    if value is not None:
        findings.wrong_type(path, "a string", value)
    return ""


def _boolean(value: object, path: str, findings: DecodingFindings) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    findings.wrong_type(path, "true or false", value)
    return None


def _int64(value: object, path: str, findings: DecodingFindings) -> int:
    if value is None:
        return 0
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = Decimal(repr(float(value))) if json_type(value) == "number" else Decimal(value)
        if number == number.to_integral_value() and -(2**63) <= number < 2**63:
            return int(number)
    findings.wrong_type(path, "a whole number of 64 bits", value)
    return 0


def _time(value: object, path: str, findings: DecodingFindings) -> str:
    text = _string(value, path, findings)
    if isinstance(value, str) and parse_rfc3339(value) is None:
        findings.problems.append(
            StatusCause(path, "must be a time such as 2026-08-01T00:00:00Z (RFC 3339)")
        )
    return text


def _anything(value: object, path: str, findings: DecodingFindings) -> object:
    del path, findings
    return value


def _strings(value: object, path: str, findings: DecodingFindings) -> Mapping[str, str]:
    if is_object(value):
        return {key: _string(member, path, findings) for key, member in value.items()}
    if value is not None:
        findings.wrong_type(path, "an object", value)
    return {}


@dataclass(frozen=True, slots=True)
class _Array:
    item: FieldDecoder

    def __call__(self, value: object, path: str, findings: DecodingFindings, /) -> Sequence[object]:
        if is_array(value):
            return [
                self.item(item, f"{path}[{index}]", findings) for index, item in enumerate(value)
            ]
        if value is not None:
            findings.wrong_type(path, "a list", value)
        return []


@dataclass(frozen=True, slots=True)
class _Struct:
    fields: Mapping[str, FieldDecoder]

    def __call__(
        self, value: object, path: str, findings: DecodingFindings, /
    ) -> Mapping[str, object]:
        members: Mapping[str, object] = value if is_object(value) else {}
        if value is not None and not is_object(value):
            findings.wrong_type(path, "an object", value)
        findings.unknown.extend(child(path, name) for name in members if name not in self.fields)
        return {
            name: decoder(members.get(name), child(path, name), findings)
            for name, decoder in self.fields.items()
        }


_OWNER_REFERENCE: Final = _Struct(
    {
        "apiVersion": _string,
        "kind": _string,
        "name": _string,
        "uid": _string,
        "controller": _boolean,
        "blockOwnerDeletion": _boolean,
    }
)
_MANAGED_FIELDS_ENTRY: Final = _Struct(
    {
        "manager": _string,
        "operation": _string,
        "apiVersion": _string,
        "time": _time,
        "fieldsType": _string,
        "fieldsV1": _anything,
        "subresource": _string,
    }
)
_OBJECT_META: Final = _Struct(
    {
        "name": _string,
        "generateName": _string,
        "namespace": _string,
        "selfLink": _string,
        "uid": _string,
        "resourceVersion": _string,
        "generation": _int64,
        "creationTimestamp": _time,
        "deletionTimestamp": _time,
        "deletionGracePeriodSeconds": _int64,
        "labels": _strings,
        "annotations": _strings,
        "ownerReferences": _Array(_OWNER_REFERENCE),
        "finalizers": _Array(_string),
        "managedFields": _Array(_MANAGED_FIELDS_ENTRY),
    }
)
