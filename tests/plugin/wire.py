"""Asks the plugin for a component as the engine does, over gRPC, and records what it registers."""

import asyncio
import json
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, cast
from unittest import mock

import grpc
import grpc.aio
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import Struct
from pulumi.provider.server import ProviderServicer
from pulumi.runtime import rpc
from pulumi.runtime.proto import engine_pb2_grpc, provider_pb2, provider_pb2_grpc, resource_pb2, resource_pb2_grpc

from openshift_credentials.preview.recorder import Recording, RecordingEngine
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import value_of
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.system import PROJECT, SHARED, SYSTEMS, System
from plugin.provider import Systems
from tests.kit.harness import no_object, recorded_of
from tests.kit.monitors import AnsweringMonitor
from tests.kit.places import REPOSITORY
from tests.kit.realistic import LOOKUPS, REALISTIC
from tests.kit.recorded import Properties, Recorded

STACK: Final = "urn:pulumi:test::consumer::pulumi:pulumi:Stack::consumer-test"
PROVIDER_ID: Final = "12345678-1234-1234-1234-123456789012"
_SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
_SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"
_OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"

UNKNOWN: Final = rpc.UNKNOWN


def secret(value: object) -> dict[str, object]:
    """A secret as the wire has it."""
    return {_SIGNATURE: _SECRET, "value": value}


def output(value: object = None, *, is_secret: bool = False, of: Sequence[str] = ()) -> dict[str, object]:
    """An output of other resources as the wire has it; without a value it is not known yet."""
    known = {} if value is None else {"value": value}
    return {_SIGNATURE: _OUTPUT, **known, "secret": is_secret, "dependencies": list(of)}


@dataclass(frozen=True)
class Constructed:
    """What came of a request: registrations, the state, or the error that the engine prints."""

    recorded: Recorded
    state: Properties = field(default_factory=Properties)
    messages: tuple[str, ...] = ()
    urn: str = ""
    error: str = ""


class _Monitor(AnsweringMonitor):
    """The monitor of the harness, for calls that come in by the wire."""

    def make_urn(self, parent: str, type_: str, name: str) -> str:
        chain = parent.split("::")[2] if parent else "pulumi:pulumi:Stack"
        qualified = type_ if chain == "pulumi:pulumi:Stack" else f"{chain}${type_}"
        return f"urn:pulumi:test::consumer::{qualified}::{name}"

    def Invoke(  # noqa: N802 - the name of the remote procedure
        self, request: resource_pb2.ResourceInvokeRequest
    ) -> resource_pb2.ResourceInvokeResponse:
        """Answer also what becomes of a provider that the consumer has handed over."""
        if request.tok != "pulumi:pulumi:getResource":
            return super().Invoke(request)
        response = resource_pb2.ResourceInvokeResponse()
        answer = getattr(response, "return")
        answer.update({"urn": request.args["urn"], "id": PROVIDER_ID, "state": {}})
        return response


class _Served:
    """Hands each call on without the context, which the recorders do not take."""

    def __init__(self, recorder: object) -> None:
        self._recorder = recorder

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any remote procedure
        def procedure(request: object, _context: object) -> object:
            return getattr(self._recorder, name)(request) or Empty()

        return procedure


