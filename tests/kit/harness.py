"""Runs a program under a recording monitor, as in a preview or as in an update.

In a preview (``preview=True``) a registration is answered with its inputs only, so that all that
a cloud decides is unknown, as for an engine that sees a resource for the first time. In an update
(``preview=False``) every type of resource answers with realistic outputs; a type that
:data:`~tests.kit.realistic.REALISTIC` and ``outputs`` do not know is an error.

Every run has an event loop and a context of its own; Pulumi's settings are put back.
"""

import asyncio
import contextlib
import contextvars
import json
import runpy
import sys
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ParamSpec, cast
from unittest import mock

import pulumi
import pytest
from pulumi.runtime import mocks, run_in_stack
from pulumi.runtime.settings import configure, reset_options

from components.base.engine import STACK_RESOURCES
from openshift_credentials.preview.recorder import Recording, RecordingEngine
from openshift_credentials.preview.run import PromptLoop, put_guards_back, without_needless_work
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.kit.monitors import AnsweringMonitor, resource_of
from tests.kit.places import REPOSITORY
from tests.kit.realistic import LOOKUPS, REALISTIC, Answer, Lookup
from tests.kit.recorded import Recorded
from tests.kit.waiting import Tasks

P = ParamSpec("P")


def record(
    program: Callable[[], object],
    *,
    preview: bool,
    outputs: Mapping[str, Answer] | None = None,
    lookups: Mapping[str, Lookup] | None = None,
    config: Mapping[str, str] | None = None,
    secret_keys: Collection[str] = (),
    stack: str = "test",
) -> Recorded:
    """Run ``program`` and return what it registered; raises what the program raises.

    ``outputs`` (type token to function) goes over the realistic answers of an update,
    ``lookups`` (function token to function) answers invokes; both fail for an unknown token.
    ``config`` has full keys and texts, as an engine hands them over.

    The whole program with the answers of the tables depends on nothing else: such a run is
    recorded once per process. Properties are read from the messages for every caller again.
    """
    if program is run_main and not outputs and not lookups:
        settings = (tuple((config or {}).items()), tuple(secret_keys))
        return recorded_of(_recorded_once(preview, *settings, stack, Path.cwd()))
    recording, error = _record(program, preview, outputs, lookups, config, secret_keys, stack)
    if error:
        raise error
    return recorded_of(recording)


@cache
def _recorded_once(
    preview: bool, config: tuple[tuple[str, str], ...], secret_keys: tuple[str, ...], stack: str, _directory: Path
) -> Recording:
    recording, error = _record(run_main, preview, None, None, dict(config), secret_keys, stack)
    if error:
        raise error
    return recording


def record_stopped(
    program: Callable[[], object],
    *,
    preview: bool,
    outputs: Mapping[str, Answer] | None = None,
    lookups: Mapping[str, Lookup] | None = None,
    config: Mapping[str, str] | None = None,
    secret_keys: Collection[str] = (),
    stack: str = "test",
) -> Recorded:
    """Run a ``program`` that must stop, and return what it had registered by then.

    The result's ``error`` is what it stopped with. Whatever was under way is awaited first.
    """
    recording, error = _record(program, preview, outputs, lookups, config, secret_keys, stack)
    if error is None:
        pytest.fail("the program was expected to stop, and ran to its end")
    return recorded_of(recording, error)


def record_stack(
    stack: str | StackConfiguration,
    overrides: Sequence[str] = (),
    *,
    preview: bool,
    outputs: Mapping[str, Answer] | None = None,
    earlier: Recorded | None = None,
    stops: bool = False,
) -> Recorded:
    """Run ``__main__.py`` with a stack of the repository, settings (KEY=VALUE) over it.

    The program finds in its state what the facades of an ``earlier`` run have registered.
    """
    read = read_stack(REPOSITORY, stack, None, overrides) if isinstance(stack, str) else stack
    return (record_stopped if stops else record)(
        run_main,
        preview=preview,
        outputs=outputs,
        lookups=None if earlier is None else _state_of(earlier),
        config=read.config,
        secret_keys=read.secret_keys,
        stack=read.stack,
    )


