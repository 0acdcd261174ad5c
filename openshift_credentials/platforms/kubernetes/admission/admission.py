"""Admission of a custom resource that is created or updated.

The order is the API server's: first kind and version, then types in ``metadata``, where an error
ends the checks; then names and structure; then, if nothing blocks them, the validation rules. The
status is dropped when an object is created (it is a subresource), so the API server rejects nothing
in it.

Source: kubernetes/apiextensions-apiserver ``pkg/apiserver/customresource_handler.go`` and
``pkg/registry/customresource``; compared with kube-apiserver 1.34.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from openshift_credentials.base.json_values import text_member
from openshift_credentials.platforms.kubernetes.admission.metadata import (
    ObjectMeta,
    metadata_problems,
)
from openshift_credentials.platforms.kubernetes.admission.metadata_decoding import (
    DecodingFindings,
    decode_metadata,
)
from openshift_credentials.platforms.kubernetes.admission.schema import Schema
from openshift_credentials.platforms.kubernetes.admission.status_cause import BLOCKING, StatusCause
from openshift_credentials.platforms.kubernetes.admission.structural import (
    json_type,
    prune,
    quote,
    rule_problems,
    shape_problems,
    transition_problems,
    with_defaults,
    without_nulls,
)

_HEAD: Final = ("apiVersion", "kind", "metadata")


@dataclass(frozen=True, slots=True)
class CustomResource:
    """A kind of custom resource, and the schema of its objects without type and metadata."""

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
    """The answer to a request to create ``manifest``."""
    head = tuple(_head_problems(resource, manifest))
    if head:
        return Admission(head, (), {}, rules_skipped=True)
    findings = DecodingFindings()
    meta = ObjectMeta(decode_metadata(manifest.get("metadata"), findings))
    if findings.problems:
        return Admission(tuple(findings.problems), (), {}, rules_skipped=True)
    unknown: list[str] = []
    members = {name: value for name, value in manifest.items() if name not in _HEAD}
    body = without_nulls(prune(members, resource.root, "", unknown))
    body.pop("status", None)
    body = with_defaults(body, resource.root)
    errors = (*metadata_problems(meta), *shape_problems(body, resource.root, ""))
    blocked = any(error.reason in BLOCKING for error in errors)
    if not blocked:
        errors = (*errors, *rule_problems(body, resource.root, ""))
    # Errors with the same text are reported once, as in the API server's answer.
    return Admission(
        tuple(dict.fromkeys(errors)),
        (*sorted(findings.unknown), *sorted(unknown)),
        body,
        rules_skipped=blocked,
    )


def admit_update(
    resource: CustomResource, old: Mapping[str, object], new: Mapping[str, object]
) -> Admission:
    """The answer to a request to replace ``old``, which was accepted, with ``new``.

    Name and namespace identify the object, so they cannot change either.
    """
    admission = admit(resource, new)
    errors = tuple(error for error in admission.errors if error.path != "metadata.resourceVersion")
    if not admission.rules_skipped:
        before = admit(resource, old).body
        errors += (
            *_renamed_members(old, new),
            *transition_problems(before, admission.body, resource.root, ""),
        )
    return replace(admission, errors=errors)


def _head_problems(
    resource: CustomResource, manifest: Mapping[str, object]
) -> Iterator[StatusCause]:
    for name, expected in (("apiVersion", resource.api_version), ("kind", resource.kind)):
        value = manifest.get(name)
        if value != expected:
            found = quote(value) if isinstance(value, str) else f'"{json_type(value)}"'
            yield StatusCause(name, f"Invalid value: {found}: must be {expected}")


def _renamed_members(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[StatusCause]:
    for name in ("name", "namespace"):
        before = text_member(old, "metadata", name)
        after = text_member(new, "metadata", name)
        if before != after:
            yield StatusCause(
                f"metadata.{name}", f"Invalid value: {quote(after)}: field is immutable"
            )
