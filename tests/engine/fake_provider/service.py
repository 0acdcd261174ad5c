"""The provider's side of Pulumi's provider protocol.

Outputs of a resource are its inputs and what
:data:`~tests.kit.realistic.REALISTIC` says of its type, so that the engine and the
recording harness are given the same answers.
"""

# ruff: noqa: ARG002, N802 - names and parameters of the remote procedures

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from tests.engine.fake_provider.cloud import Clouds, RefusedError
from tests.kit import tokens
from tests.kit.realistic import LOOKUPS, REALISTIC
from tests.kit.recorded import Properties, Resource
from tests.kit.replacing import REFUSED, replacing

Context = grpc.ServicerContext


class FakeProvider(provider_pb2_grpc.ResourceProviderServicer):
    """Accepts whatever it is given, unless a fault is due; an unknown type is an error.

    A bucket is made in the region of the provider, and stays there. What is replaced under its own
    ID exists twice for a moment, where a real provider would delete the old one first.
    """

    region = ""

    def __init__(self) -> None:
        self._replaced: set[tuple[str, str]] = set()
        self._twins: set[tuple[str, str]] = set()

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
        self.region = request.args.fields["region"].string_value
        return provider_pb2.ConfigureResponse()

    def Check(
        self, request: provider_pb2.CheckRequest, context: Context
    ) -> provider_pb2.CheckResponse:
        return provider_pb2.CheckResponse(inputs=request.news)

    def Diff(
        self, request: provider_pb2.DiffRequest, context: Context
    ) -> provider_pb2.DiffResponse:
        difference = _difference(request.old_inputs, request.news, request.type)
        if difference.replaces:
            self._replaced.add((request.type, request.id))
        return difference

    def Create(
        self, request: provider_pb2.CreateRequest, context: Context
    ) -> provider_pb2.CreateResponse:
        identifier, properties = _made(request.type, request.name, request.properties)
        if request.type == tokens.S3_BUCKET and self.region:
            properties["bucketRegion"] = self.region
        if not request.preview:
            inputs = MessageToDict(request.properties)
            with _answered(context) as clouds:
                if (request.type, identifier) in self._replaced:
                    self._twins.add((request.type, identifier))
                else:
                    clouds.refuse_taken(request.type, identifier, inputs)
                clouds.create(request.type, request.name, identifier, inputs)
            if request.type == tokens.HCP_ETCD_BACKUP and (message := clouds.failure()):
                condition = {"type": "BackupCompleted", "status": "False", "message": message}
                properties["status"] = {"conditions": [{**condition, "reason": "BackupFailed"}]}
        return provider_pb2.CreateResponse(id=identifier, properties=properties)

    def Update(
        self, request: provider_pb2.UpdateRequest, context: Context
    ) -> provider_pb2.UpdateResponse:
        if not request.preview:
            _refuse_what_never_changes(request, context)
            with _answered(context) as clouds:
                clouds.serve("update", request.type, request.name)
        _, properties = _made(request.type, request.name, request.news)
        if region := request.olds.fields["bucketRegion"].string_value:
            properties["bucketRegion"] = region
        return provider_pb2.UpdateResponse(properties=properties)

    def Read(
        self, request: provider_pb2.ReadRequest, context: Context
    ) -> provider_pb2.ReadResponse:
        """Answer with the state; a bucket that the program only reads is as AWS makes one."""
        with _answered(context) as clouds:
            clouds.serve("read", request.type, request.name)
        is_new = not request.inputs.fields and not request.properties.fields
        if clouds.is_gone(request.type, request.id):
            return provider_pb2.ReadResponse()
        existing = clouds.existing(request.type, request.id)
        if is_new and (existing or clouds.has_resources_of_others):
            return _imported(request, existing)
        properties = request.properties
        if request.type == tokens.S3_BUCKET and not request.inputs.fields:
            region = clouds.signed_in[1] if clouds.signed_in else "us-east-1"
            properties.update({"bucket": request.id, "bucketRegion": region})
        return provider_pb2.ReadResponse(
            id=request.id, properties=properties, inputs=request.inputs
        )

    def Delete(self, request: provider_pb2.DeleteRequest, context: Context) -> Empty:
        with _answered(context) as clouds:
            if (request.type, request.id) in self._twins:
                clouds.serve("delete", request.type, request.name)
            else:
                clouds.delete(request.type, request.name, request.id)
        return Empty()

    def Invoke(
        self, request: provider_pb2.InvokeRequest, context: Context
    ) -> provider_pb2.InvokeResponse:
        response = provider_pb2.InvokeResponse()
        getattr(response, "return").update(LOOKUPS[request.tok](Properties.of(request.args)))
        return response

    def Cancel(self, request: Empty, context: Context) -> Empty:
        return Empty()


@contextmanager
def _answered(context: Context) -> Generator[Clouds]:
    """The clouds; what they refuse is the answer."""
    try:
        yield Clouds.of_this_process()
    except RefusedError as error:
        context.abort(grpc.StatusCode.UNKNOWN, str(error))


def _refuse_what_never_changes(request: provider_pb2.UpdateRequest, context: Context) -> None:
    old, new = request.old_inputs.fields, request.news.fields
    for key in sorted(REFUSED.get(request.type, frozenset())):
        if old.get(key) != new.get(key):
            context.abort(grpc.StatusCode.UNKNOWN, f"UpdateNotPermitted: {key} cannot be changed")


def _imported(
    request: provider_pb2.ReadRequest, existing: Mapping[str, object] | None
) -> provider_pb2.ReadResponse:
    """What a resource is that is read for the first time; nothing without an ID if it is not."""
    if existing is None:
        return provider_pb2.ReadResponse()
    inputs = Struct()
    inputs.update(cast("dict[str, Any]", existing))
    _, properties = _made(request.type, request.name, inputs)
    return provider_pb2.ReadResponse(id=request.id, properties=properties, inputs=inputs)


def _made(type_: str, name: str, inputs: Struct) -> tuple[str, Struct]:
    request = RegisterResourceRequest(type=type_, name=name, object=inputs)
    answer = dict(REALISTIC[type_](Resource("", request, None)))
    clouds = Clouds.of_this_process()
    answer = {key: clouds.in_account(value) for key, value in answer.items()}
    identifier = str(answer.pop("id", f"{name}-id"))
    properties = Struct()
    properties.CopyFrom(inputs)
    properties.update(cast("dict[str, Any]", answer))
    return identifier, properties


def _difference(old: Struct, new: Struct, type_: str = "") -> provider_pb2.DiffResponse:
    changed = sorted(
        key for key in {*old.fields, *new.fields} if old.fields.get(key) != new.fields.get(key)
    )
    changes = (
        provider_pb2.DiffResponse.DIFF_SOME if changed else provider_pb2.DiffResponse.DIFF_NONE
    )
    replaces = replacing(type_, MessageToDict(old), MessageToDict(new))
    return provider_pb2.DiffResponse(
        changes=changes,
        diffs=changed,
        replaces=replaces,
        deleteBeforeReplace=bool(replaces) and _keeps_its_name(type_, old, new),
    )


def _keeps_its_name(type_: str, old: Struct, new: Struct) -> bool:
    """Whether a replacement would be refused while the old one is there.

    Azure: the provider always deletes first. AWS: where a name is given and stays
    (pulumi/pulumi-terraform-bridge, ``nameRequiresDeleteBeforeReplace``).
    """
    given = [each for each in ("name", "bucket") if each in new.fields][:1]
    same = any(old.fields.get(each) == new.fields[each] for each in given)
    return type_.startswith("azure-native:") or (type_.startswith("aws:") and same)
