"""Invalid Stacks that the CRD of the Pulumi Kubernetes Operator accepts.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/shared/stack_types.go`` and
``operator/internal/controller/pulumi/stack_controller.go`` (release 2.9), and tries with its
controller.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import is_array, is_object, object_member, text_member
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.go.numbers import parse_go_duration

from .inventory import BACKEND, LONGEST_STACK_NAME, SECRETS_PROVIDER
from .stack import API_VERSION, KIND

_SOURCES: Final = ("projectRepo", "fluxSource", "programRef")
_REFERENCE_TYPES: Final = ("Literal", "Secret")

Object = Mapping[str, object]


def _go_duration(text: str) -> str | None:
    nanoseconds = parse_go_duration(text)
    if nanoseconds is None:
        return (
            'must be a Go duration such as 72h or 1h30m: one "1 hour" in any Stack stops the '
            "operator's watch for all of them"
        )
    return None if nanoseconds > 0 else "must be greater than zero"


_GO_DURATION: Final = TextRule(
    "a Go duration such as 72h or 1h30m", re.compile(r".+"), "72h", maximum=64, also=_go_duration
)


def is_stack(content: Object) -> bool:
    """Whether an object is a Stack of the operator."""
    return content.get("kind") == KIND and text_member(content, "apiVersion") == API_VERSION


def stack_traps(stack: Object) -> Iterator[Notice]:
    """Everything in a Stack that the operator rejects, ignores or misinterprets."""
    spec = object_member(stack, "spec")
    metadata = object_member(stack, "metadata")
    yield from _names(metadata, spec)
    yield from _source(spec)
    yield from _references(text_member(metadata, "namespace"), spec)
    yield from _durations(spec)
    yield from _backend(spec)


def _error(code: str, setting: str, why: str, way_out: str) -> Notice:
    return Notice(code, Severity.ERROR, why, way_out, setting)


def _names(metadata: Object, spec: Object) -> Iterator[Notice]:
    name = text_member(metadata, "name")
    if len(name) > LONGEST_STACK_NAME:
        why = f"has {len(name)} characters; the operator accepts {LONGEST_STACK_NAME}"
        yield _error("stack-name", "metadata.name", why, "use a shorter name")
    if not text_member(spec, "stack"):
        why = "is missing or empty, which is not the name of a Pulumi stack"
        yield _error("stack-empty", "spec.stack", why, "set it")


def _source(spec: Object) -> Iterator[Notice]:
    template = object_member(spec, "workspaceTemplate", "spec")
    local = object_member(template, "local")
    found = [name for name in _SOURCES if spec.get(name)]
    found += ["workspaceTemplate.spec.local"] if local else []
    found += [f"workspaceTemplate.spec.{name}" for name in ("git", "flux") if template.get(name)]
    if len(found) > 1:
        why = f"has {len(found)} sources ({', '.join(found)}), and the operator uses only one of them"
        yield _error("stack-sources", "spec", why, "keep one")
    if not found:
        why = "has no source of the program"
        yield _error("stack-no-source", "spec", why, "set workspaceTemplate.spec.local.dir")
    if local and not text_member(local, "dir"):
        setting = "spec.workspaceTemplate.spec.local.dir"
        yield _error("stack-no-source", setting, "is empty", "set the directory in the image")


def _references(namespace: str, spec: Object) -> Iterator[Notice]:
    for field in ("envRefs", "secretsRef"):
        for name, reference in object_member(spec, field).items():
            setting = f"spec.{field}.{name}"
            if not is_object(reference):
                yield _error("stack-reference", setting, "is not a reference", "set a type")
                continue
            yield from _reference(setting, namespace, reference)
    if spec.get("secrets"):
        why = "contains secrets in plain text in the Stack"
        yield _error("stack-plain-secret", "spec.secrets", why, "refer to a Secret")


def _reference(setting: str, namespace: str, reference: Object) -> Iterator[Notice]:
    kind = text_member(reference, "type")
    secret = object_member(reference, "secret")
    if kind not in _REFERENCE_TYPES:
        why = f"has type {kind or '(none)'}, which the operator does not accept"
        yield _error("stack-reference", setting, why, f"use {' or '.join(_REFERENCE_TYPES)}")
    elif kind == "Secret" and not (text_member(secret, "name") and text_member(secret, "key")):
        why = "has type Secret, but no Secret and key"
        yield _error("stack-reference", setting, why, "set secret.name and secret.key")
    elif kind == "Literal" and not is_object(reference.get("literal")):
        why = "has type Literal, but no literal"
        yield _error("stack-reference", setting, why, "set literal.value")
    elsewhere = text_member(secret, "namespace")
    if elsewhere and elsewhere != namespace:
        why = f"refers to namespace {elsewhere}, and the operator accepts only {namespace or 'its own'}"
        yield _error("stack-namespace", setting, why, "copy the Secret there, and remove the namespace")


def _durations(spec: Object) -> Iterator[Notice]:
    """A duration that Go cannot read prevents the decoding of every Stack of the cluster."""
    prerequisites = spec.get("prerequisites")
    found: list[tuple[str, object]] = []
    for index, prerequisite in enumerate(prerequisites if is_array(prerequisites) else ()):
        if is_object(prerequisite):
            requirement = object_member(prerequisite, "requirement")
            place = f"spec.prerequisites[{index}].requirement.succeededWithinDuration"
            found.append((place, requirement.get("succeededWithinDuration")))
    update = object_member(spec, "updateTemplate", "spec")
    found.append(("spec.updateTemplate.spec.ttlAfterCompleted", update.get("ttlAfterCompleted")))
    for setting, value in found:
        if value is None:
            continue
        problem = _GO_DURATION.problem(value) if isinstance(value, str) else "must be a text"
        if problem:
            shown = f'"{value}" {problem}' if isinstance(value, str) else problem
            yield _error("stack-duration", setting, shown, "write for example 72h")


def _backend(spec: Object) -> Iterator[Notice]:
    backend = text_member(spec, "backend")
    if backend and (problem := BACKEND.problem(backend)):
        yield _error("stack-backend", "spec.backend", problem, "no CRD checks it")
    elif backend.startswith("file:"):
        yield Notice(
            "stack-backend-file",
            Severity.WARNING,
            "keeps the state in the pod, where it is lost with the pod unless a volume is mounted",
            "use a bucket, a container or a Pulumi service",
            "spec.backend",
        )
    provider = text_member(spec, "secretsProvider")
    if provider and provider != "default" and (problem := SECRETS_PROVIDER.problem(provider)):
        yield _error("stack-secrets-provider", "spec.secretsProvider", problem, "correct it")
    profile = object_member(spec, "workspaceTemplate", "spec").get("securityProfile")
    if profile not in (None, "restricted", "baseline"):
        setting = "spec.workspaceTemplate.spec.securityProfile"
        why = "is neither restricted nor baseline, and the operator then sets neither"
        yield _error("stack-security-profile", setting, why, "write restricted")