def _state_of(earlier: Recorded) -> Mapping[str, Lookup]:
    facades = {
        resource.urn: {"type": resource.type, "outputs": dict(resource.outputs)}
        for resource in earlier.resources
        if "pulumi:pulumi:Stack::" in resource.request.parent
    }
    return {STACK_RESOURCES: lambda _: {"outputs": facades}}


def run_main() -> None:
    """Run the whole program of the repository."""
    runpy.run_path(str(REPOSITORY / "__main__.py"), run_name="__main__")


def _record(
    program: Callable[[], object],
    preview: bool,
    outputs: Mapping[str, Answer] | None,
    lookups: Mapping[str, Lookup] | None,
    config: Mapping[str, str] | None,
    secret_keys: Collection[str],
    stack: str,
) -> tuple[Recording, BaseException | None]:
    recording = Recording()
    answers = None if preview else {**REALISTIC, **(outputs or {})}
    monitor = AnsweringMonitor(recording, answers, {**LOOKUPS, **(lookups or {})})
    config = config or {}

    def runtime_settings() -> mocks.MockSettings:
        return mocks.MockSettings(
            monitor=monitor,
            monitor_features=set(monitor.GetDeploymentInfo(None).supportedFeatures),
            engine=RecordingEngine(recording),
            project="openshift-credentials",
            stack=stack,
            dry_run=preview,
            organization=None,
            callbacks=None,
        )

    def run() -> BaseException | None:
        with without_needless_work(), _runtime(runtime_settings, config, secret_keys) as loop:
            return _run_to_the_end(loop, program)

    error = contextvars.copy_context().run(run)
    return recording, error or monitor.problem


def recorded_of(recording: Recording, error: BaseException | None = None) -> Recorded:
    """What a run registered, with properties of its own."""
    return Recorded(
        resources=tuple(resource_of(recording, urn) for urn in recording.requests),
        warnings=tuple(each.message for each in recording.diagnostics if each.severity == "warning"),
        reads=recording.reads,
        error=error,
    )


@contextlib.contextmanager
def _runtime(
    runtime_settings: Callable[[], mocks.MockSettings], config: Mapping[str, str], secret_keys: Collection[str]
) -> Generator[asyncio.AbstractEventLoop]:
    variables = {"PULUMI_CONFIG": json.dumps(dict(config)), "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(secret_keys))}
    loop = PromptLoop()
    loop.set_task_factory(Tasks())
    loop.set_exception_handler(lambda _loop, _context: None)
    asyncio.set_event_loop(loop)
    reset_options()
    configure(runtime_settings())  # made here: making them sets the context's variables
    pulumi.runtime.set_all_config(dict(config), list(secret_keys))
    try:
        with (
            mock.patch.dict("os.environ", variables),
            mock.patch("sys.excepthook", sys.excepthook),
            put_guards_back(),
            mock.patch("components.etcd_backup.live_backups.LiveObjects.read", no_object),
        ):
            yield loop
    finally:
        pulumi.runtime.set_all_config({})
        reset_options()
        asyncio.set_event_loop(None)
        loop.close()


async def no_object(_self: object, _namespace: str, _name: str) -> None:
    """What is read of a management cluster that can be reached and is empty."""


def _run_to_the_end(loop: asyncio.AbstractEventLoop, program: Callable[[], object]) -> BaseException | None:
    """Run the program and whatever it left under way; return what stopped it."""

    def run() -> None:
        program()

    error: BaseException | None = None
    try:
        loop.run_until_complete(run_in_stack(run))
    except (Exception, SystemExit) as stopped:  # noqa: BLE001 - the caller decides
        error = stopped
    tasks = cast("Tasks", loop.get_task_factory())
    while left := [task for task in tasks.made if not task.done()]:
        loop.run_until_complete(asyncio.wait(left, timeout=30))
        for task in left:
            if task.done() and not task.cancelled():
                task.exception()
    return error
