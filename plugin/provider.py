"""The provider of the package: it creates the facades of systems for programs."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pulumi
from pulumi.provider import ConstructResult, Provider
from pulumi.runtime.stack import wait_for_rpcs

from components.base.engine import Claims, share_claims
from components.base.program import leave_out_positions
from components.instances import instance
from openshift_credentials import __version__
from openshift_credentials.base.json_values import as_array
from openshift_credentials.stack.arguments import words_of_a_program
from openshift_credentials.stack.system import PROJECT, SYSTEMS
from plugin.settled import Settled

SCHEMA: Final = Path(__file__).with_name("schema.json")

SILENCE_SECONDS: Final = 60.0

_ENDED: Final = re.compile(
    r"Resource monitor has terminated|resource monitor shut down"
    r"|the client connection is closing|context canceled"
)
"""Words of Pulumi's Python SDK (``runtime/settings.py``), of the engine's monitor
(``pkg/resource/deploy/source_eval.go``), and of gRPC for Go."""


class Systems(Provider):
    """The components of the package, one per system."""

    def __init__(self) -> None:
        super().__init__(__version__, SCHEMA.read_text(encoding="utf-8"))
        self._claims: Claims = {}
        leave_out_positions()

    def construct(
        self,
        name: str,
        resource_type: str,
        inputs: Mapping[str, pulumi.Input[object]],
        options: pulumi.ResourceOptions | None = None,
    ) -> ConstructResult:
        """Create the facade of the system with this type.

        Raises :class:`pulumi.InputPropertiesError` with all problems as one text and without paths:
        for a path, the engine prints the value, even a secret one.
        """
        asyncio.get_running_loop().set_exception_handler(_ignore_failure)
        key = _key_of(resource_type)
        settled = Settled.of(inputs)
        opts = options or pulumi.ResourceOptions()
        waits_for = [*_list_of(opts.depends_on), *settled.resources]
        try:
            with share_claims(self._claims):
                facade = instance(
                    key,
                    name,
                    settled.values,
                    secret=settled.secret,
                    late=settled.late,
                    needed_first=waits_for,
                    directory=Path.cwd(),
                    opts=opts,
                )
        except pulumi.RunError as error:
            if _is_shutting_down(error):
                return ConstructResult(pulumi.Output.from_input(_silence()), {})
            raise _problem(key, error) from None
        return ConstructResult(facade.urn, _complete(key, facade.outputs.package_outputs))


_KEYS: Final = {system.type_token: key for key, system in SYSTEMS.items()}


def _key_of(resource_type: str) -> str:
    if resource_type not in _KEYS:
        message = f"has no component {resource_type}; it has {', '.join(_KEYS)}"
        raise pulumi.InputPropertiesError(f"package {PROJECT} {message}", [])
    return _KEYS[resource_type]


def _ignore_failure(_loop: object, _context: object) -> None:
    """Print nothing: a dependent output has already reported the failure to the engine."""


def _list_of(depends_on: object) -> list[pulumi.Resource]:
    """The resources that a plugin receives, one by one."""
    return [item for item in as_array(depends_on) if isinstance(item, pulumi.Resource)]


def _problem(key: str, error: pulumi.RunError) -> pulumi.InputPropertiesError:
    """The same message, without a prefix or traceback from the SDK."""
    return pulumi.InputPropertiesError(words_of_a_program(key, str(error)), [])


def _is_shutting_down(error: Exception) -> bool:
    """Whether the engine has ended its monitor, as it does after any failure of a program."""
    return _ENDED.search(str(error)) is not None


async def _silence() -> str:
    """Answer nothing: the engine prints each error of a component, and has printed its own already.

    It ends the plugin a moment later.
    """
    await asyncio.sleep(SILENCE_SECONDS)
    raise pulumi.RunError("the engine has ended its monitor, and not the plugin")


def _complete(key: str, state: Mapping[str, pulumi.Input[object]]) -> dict[str, pulumi.Input[object]]:
    """The state, which is available only after all work of the facade has ended.

    The SDK waits only for registrations, but the facade also waits for backups and reports
    failures.
    """
    (first, value), *others = state.items()

    async def wait_for_all_work() -> pulumi.Input[object]:
        try:
            await wait_for_rpcs()
        except Exception as error:
            if _is_shutting_down(error):
                await _silence()
            if isinstance(error, pulumi.RunError):
                raise _problem(key, error) from None
            raise
        return value

    return {first: wait_for_all_work(), **dict(others)}
