"""Monitors in the place of the engine: one answers, one refuses, one replaces."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn, cast

import grpc
from pulumi.runtime.proto.resource_pb2 import (
    ReadResourceRequest,
    ReadResourceResponse,
    RegisterResourceRequest,
    RegisterResourceResponse,
    ResourceInvokeRequest,
    ResourceInvokeResponse,
)

from openshift_credentials.preview.recorder import Recording, RecordingMonitor
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.realistic import Answer, Lookup
from tests.kit.recorded import Properties, Resource

# A monitor that answers for the clouds, as the engine and its providers would on update.


class AnsweringMonitor(RecordingMonitor):
    """Records, and on update answers from a table; without a table it is a preview."""

    def __init__(
        self, recording: Recording, answers: Mapping[str, Answer] | None, lookups: Mapping[str, Lookup]
    ) -> None:
        super().__init__(recording)
        self._answers = answers
        self._lookups = lookups
        self._unbound: list[str] = []

    @property
    def problem(self) -> AssertionError | None:
        """A question to a cloud without the provider that the program has made for it."""
        made = {each.type for each in self._recording.requests.values()}
        for token in self._unbound:
            if f"pulumi:providers:{token.partition(':')[0]}" in made:
                return AssertionError(f"{token} asks another account than the stack's: pass opts")
        return None

    def RegisterResource(  # noqa: N802 - the name of the remote procedure
        self, request: RegisterResourceRequest
    ) -> RegisterResourceResponse:
        response = super().RegisterResource(request)
        if self._answers is None or not request.custom:
            return response
        if request.type.startswith("pulumi:providers:"):
            response.id = "00000000-1111-2222-3333-444444444444"
            return response
        answer = self._answer(response.urn, request)
        response.id = cast("str", answer.pop("id", f"{request.name}-id"))
        response.object.update(cast("dict[str, Any]", answer))
        return response

    def Invoke(self, request: ResourceInvokeRequest) -> ResourceInvokeResponse:  # noqa: N802
        if request.tok not in self._lookups and request.tok.startswith("pulumi:pulumi:"):
            return super().Invoke(request)
        if request.tok not in self._lookups:
            raise AssertionError(f"no answer for the lookup {request.tok}: add one")
        if not request.provider:
            self._unbound.append(request.tok)
        response = ResourceInvokeResponse()
        answer = self._lookups[request.tok](Properties.of(request.args))
        getattr(response, "return").update(answer)
        return response

    def ReadResource(  # noqa: N802 - the name of the remote procedure
        self, request: ReadResourceRequest
    ) -> ReadResourceResponse:
        """Answer from the table on update; nothing is known of it in a preview."""
        response = super().ReadResource(request)
        if self._answers is not None:
            read = self._recording.requests[response.urn]
            response.properties.update(cast("dict[str, Any]", self._answer(response.urn, read)))
        return response

    def _answer(self, urn: str, request: RegisterResourceRequest) -> dict[str, object]:
        answers = self._answers or {}
        if request.type not in answers:
            raise AssertionError(f"no realistic outputs for {request.type}: add them")
        resource = Resource(urn, request, None)
        return dict(answers[request.type](resource))


def resource_of(recording: Recording, urn: str) -> Resource:
    return Resource(urn, recording.requests[urn], recording.outputs.get(urn))


# Questions that a cloud refuses to answer.


class RefusedCallError(grpc.RpcError):
    """A call that a provider refuses, in the form in which the SDK gets it."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNKNOWN

    def details(self) -> str:
        return str(self)


def refusing(text: str) -> Callable[[Mapping[str, Any]], NoReturn]:
    """A lookup that is always refused with this text."""

    def refuse(_: Mapping[str, Any]) -> NoReturn:
        raise RefusedCallError(text)

    return refuse


# Which change of an input replaces a resource, as the real providers have it.
#
# AWS and Azure: :mod:`tests.kit.cloud_rows`. Kubernetes: name and namespace
# (pulumi/pulumi-kubernetes ``provider/pkg/provider/diff.go``).


def replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Inputs whose change replaces a resource of this type, sorted."""
    return sorted(_replacing(type_, old, new))


def never_changes(type_: str) -> frozenset[str]:
    """Inputs that the provider would update, and that the cloud never changes."""
    return frozenset(ROWS[type_].fixed) if type_ in ROWS else frozenset()


def _replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if type_.startswith("kubernetes:"):
        before: Any = old.get("metadata", {})
        after: Any = new.get("metadata", {})
        if isinstance(after, str):
            return  # unknown, while the engine looks for what follows a replacement
        for part in ("name", "namespace"):
            if before.get(part) != after.get(part):
                yield f"metadata.{part}"
        return
    for key in {*old, *new}:
        if old.get(key) != new.get(key) and replaces(type_, key):
            yield key


def replaces(type_: str, key: str) -> bool:
    """Whether a change of this input replaces a resource of this type."""
    if type_ in ROWS:
        return key in ROWS[type_].replacing
    if type_ == tokens.SLEEP:
        return key == "triggers"
    return type_ == tokens.PRIVATE_KEY


def deletes_first(type_: str, new: Mapping[str, Any]) -> bool:
    """Azure: always, as the program gives every name. AWS and Google Cloud: by their tables."""
    row = ROWS.get(type_)
    if row is None or type_.startswith("azure-native:"):
        return row is not None
    return row.deletes_first or (row.named is not None and row.named in new)
