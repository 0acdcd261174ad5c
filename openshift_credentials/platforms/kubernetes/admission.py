"""Admission of a custom resource that is created or updated.

The order is the API server's: first kind and version, then types in ``metadata``, where an error
ends the checks; then names and structure; then, if nothing blocks them, the validation rules. The
status is dropped when an object is created (it is a subresource), so the API server rejects nothing
in it. Null leaves a field of ``metadata`` empty, a whole number may be written as 1.0, and unknown
fields are dropped. Paths are the API server's; its exact words are those of ``--dry-run=server``.

Sources: kubernetes/apiextensions-apiserver ``pkg/apiserver/customresource_handler.go`` and
``pkg/registry/customresource``, compared with kube-apiserver 1.34; kubernetes/apimachinery
``pkg/api/validation/objectmeta.go`` and ``ObjectMeta`` in ``pkg/apis/meta/v1/types.go``;
kubernetes/apiserver ``pkg/storage/names/generate.go`` and ``pkg/registry/generic/registry/store.go``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from openshift_credentials.base.json_values import (
    JsonObject,
    as_array,
    as_object,
    is_array,
    is_object,
    object_items,
    text_items,
    text_member,
    text_members,
)

from ..go.decoding import GoType, ListOf, MapOf, Scalar, Struct, zero
from ..go.numbers import parse_rfc3339
from .schema import (
    BLOCKING,
    Reason,
    Schema,
    StatusCause,
    child,
    json_type,
    prune,
    quote,
    rule_problems,
    shape_problems,
    transition_problems,
    with_defaults,
    without_nulls,
)

_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DNS_LABEL: Final = re.compile(_LABEL)
_DNS_SUBDOMAIN: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_QUALIFIED: Final = re.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")

LABEL_LIMIT: Final = 63
SUBDOMAIN_LIMIT: Final = 253

_ENDS: Final = "starting and ending with a letter or digit"


def subdomain_problems(name: str) -> Iterator[str]:
    yield from _too_long(name, SUBDOMAIN_LIMIT)
    if not _DNS_SUBDOMAIN.fullmatch(name):
        yield (
            f"a lowercase RFC 1123 subdomain must consist of a-z, 0-9, '-' and '.', each part between periods {_ENDS}"
        )


def dns_label_problems(name: str) -> Iterator[str]:
    yield from _too_long(name, LABEL_LIMIT)
    if not _DNS_LABEL.fullmatch(name):
        yield f"a lowercase RFC 1123 label must consist of a-z, 0-9 and '-', {_ENDS}"


def qualified_name_problems(key: str) -> Iterator[str]:
    prefix, slash, name = key.rpartition("/")
    if "/" in prefix:
        yield "a qualified name must be NAME or DNS-SUBDOMAIN/NAME, with at most one '/'"
        return
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif slash:
        yield from (f"prefix part {problem}" for problem in subdomain_problems(prefix))
    if not name:
        yield "name part must be non-empty"
    yield from (f"name part {problem}" for problem in _too_long(name, LABEL_LIMIT))
    if not _QUALIFIED.fullmatch(name):
        yield f"name part must consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}"


def annotation_key_problems(key: str) -> Iterator[str]:
    """Why ``key`` cannot be the key of an annotation: only its lower case has to be a key.

    Go converts each code point to lower case: U+0130 becomes "i", in Python two code points.
    """
    yield from qualified_name_problems(key.replace("\u0130", "i").lower())


def label_value_problems(value: str) -> Iterator[str]:
    yield from _too_long(value, LABEL_LIMIT)
    if value and not _QUALIFIED.fullmatch(value):
        yield (f"a valid label must be empty or consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}")


def byte_length(text: str) -> int:
    """Length in bytes of UTF-8; a lone surrogate counts as the three bytes that replace it."""
    return len(text.encode("utf-8", "surrogatepass"))


def _too_long(text: str, limit: int) -> Iterator[str]:
    if byte_length(text) > limit:
        yield f"must be no more than {limit} characters"


def texts(*names: str) -> dict[str, GoType]:
    """Fields that are strings."""
    return dict.fromkeys(names, Scalar.TEXT)


_OWNER: Final = Struct(
    {**texts("apiVersion", "kind", "name", "uid"), "controller": Scalar.BOOLEAN, "blockOwnerDeletion": Scalar.BOOLEAN}
)
_MANAGED_FIELDS: Final = Struct(
    {
        **texts("manager", "operation", "apiVersion", "fieldsType", "subresource"),
        "time": Scalar.TIME,
        "fieldsV1": Scalar.ANY,
    }
)
OBJECT_META: Final = Struct(
    {
        **texts("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"),
        "generation": Scalar.INTEGER,
        "creationTimestamp": Scalar.TIME,
        "deletionTimestamp": Scalar.TIME,
        "deletionGracePeriodSeconds": Scalar.INTEGER,
        "labels": MapOf(Scalar.TEXT),
        "annotations": MapOf(Scalar.TEXT),
        "ownerReferences": ListOf(_OWNER),
        "finalizers": ListOf(Scalar.TEXT),
        "managedFields": ListOf(_MANAGED_FIELDS),
    }
)

_WORDS: Final = {
    Scalar.TEXT: "a string",
    Scalar.TIME: "a string",
    Scalar.BOOLEAN: "true or false",
    Scalar.INTEGER: "a whole number of 64 bits",
}


@dataclass(slots=True)
class _Decoding:
    """``metadata`` as Go decodes it: fields of the wrong type and unknown ones are noted."""

    problems: list[StatusCause] = field(default_factory=list[StatusCause])
    unknown: list[str] = field(default_factory=list[str])

    def decode(self, value: object, kind: GoType, path: str) -> object:
        match kind:
            case Struct():
                return self.members(value, kind, path)
            case ListOf(item):
                given = as_array(self._checked(value, is_array(value), "a list", path))
                return [self.decode(each, item, f"{path}[{index}]") for index, each in enumerate(given)]
            case MapOf(member):
                members = as_object(self._checked(value, is_object(value), "an object", path))
                return {key: self.decode(each, member, path) for key, each in members.items()}
            case Scalar.ANY:
                return value
            case Scalar.INTEGER:
                fits = _is_int64(value)
            case _:
                fits = isinstance(value, bool if kind is Scalar.BOOLEAN else str)
        if kind is Scalar.TIME and isinstance(value, str) and parse_rfc3339(value) is None:
            self.problems.append(StatusCause(path, "must be a time such as 2026-08-01T00:00:00Z (RFC 3339)"))
        found = self._checked(value, fits, _WORDS[kind], path)
        return zero(kind) if found is None else found

    def members(self, value: object, kind: Struct, path: str) -> JsonObject:
        given = as_object(self._checked(value, is_object(value), "an object", path))
        self.unknown.extend(child(path, name) for name in given if name not in kind.fields)
        return {name: self.decode(given.get(name), each, child(path, name)) for name, each in kind.fields.items()}

    def _checked(self, value: object, fits: bool, wanted: str, path: str) -> object:  # noqa: FBT001
        if not fits and value is not None:
            self.problems.append(StatusCause(path, f"must be {wanted}, not {json_type(value)}"))
        return value if fits else None


def _is_int64(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    number = Decimal(repr(float(value))) if json_type(value) == "number" else Decimal(value)
    return number == number.to_integral_value() and -(2**63) <= number < 2**63


ANNOTATIONS_LIMIT: Final = 256 * 1024
"""Bytes of all keys and values together."""

_GENERATED_FRONT: Final = 58
_ORPHAN: Final = "orphan"
_FOREGROUND: Final = "foregroundDeletion"


def metadata_problems(meta: Mapping[str, object]) -> Iterator[StatusCause]:
    """Why the API server would reject a new object with this metadata.

    A missing namespace is not an error: the request contains the namespace.
    """
    yield from _name_problems(meta)
    namespace = text_member(meta, "namespace")
    if namespace:
        yield from _invalid("metadata.namespace", namespace, dns_label_problems(namespace))
    for key, value in text_members(meta, "labels").items():
        yield from _invalid("metadata.labels", key, qualified_name_problems(key))
        yield from _invalid("metadata.labels", value, label_value_problems(value))
    yield from _annotation_problems(text_members(meta, "annotations"))
    yield from _owner_problems(object_items(meta, "ownerReferences"))
    finalizers = text_items(meta, "finalizers")
    for finalizer in finalizers:
        yield from _invalid("metadata.finalizers", finalizer, qualified_name_problems(finalizer))
    if {_ORPHAN, _FOREGROUND} <= set(finalizers):
        message = f"Invalid value: {_ORPHAN} and {_FOREGROUND} exclude each other"
        yield StatusCause("metadata.finalizers", message)
    version = text_member(meta, "resourceVersion")
    if version.isascii() and version.isdigit() and 0 < int(version) < 2**64:
        yield StatusCause("metadata.resourceVersion", "must not be set on a new object")


def _name_problems(meta: Mapping[str, object]) -> Iterator[StatusCause]:
    name, front = text_member(meta, "name"), text_member(meta, "generateName")
    if front:
        masked = f"{front[:-2]}a" if len(front) > 1 and front.endswith("-") else front
        yield from _invalid("metadata.generateName", front, subdomain_problems(masked))
        # The API server adds five letters or digits, which do not matter here.
        name = name or front.encode("utf-8", "replace")[:_GENERATED_FRONT].decode("utf-8", "replace") + "xxxxx"
    if name:
        yield from _invalid("metadata.name", name, subdomain_problems(name))
    else:
        yield StatusCause("metadata.name", "Required value: name or generateName is required", Reason.REQUIRED)


def _annotation_problems(annotations: Mapping[str, str]) -> Iterator[StatusCause]:
    for key in annotations:
        yield from _invalid("metadata.annotations", key, annotation_key_problems(key))
    size = sum(byte_length(key) + byte_length(value) for key, value in annotations.items())
    if size > ANNOTATIONS_LIMIT:
        message = f"Too long: may not be more than {ANNOTATIONS_LIMIT} bytes, has {size}"
        yield StatusCause("metadata.annotations", message, Reason.TOO_LONG)


def _owner_problems(references: Sequence[Mapping[str, object]]) -> Iterator[StatusCause]:
    path = "metadata.ownerReferences"
    controllers = 0
    for reference in references:
        group, _, version = text_member(reference, "apiVersion").rpartition("/")
        version = "" if "/" in group else version
        if not version:
            yield StatusCause(f"{path}.apiVersion", "Invalid value: version must not be empty")
        for name in ("kind", "name", "uid"):
            if not reference[name]:
                yield StatusCause(f"{path}.{name}", 'Invalid value: "": must not be empty')
        if (group, version, reference["kind"]) == ("", "v1", "Event"):
            yield StatusCause(path, "Invalid value: a v1 Event cannot be an owner")
        controllers += reference["controller"] is True
        if controllers > 1 and reference["controller"] is True:
            yield StatusCause(path, "Invalid value: only one reference can be the controller")


def _invalid(path: str, value: str, problems: Iterator[str]) -> Iterator[StatusCause]:
    for problem in problems:
        yield StatusCause(path, f"Invalid value: {quote(value)}: {problem}")


_HEAD: Final = ("apiVersion", "kind", "metadata")


@dataclass(frozen=True, slots=True)
class CustomResource:
    api_version: str
    kind: str
    root: Schema


@dataclass(frozen=True, slots=True)
class Admission:
    """The API server's answer; ``body`` is the object without type, metadata and status.

    ``rules_skipped``: an error blocked the validation rules, so there can be more errors.
    """

    errors: tuple[StatusCause, ...]
    pruned: tuple[str, ...]
    body: Mapping[str, object]
    rules_skipped: bool


def admit(resource: CustomResource, manifest: Mapping[str, object]) -> Admission:
    head: list[StatusCause] = []
    for name, expected in (("apiVersion", resource.api_version), ("kind", resource.kind)):
        if (value := manifest.get(name)) != expected:
            found = quote(value) if isinstance(value, str) else f'"{json_type(value)}"'
            head.append(StatusCause(name, f"Invalid value: {found}: must be {expected}"))
    if head:
        return Admission(tuple(head), (), {}, rules_skipped=True)
    decoding = _Decoding()
    meta = decoding.members(manifest.get("metadata"), OBJECT_META, "metadata")
    if decoding.problems:
        return Admission(tuple(decoding.problems), (), {}, rules_skipped=True)
    unknown: list[str] = []
    members = {name: value for name, value in manifest.items() if name not in _HEAD}
    body = dict(as_object(without_nulls(prune(members, resource.root, "", unknown))))
    body.pop("status", None)
    body = with_defaults(body, resource.root)
    errors = (*metadata_problems(meta), *shape_problems(body, resource.root, ""))
    blocked = any(error.reason in BLOCKING for error in errors)
    if not blocked:
        errors = (*errors, *rule_problems(body, resource.root, ""))
    # Errors with the same text are reported once, as in the API server's answer.
    return Admission(
        tuple(dict.fromkeys(errors)), (*sorted(decoding.unknown), *sorted(unknown)), body, rules_skipped=blocked
    )


def admit_update(resource: CustomResource, old: Mapping[str, object], new: Mapping[str, object]) -> Admission:
    """The answer to a request to replace ``old``, which was accepted, with ``new``.

    Name and namespace identify the object, so they cannot change either.
    """
    admission = admit(resource, new)
    errors = tuple(error for error in admission.errors if error.path != "metadata.resourceVersion")
    if not admission.rules_skipped:
        for name in ("name", "namespace"):
            if (after := text_member(new, "metadata", name)) != text_member(old, "metadata", name):
                message = f"Invalid value: {quote(after)}: field is immutable"
                errors += (StatusCause(f"metadata.{name}", message),)
        errors += (*transition_problems(admit(resource, old).body, admission.body, resource.root, ""),)
    return replace(admission, errors=errors)
