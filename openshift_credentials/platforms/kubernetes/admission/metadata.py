"""The API server's rules for ``metadata`` of a new object.

Source: kubernetes/apimachinery ``pkg/api/validation/objectmeta.go``, kubernetes/apiserver
``pkg/storage/names/generate.go`` and ``pkg/registry/generic/registry/store.go``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_items,
    text_member,
)
from openshift_credentials.platforms.kubernetes.admission.object_names import (
    annotation_key_problems,
    byte_length,
    dns_label_problems,
    label_value_problems,
    qualified_name_problems,
    subdomain_problems,
)
from openshift_credentials.platforms.kubernetes.admission.status_cause import Reason, StatusCause
from openshift_credentials.platforms.kubernetes.admission.structural import quote

ANNOTATIONS_LIMIT: Final = 256 * 1024
"""Bytes of all keys and values together."""

_GENERATED_FRONT: Final = 58
_ORPHAN: Final = "orphan"
_FOREGROUND: Final = "foregroundDeletion"


@dataclass(frozen=True, slots=True)
class ObjectMeta:
    """Relevant fields of ``metadata``; ``fields`` are decoded and complete."""

    fields: Mapping[str, object]

    def text(self, name: str) -> str:
        """A field that is a string, empty if it is not set."""
        return text_member(self.fields, name)

    def texts(self, name: str) -> Mapping[str, str]:
        """A field that maps strings to strings."""
        members = object_member(self.fields, name)
        return {key: value for key, value in members.items() if isinstance(value, str)}


def metadata_problems(meta: ObjectMeta) -> Iterator[StatusCause]:
    """Why the API server would reject a new object with this metadata.

    A missing namespace is not an error: the request contains the namespace.
    """
    yield from _name_problems(meta)
    namespace = meta.text("namespace")
    if namespace:
        yield from _invalid("metadata.namespace", namespace, dns_label_problems(namespace))
    for key, value in meta.texts("labels").items():
        yield from _invalid("metadata.labels", key, qualified_name_problems(key))
        yield from _invalid("metadata.labels", value, label_value_problems(value))
    yield from _annotation_problems(meta.texts("annotations"))
    yield from _owner_problems(object_items(meta.fields, "ownerReferences"))
    yield from _finalizer_problems(text_items(meta.fields, "finalizers"))
    if _is_version_number(meta.text("resourceVersion")):
        yield StatusCause("metadata.resourceVersion", "must not be set on a new object")


def _name_problems(meta: ObjectMeta) -> Iterator[StatusCause]:
    name, front = meta.text("name"), meta.text("generateName")
    if front:
        masked = f"{front[:-2]}a" if len(front) > 1 and front.endswith("-") else front
        yield from _invalid("metadata.generateName", front, subdomain_problems(masked))
        # The API server adds five letters or digits, which do not matter here.
        name = (
            name
            or front.encode("utf-8", "replace")[:_GENERATED_FRONT].decode("utf-8", "replace")
            + "xxxxx"
        )
    if name:
        yield from _invalid("metadata.name", name, subdomain_problems(name))
    else:
        yield StatusCause(
            "metadata.name", "Required value: name or generateName is required", Reason.REQUIRED
        )


def _annotation_problems(annotations: Mapping[str, str]) -> Iterator[StatusCause]:
    for key in annotations:
        yield from _invalid("metadata.annotations", key, annotation_key_problems(key))
    size = sum(byte_length(key) + byte_length(value) for key, value in annotations.items())
    if size > ANNOTATIONS_LIMIT:
        yield StatusCause(
            "metadata.annotations",
            f"Too long: may not be more than {ANNOTATIONS_LIMIT} bytes, has {size}",
            Reason.TOO_LONG,
        )


def _owner_problems(references: Sequence[Mapping[str, object]]) -> Iterator[StatusCause]:
    path = "metadata.ownerReferences"
    controllers = 0
    for reference in references:
        group, version = _group_version(text_member(reference, "apiVersion"))
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


def _finalizer_problems(finalizers: Sequence[str]) -> Iterator[StatusCause]:
    path = "metadata.finalizers"
    for finalizer in finalizers:
        yield from _invalid(path, finalizer, qualified_name_problems(finalizer))
    if {_ORPHAN, _FOREGROUND} <= set(finalizers):
        yield StatusCause(path, f"Invalid value: {_ORPHAN} and {_FOREGROUND} exclude each other")


def _group_version(api_version: str) -> tuple[str, str]:
    match api_version.split("/"):
        case [version]:
            return "", version
        case [group, version]:
            return group, version
        case _:
            return "", ""


def _is_version_number(text: str) -> bool:
    """Whether the API server reads a resource version other than none: an unsigned 64-bit one."""
    return text.isascii() and text.isdigit() and 0 < int(text) < 2**64


def _invalid(path: str, value: str, problems: Iterator[str]) -> Iterator[StatusCause]:
    for problem in problems:
        yield StatusCause(path, f"Invalid value: {quote(value)}: {problem}")
