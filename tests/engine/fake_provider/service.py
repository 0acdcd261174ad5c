"""The provider's side of Pulumi's provider protocol.

A call is checked by the provider's own rules (:mod:`checks`, :mod:`differences`) and served by the
stand-in of its cloud; whatever is answered is read from there afterwards. What the cloud makes up
is what :data:`~tests.kit.realistic.REALISTIC` says, so that the engine and the recording harness
are given the same answers.
"""

# ruff: noqa: ARG002, N802 - names and parameters of the remote procedures

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc

from tests.engine.fake_provider.checks import failures, with_defaults
from tests.engine.fake_provider.cloud import Clouds
from tests.engine.fake_provider.differences import Difference, difference, refreshed
from tests.engine.fake_provider.platforms import Platform, answered, identifier_of, imported_id, occupied, platform_of
from tests.engine.fake_provider.world import Properties, RefusedError, World
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.monitors import never_changes
from tests.kit.realistic import LOOKUPS
from tests.kit.recorded import Properties as Recorded

Context = grpc.ServicerContext


class FakeProvider(provider_pb2_grpc.ResourceProviderServicer):
    """One provider for every cloud; an unknown type is an error."""

    region = ""

    def GetPluginInfo(self, request: Empty, context: Context) -> plugin_pb2.PluginInfo:
        return plugin_pb2.PluginInfo(version="999.0.0")

    def CheckConfig(self, request: provider_pb2.CheckRequest, context: Context) -> provider_pb2.CheckResponse:
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(self, request: provider_pb2.DiffRequest, context: Context) -> provider_pb2.DiffResponse:
        old, new = plain(request.olds), plain(request.news)
        changed = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
        return _answer(Difference(changed, [], deletes_first=False))

    def Configure(self, request: provider_pb2.ConfigureRequest, context: Context) -> provider_pb2.ConfigureResponse:
        """Leaves secrets and previews to the engine, which marks and hides them itself."""
        self.region = request.args.fields["region"].string_value
        return provider_pb2.ConfigureResponse()

    def Check(self, request: provider_pb2.CheckRequest, context: Context) -> provider_pb2.CheckResponse:
        inputs = with_defaults(request.type, plain(request.news), self.region)
        refused = [
            provider_pb2.CheckFailure(property=path, reason=reason) for path, reason in failures(request.type, inputs)
        ]
        news = Struct()
        news.CopyFrom(request.news)  # as it is: unknown and secret values, and whole numbers
        added = {key: value for key, value in inputs.items() if key not in request.news.fields}
        news.update(added)
        return provider_pb2.CheckResponse(inputs=news, failures=refused)

    def Diff(self, request: provider_pb2.DiffRequest, context: Context) -> provider_pb2.DiffResponse:
        old, state = plain(request.old_inputs), plain(request.olds)
        return _answer(difference(request.type, old, state, plain(request.news)))

    def Create(self, request: provider_pb2.CreateRequest, context: Context) -> provider_pb2.CreateResponse:
        type_, given = request.type, plain(request.properties)
        with _served(context) as clouds:
            earlier = clouds.calls("create", type_).count(request.name)
            another = f"{request.name}{earlier or ''}"  # what is made up is never the same twice
            identifier, computed = answered(type_, another, given)
            computed = {key: clouds.in_account(value) for key, value in computed.items()}
            identifier = identifier_of(type_, identifier, given, computed)
            if type_ == tokens.S3_BUCKET and self.region:
                computed["bucketRegion"] = given.get("region", self.region)
            if type_ == tokens.HCP_ETCD_BACKUP and (message := clouds.failure()):
                computed["status"] = _failed(message)

            def create(world: World) -> Properties:
                if (platform := platform_of(type_)) is None:
                    return {**given, **computed}
                platform.create(world, type_, identifier, given, computed)
                return _read(platform, world, type_, identifier, given)

            with clouds.occupying(occupied(type_, given)):
                properties = clouds.serve("create", type_, request.name, create)
        return provider_pb2.CreateResponse(id=identifier, properties=struct(properties))

    def Update(self, request: provider_pb2.UpdateRequest, context: Context) -> provider_pb2.UpdateResponse:
        type_, given, state = request.type, plain(request.news), plain(request.olds)
        identifier = identifier_of(type_, request.id, state, plain(request.old_inputs))

        def update(world: World) -> Properties:
            if (platform := platform_of(type_)) is None:
                return {**state, **given}
            for key in sorted(never_changes(type_)):
                if state.get(key) != given.get(key):
                    raise RefusedError(f"UpdateNotPermitted: {key} cannot be changed")
            platform.update(world, type_, identifier, given, state)
            renamed = identifier_of(type_, identifier, state, given)
            return _read(platform, world, type_, renamed, given)

        with _served(context) as clouds, clouds.occupying(occupied(type_, given)):
            properties = clouds.serve("update", type_, request.name, update)
        return provider_pb2.UpdateResponse(properties=struct(properties))

    def Read(self, request: provider_pb2.ReadRequest, context: Context) -> provider_pb2.ReadResponse:
        """Answer with what the cloud has, whatever the state says."""
        type_, inputs, state = request.type, plain(request.inputs), plain(request.properties)
        platform = platform_of(type_)
        imports = not state
        identifier = imported_id(type_, request.id) if imports else identifier_of(type_, request.id, state, inputs)

        def read(world: World) -> tuple[Properties, Properties] | None:
            if imports and type_ in ROWS and ROWS[type_].not_imported:
                raise RefusedError(f"{type_} does not support import")
            return platform.read(world, type_, identifier) if platform else (inputs, state)

        with _served(context) as clouds:
            found = clouds.serve("read", type_, request.name, read)
        if found is None:
            return provider_pb2.ReadResponse()
        given, computed = found
        properties = {**given, **computed}
        if inputs and platform:
            inputs, properties = refreshed(type_, inputs, state, properties)
        elif platform:
            unread = ROWS[type_].unread if type_ in ROWS else ()
            inputs = {key: value for key, value in given.items() if key not in unread}
        return provider_pb2.ReadResponse(
            id=identifier if imports else request.id, properties=struct(properties), inputs=struct(inputs)
        )

    def Delete(self, request: provider_pb2.DeleteRequest, context: Context) -> Empty:
        type_, state, inputs = request.type, plain(request.properties), plain(request.old_inputs)
        identifier = identifier_of(type_, request.id, state, inputs)

        def delete(world: World) -> None:
            if platform := platform_of(type_):
                platform.delete(world, type_, identifier, state)

        with _served(context) as clouds, clouds.occupying(occupied(type_, state)):
            clouds.serve("delete", type_, request.name, delete)
        return Empty()

    def Invoke(self, request: provider_pb2.InvokeRequest, context: Context) -> provider_pb2.InvokeResponse:
        response = provider_pb2.InvokeResponse()
        answer = LOOKUPS[request.tok](Recorded.of(request.args))
        with _served(context) as clouds:
            clouds.fail_if_told("invoke", request.tok)
            told = {key: clouds.in_account(value) for key, value in answer.items()}
        getattr(response, "return").update(told)
        return response

    def Cancel(self, request: Empty, context: Context) -> Empty:
        return Empty()


