"""What earlier updates of this stack left in its state."""

import time
from collections.abc import Mapping
from typing import Final
from weakref import WeakKeyDictionary

import pulumi

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.json_values import as_object, is_object, object_member, text_members

from .errors import stopping_the_program

STACK_RESOURCES: Final = "pulumi:pulumi:readStackResourceOutputs"
"""Function of the engine itself (pulumi/pulumi ``pkg/resource/deploy/builtins.go``)."""

STORE: Final = "snapshotStore"
"""Output of a facade with the store that it created."""

_NO_ORGANIZATION: Final = "organization"
"""Name of the only organization of a backend without organizations."""

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.2


Resources = Mapping[str, Mapping[str, object]]

_BY_PROGRAM: Final[WeakKeyDictionary[object, Resources]] = WeakKeyDictionary()


def earlier_resources() -> Resources:
    """Type and outputs of every resource in the state, by URN; nothing before the first update.

    It is read once per program, before that registers anything.
    """
    monitor = pulumi.runtime.settings.get_monitor()
    if monitor not in _BY_PROGRAM:
        found = object_member(_read_state(), "outputs")
        _BY_PROGRAM[monitor] = {urn: item for urn, item in found.items() if is_object(item)}
    return _BY_PROGRAM[monitor]


def outputs_of(resource: Mapping[str, object]) -> Mapping[str, object]:
    """The outputs of a resource in the state."""
    return object_member(resource, "outputs")


def earlier_output(facade: str, name: str, output: str) -> Mapping[str, str]:
    """A group of texts among the outputs of a facade, by the type token and the name of it."""
    own = (item for urn, item in earlier_resources().items() if urn.endswith(f"{facade}::{name}"))
    return text_members(outputs_of(next(own, dict[str, object]())), output)


def _read_state() -> Mapping[str, object]:
    """Ask the engine; retry, because a file backend may be writing the state at the same time."""
    attempts = 1
    while True:
        try:
            answer = pulumi.runtime.invoke(STACK_RESOURCES, {"stackName": _this_stack()}).value
        except Exception as error:  # noqa: BLE001 - the SDK raises nothing more exact
            if attempts == _ATTEMPTS:
                with stopping_the_program():
                    raise ContractError(
                        "the state of this stack cannot be read, so it is not known what earlier "
                        f"updates created and which backups have run: {error}"
                    ) from None
        else:
            return as_object(answer)
        attempts += 1
        time.sleep(_PAUSE_SECONDS)


def _this_stack() -> str:
    organization = pulumi.get_organization()
    if organization == _NO_ORGANIZATION:
        return pulumi.get_stack()
    return f"{organization}/{pulumi.get_project()}/{pulumi.get_stack()}"