@contextmanager
def _engine(monitor: _Monitor, engine: RecordingEngine) -> Generator[str]:
    server = grpc.server(ThreadPoolExecutor(4))
    resource_pb2_grpc.add_ResourceMonitorServicer_to_server(cast("Any", _Served(monitor)), server)
    engine_pb2_grpc.add_EngineServicer_to_server(cast("Any", _Served(engine)), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()


def construct(key: str, name: str, inputs: Mapping[str, object], *, preview: bool, **options: object) -> Constructed:
    """The component of a system with these inputs and options of the request."""
    return constructed([(key, name, inputs)], preview=preview, **options)[0]


def constructed(
    wanted: Sequence[tuple[str, str, Mapping[str, object]]], *, preview: bool, **options: object
) -> list[Constructed]:
    """Several components at once, from one plugin; each has the registrations of all."""
    recording = Recording()
    monitor = _Monitor(recording, None if preview else REALISTIC, LOOKUPS)
    with (
        _engine(monitor, RecordingEngine(recording)) as address,
        mock.patch("components.etcd_backup.live_backups.LiveObjects.read", no_object),
        mock.patch("pulumi.log.debug"),  # several calls by the wire for each resource
    ):
        requests = [_request(address, *each, preview=preview, options=options) for each in wanted]
        with closing(asyncio.new_event_loop()) as loop:  # run() searches all old tasks
            answers = loop.run_until_complete(_ask(address, requests))
    recorded = recorded_of(recording)
    messages = tuple(each.message for each in recording.diagnostics)
    return [
        Constructed(recorded, messages=messages, error=answer)
        if isinstance(answer, str)
        else Constructed(recorded, Properties.of(answer.state), messages, answer.urn)
        for answer in answers
    ]


def _request(
    address: str, key: str, name: str, inputs: Mapping[str, object], *, preview: bool, options: Mapping[str, object]
) -> provider_pb2.ConstructRequest:
    struct = Struct()
    struct.update(cast("dict[str, Any]", inputs))
    request = provider_pb2.ConstructRequest(
        project="consumer",
        stack="test",
        dryRun=preview,
        parallel=4,
        monitorEndpoint=address,
        type=System(key).type_token,
        name=name,
        parent=STACK,
        inputs=struct,
    )
    for option, value in options.items():
        if isinstance(value, bool):
            setattr(request, option, value)
        elif isinstance(value, Mapping):
            getattr(request, option).update(value)
        else:
            getattr(request, option).extend(value)
    return request


async def _ask(
    address: str, requests: Sequence[provider_pb2.ConstructRequest]
) -> list[provider_pb2.ConstructResponse | str]:
    server = grpc.aio.server()
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(ProviderServicer(Systems(), [], address), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            plugin = provider_pb2_grpc.ResourceProviderStub(cast("Any", channel))
            answers = await asyncio.gather(
                *(cast("Any", plugin.Construct)(each, timeout=60) for each in requests), return_exceptions=True
            )
    finally:
        await server.stop(None)
    return [_answer(each) for each in answers]


def _answer(answer: object) -> provider_pb2.ConstructResponse | str:
    if isinstance(answer, grpc.aio.AioRpcError):
        return str(answer.details())
    if isinstance(answer, BaseException):
        raise answer
    return cast("provider_pb2.ConstructResponse", answer)


# Arguments for each component: what the example stacks have in their files.

FILES: Final = {
    each.name.split(".")[1]: each
    for each in sorted([*REPOSITORY.glob("Pulumi.*.yaml"), *REPOSITORY.glob("examples/*/Pulumi.*.yaml")])
}

EXAMPLES: Final = (
    ("dev", "etcdBackup"),
    ("aro", "etcdBackup"),
    ("aws-static", "etcdBackup"),
    ("oadp-rosa", "etcdBackup"),
    ("sts-aws-public", "tokenIssuer"),
    ("workload-id-azure", "tokenIssuer"),
    ("mint-aws", "cloudCredentials"),
    ("mint-gcp", "cloudCredentials"),
    ("aro-kms", "controlPlaneIdentities"),
    ("pulls-acr-strict", "imagePulls"),
    ("pulls-ecr-hosted", "imagePulls"),
)
"""Stacks of the repository, and a system of each: all systems, clouds and kinds of secrets."""


def arguments(name: str, key: str) -> dict[str, Any]:
    """The branch of a system and its shared groups; encrypted values are late secrets."""
    root = _root(name)
    return cast("dict[str, Any]", _opened({**_shared(key, root), **root[key]}))


def _root(name: str) -> dict[str, Any]:
    config = read_stack(REPOSITORY, name, FILES[name], []).config
    return {
        key.removeprefix(f"{PROJECT}:"): cast("Any", value_of(text))
        for key, text in config.items()
        if key.startswith(PROJECT)
    }


def _shared(key: str, root: Mapping[str, Any]) -> dict[str, Any]:
    names = {each.alias for each in SYSTEMS[key].settings.MODEL.model_fields.values()}
    return {name: root[name] for name in SHARED if name in names and name in root}


def is_late(name: str) -> bool:
    """Whether a stack has encrypted values."""
    return json.dumps(SEALED) in json.dumps(_root(name))


def _opened(value: object) -> object:
    if value == SEALED:
        return output(is_secret=True)
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        return {key: _opened(each) for key, each in group.items()}
    if isinstance(value, list):
        return [_opened(each) for each in cast("list[object]", value)]
    return value


# What tests of components of other languages share.

MARKER = "planted-c2VjcmV0"
OTHER = "urn:pulumi:test::consumer::random:index/randomId:RandomId::other"
