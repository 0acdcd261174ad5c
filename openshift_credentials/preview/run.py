"""Runs the program itself on the mock runtime of the Pulumi SDK, in preview mode."""

import asyncio
import json
import logging
import os
import runpy
import sys
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar, TypeVarTuple, Unpack

import pulumi
from pulumi import resource
from pulumi.runtime import mocks, run_in_stack, stack as waiting
from pulumi.runtime.settings import configure, reset_options

from openshift_credentials.base.errors import ContractError, UnusableInputError, unusable_input

from .recorder import Recording, RecordingEngine, RecordingMonitor, UnansweredError
from .stack_files import FaultError, StackConfiguration

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class PromptLoop(asyncio.SelectorEventLoop):
    """Calls the resource monitor in the thread of the program.

    Pulumi sends each registration from a thread, because an engine takes time to answer. A
    recording answers at once, and to wake two threads takes longer than the answer.
    """

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002 - asyncio's signature
        func: Callable[[Unpack[Arguments]], T],
        *args: *Arguments,
    ) -> asyncio.Future[T]:
        """Return a future that is done: with the result of ``func``, or what it raised."""
        answer: asyncio.Future[T] = self.create_future()
        try:
            answer.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)
        return answer


_FRAMES: Final = 1


def run_program(stack: StackConfiguration) -> Recording:
    """Run the program of a stack and return what it registered.

    Raises :class:`UnusableInputError` or :class:`ContractError` where the program stops with one of
    them.
    """
    recording = Recording()
    with (
        _engine_environment(stack),
        without_needless_work(),
        put_guards_back(),
        _mock_runtime(stack, recording) as loop,
    ):
        try:
            loop.run_until_complete(run_in_stack(lambda: _run(stack.program, recording)))
        except UnansweredError as error:
            raise unusable_input(str(error)) from None
        except FaultError as error:
            raise error.__cause__ or error from None
        except pulumi.RunError as error:
            cause = error.__context__  # Pulumi can have replaced __cause__
            if isinstance(cause, UnusableInputError | ContractError):
                raise cause from None
            raise ContractError(str(error)) from None
    return recording


def _run(program: Path, recording: Recording) -> None:
    def note_order(args: pulumi.ResourceTransformationArgs) -> None:
        recording.constructed.setdefault((args.type_, args.name), len(recording.constructed))

    pulumi.runtime.register_stack_transformation(note_order)
    names = runpy.run_path(str(program), run_name="__main__")
    recording.deployments = tuple(names.get("deployments", ()))


@contextmanager
def _engine_environment(stack: StackConfiguration) -> Generator[None]:
    """The environment variables in which the engine passes configuration to a program.

    They are restored afterwards, as is the hook for uncaught exceptions.
    """
    variables = {
        "PULUMI_CONFIG": json.dumps(dict(stack.config)),
        "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(stack.secrets)),
    }
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    shown = sys.excepthook  # the program replaces it
    try:
        yield
    finally:
        sys.excepthook = shown
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def put_guards_back() -> Generator[None]:
    """Restore what the program replaces in the SDK (``components/base/program.py``)."""
    with (
        _replace(waiting, "wait_for_rpcs", waiting.wait_for_rpcs),
        _replace(pulumi.Output, "_from_data", vars(pulumi.Output)["_from_data"]),
    ):
        yield


@contextmanager
def without_needless_work() -> Generator[None]:
    """Skip work of Pulumi that no recording shows: half of the time of a recording on Azure.

    These are the frames that it records for each resource, and the URNs of aliases: an engine that
    takes specifications of aliases works them out itself. Where a later Pulumi has no such
    function, nothing calls the replacement.
    """
    with (
        _replace(sys, "tracebacklimit", _FRAMES),
        _replace(resource, "collapse_alias_to_urn", _no_urn),
    ):
        yield


def _no_urn(*_: object) -> str:
    return ""


@contextmanager
def _replace(owner: object, name: str, value: object) -> Generator[None]:
    before = vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is None:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


@contextmanager
def _mock_runtime(
    stack: StackConfiguration, recording: Recording
) -> Generator[asyncio.AbstractEventLoop]:
    """An event loop and Pulumi's settings for one run, restored afterwards."""
    monitor = RecordingMonitor(recording)
    features = set(monitor.GetDeploymentInfo(None).supportedFeatures)
    loop = PromptLoop()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # as the language host does
    asyncio.set_event_loop(loop)
    reset_options()
    configure(
        mocks.MockSettings(
            monitor=monitor,
            monitor_features=features,
            engine=RecordingEngine(recording),
            project=stack.project,
            stack=stack.stack,
            dry_run=True,
            organization=None,
            callbacks=None,
        )
    )
    pulumi.runtime.set_all_config(dict(stack.config), list(stack.secret_keys))
    try:
        yield loop
    finally:
        reset_options()
        asyncio.set_event_loop(None)
        loop.close()
