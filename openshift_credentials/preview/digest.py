"""The result of a preview: steps in the order of the tree, verdicts and messages."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from google.protobuf.struct_pb2 import Struct
from pulumi.output import Unknown
from pulumi.runtime import rpc
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.json_values import as_object, is_array, is_object
from openshift_credentials.stack.overrides import overridden, overrides_of
from openshift_credentials.stack.system import Deployment
from openshift_credentials.stack.verdict import Verdict

from .recorder import STACK_TYPE, Diagnostic, Recording
from .stack_files import StackConfiguration

SECRET: Final = "[secret]"  # noqa: S105
UNKNOWN: Final = rpc.UNKNOWN
"""Pulumi's form of an unknown value in JSON."""


@dataclass(frozen=True)
class PreviewStep:
    """A resource to be created, imported or read (``read_id``), and the number of its parents."""

    urn: str
    depth: int
    is_last: bool
    request: RegisterResourceRequest
    read_id: str | None = None
    overridden: tuple[str, ...] = ()
    """Paths of inputs that the settings override."""

    @property
    def operation(self) -> str:
        """The operation, as Pulumi names it."""
        if self.read_id is not None:
            return "read"
        return "import" if self.request.importId else "create"

    @property
    def existing_id(self) -> str | None:
        """ID of what is read or imported."""
        return self.read_id or self.request.importId or None

    @property
    def type(self) -> str:
        """Type token."""
        return self.request.type

    @property
    def name(self) -> str:
        """Logical name."""
        return self.request.name

    @cached_property
    def inputs(self) -> Mapping[str, object]:
        """Inputs; secrets are :data:`SECRET`, unknown values :data:`UNKNOWN`."""
        return plain(self.request.object)


@dataclass(frozen=True)
class Preview:
    """The whole result."""

    stack: StackConfiguration
    steps: tuple[PreviewStep, ...]
    verdicts: tuple[Verdict, ...]
    outputs: Mapping[str, object]
    diagnostics: tuple[Diagnostic, ...]
    deployments: tuple[Deployment, ...] = ()

    @property
    def pictures(self) -> Iterator[str]:
        """The identities of each system in Mermaid, drawn on request."""
        for deployment in self.deployments:
            if picture := deployment.picture():
                yield picture

    @property
    def change_summary(self) -> Mapping[str, int]:
        """Number of resources by operation."""
        return dict(sorted(Counter(step.operation for step in self.steps).items()))

    def messages(self, severity: str) -> list[str]:
        """Messages of the program of one severity."""
        return [item.message for item in self.diagnostics if item.severity == severity]


def digest(stack: StackConfiguration, recording: Recording) -> Preview:
    """Turn a recording into a preview."""
    root = next((urn for urn, item in recording.requests.items() if item.type == STACK_TYPE), "")
    systems = [deployment.system for deployment in recording.deployments]
    judges = {token: judge for system in systems for token, judge in system.verdicts.items()}
    verdicts = (
        judges[request.type](known(plain(recording.outputs[urn])))
        for urn, request in recording.requests.items()
        if request.type in judges and urn in recording.outputs
    )
    return Preview(
        stack=stack,
        steps=tuple(_tree(recording, root)),
        verdicts=tuple(verdicts),
        outputs=plain(recording.outputs[root]) if root in recording.outputs else {},
        diagnostics=tuple(recording.diagnostics),
        deployments=recording.deployments,
    )


def preview_of_error(
    stack: StackConfiguration, error: ContractError | UnusableInputError
) -> Preview:
    """The preview of a program that stopped: only its errors."""
    messages = tuple(
        Diagnostic(str(problem), "error", "", problem) for problem in error.first_problems
    )
    return Preview(stack=stack, steps=(), verdicts=(), outputs={}, diagnostics=messages)


def plain(properties: Struct) -> Mapping[str, object]:
    """Properties as JSON values, secrets and unknown values replaced."""
    return as_object(_plain(rpc.deserialize_properties(properties, keep_unknowns=True)))


def _plain(value: object) -> object:
    if isinstance(value, Unknown):
        return UNKNOWN
    if rpc.is_rpc_secret(value):
        return SECRET
    if is_object(value):
        return {key: _plain(item) for key, item in sorted(value.items())}
    if is_array(value):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _tree(recording: Recording, root: str) -> Iterator[PreviewStep]:
    """All resources, each followed by its children in the order of the program."""
    children: dict[str, list[str]] = {}
    for urn, request in recording.requests.items():
        children.setdefault(request.parent or ("" if urn == root else root), []).append(urn)
    for below in children.values():
        below.sort(key=lambda urn: _position(recording, recording.requests[urn]))
    stack = [(urn, 0, True) for urn in reversed(children.get("", []))]
    while stack:
        urn, depth, is_last = stack.pop()
        yield PreviewStep(
            urn,
            depth,
            is_last,
            recording.requests[urn],
            recording.reads.get(urn),
            _overridden(recording, urn),
        )
        below = children.get(urn, [])
        stack += [
            (child, depth + 1, index == len(below) - 1)
            for index, child in reversed(list(enumerate(below)))
        ]


def _overridden(recording: Recording, urn: str) -> tuple[str, ...]:
    request = recording.requests[urn]
    if not request.custom:
        return ()
    for deployment in recording.deployments:
        if f"{deployment.system.type_token}$" in urn:
            return overridden(overrides_of(deployment.settings), request.name, request.type)
    return ()


def _position(recording: Recording, request: RegisterResourceRequest) -> int:
    return recording.constructed.get((request.type, request.name), len(recording.constructed))


def known(properties: Mapping[str, object]) -> Mapping[str, object]:
    """Properties without those that are unknown or secret."""
    return {name: value for name, value in properties.items() if value not in (UNKNOWN, SECRET)}
