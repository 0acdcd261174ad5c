"""The provider's side of Pulumi's provider protocol.

Outputs of a resource are its inputs and what
:data:`~tests.kit.realistic.REALISTIC` says of its type, so that the engine and the
recording harness are given the same answers.
"""

# ruff: noqa: ARG002, N802 - names and parameters of the remote procedures

from typing import Any, cast

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from tests.kit.realistic import REALISTIC
from tests.kit.recorded import Properties, Resource

Context = grpc.ServicerContext


class FakeProvider(provider_pb2_grpc.ResourceProviderServicer):
    """Accepts whatever it is given; only an unknown type of resource is an error."""

    def GetPluginInfo(self, request: Empty, context: Context) -> plugin_pb2.PluginInfo:
        return plugin_pb2.PluginInfo(version="999.0.0")

    def CheckConfig(
        self, request: provider_pb2.CheckRequest, context: Context
    ) -> provider_pb2.CheckResponse:
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(
        self, request: provider_pb2.DiffRequest, context: Context
    ) -> provider_pb2.DiffResponse:
        return _difference(request.olds, request.news)

    def Configure(
        self, request: provider_pb2.ConfigureRequest, context: Context
    ) -> provider_pb2.ConfigureResponse:
        """Leaves secrets and previews to the engine, which marks and hides them itself."""
        return provider_pb2.ConfigureResponse()

    def Check(
        self, request: provider_pb2.CheckRequest, context: Context
    ) -> provider_pb2.CheckResponse:
        return provider_pb2.CheckResponse(inputs=request.news)

    def Diff(
        self, request: provider_pb2.DiffRequest, context: Context
    ) -> provider_pb2.DiffResponse:
        return _difference(request.old_inputs, request.news)

    def Create(
        self, request: provider_pb2.CreateRequest, context: Context
    ) -> provider_pb2.CreateResponse:
        identifier, properties = _made(request.type, request.name, request.properties)
        return provider_pb2.CreateResponse(id=identifier, properties=properties)

    def Update(
        self, request: provider_pb2.UpdateRequest, context: Context
    ) -> provider_pb2.UpdateResponse:
        _, properties = _made(request.type, request.name, request.news)
        return provider_pb2.UpdateResponse(properties=properties)

    def Read(
        self, request: provider_pb2.ReadRequest, context: Context
    ) -> provider_pb2.ReadResponse:
        return provider_pb2.ReadResponse(
            id=request.id, properties=request.properties, inputs=request.inputs
        )

    def Delete(self, request: provider_pb2.DeleteRequest, context: Context) -> Empty:
        return Empty()

    def Cancel(self, request: Empty, context: Context) -> Empty:
        return Empty()


def _made(type_: str, name: str, inputs: Struct) -> tuple[str, Struct]:
    request = RegisterResourceRequest(type=type_, name=name)
    answer = dict(REALISTIC[type_](Resource("", request, Properties.of(inputs), Properties())))
    identifier = str(answer.pop("id", f"{name}-id"))
    properties = Struct()
    properties.CopyFrom(inputs)
    properties.update(cast("dict[str, Any]", answer))
    return identifier, properties


def _difference(old: Struct, new: Struct) -> provider_pb2.DiffResponse:
    changed = sorted(
        key for key in {*old.fields, *new.fields} if old.fields.get(key) != new.fields.get(key)
    )
    changes = (
        provider_pb2.DiffResponse.DIFF_SOME if changed else provider_pb2.DiffResponse.DIFF_NONE
    )
    return provider_pb2.DiffResponse(changes=changes, diffs=changed)