def plain(message: Struct) -> dict[str, Any]:
    """Properties as plain values; whole numbers are whole."""
    return dict(Recorded.of(message))


def struct(properties: Mapping[str, Any]) -> Struct:
    """Properties as the protocol has them."""
    message = Struct()
    message.update(cast("dict[str, Any]", properties))
    return message


@contextmanager
def _served(context: Context) -> Generator[Clouds]:
    """The clouds; what they refuse is the answer."""
    try:
        yield Clouds.of_this_process()
    except RefusedError as error:
        context.abort(grpc.StatusCode.UNKNOWN, str(error))


def _read(platform: Platform, world: World, type_: str, identifier: str, given: Properties) -> Properties:
    """The state after a write: what the cloud has, and policies as the program wrote them."""
    found = platform.read(world, type_, identifier)
    assert found, f"{type_} {identifier} is not there although it was just written"
    return refreshed(type_, given, given, {**found[0], **found[1]})[1]


def _failed(message: str) -> Properties:
    condition = {"type": "BackupCompleted", "status": "False", "message": message}
    return {"conditions": [{**condition, "reason": "BackupFailed"}]}


def _answer(found: Difference) -> provider_pb2.DiffResponse:
    response = provider_pb2.DiffResponse
    return response(
        changes=response.DIFF_SOME if found.changed else response.DIFF_NONE,
        diffs=list(found.changed),
        replaces=list(found.replaces),
        deleteBeforeReplace=found.deletes_first,
    )
