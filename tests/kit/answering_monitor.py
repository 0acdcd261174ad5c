"""A monitor that answers for the clouds, as the engine and its providers would on update."""

from collections.abc import Mapping
from typing import Any, cast

from pulumi.runtime.proto.resource_pb2 import (
    ReadResourceRequest,
    ReadResourceResponse,
    RegisterResourceRequest,
    RegisterResourceResponse,
    ResourceInvokeRequest,
    ResourceInvokeResponse,
)

from openshift_credentials.preview.recorder import Recording, RecordingMonitor
from tests.kit.realistic import Answer, Lookup
from tests.kit.recorded import Properties, Resource


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
