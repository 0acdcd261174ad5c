"""What earlier updates of this stack left in its state."""

import time
from collections.abc import Mapping
from typing import Any, Final, cast

import pulumi

from openshift_credentials.base.errors import ContractError

from .errors import stopping_the_program

STACK_RESOURCES: Final = "pulumi:pulumi:readStackResourceOutputs"
"""Function of the engine itself (pulumi/pulumi ``pkg/resource/deploy/builtins.go``)."""

STORE: Final = "snapshotStore"
"""Output of a facade with the store that it created."""

_NO_ORGANIZATION: Final = "organization"
"""Name of the only organization of a backend without organizations."""

_NO_OUTPUTS: Final[Mapping[str, Any]] = {}

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.2


def earlier_resources() -> Mapping[str, Mapping[str, Any]]:
    """Type and outputs of every resource in the state, by URN; nothing before the first update."""
    found = _read_state().get("outputs") or _NO_OUTPUTS
    return cast("Mapping[str, Mapping[str, Any]]", found)


def earlier_output(facade: str, name: str, output: str) -> Mapping[str, str]:
    """A group of texts among the outputs of a facade, by the type token and the name of it."""
    own = (item for urn, item in earlier_resources().items() if urn.endswith(f"{facade}::{name}"))
    return text_output(next((item["outputs"] for item in own), _NO_OUTPUTS), output)


def text_output(outputs: Mapping[str, Any], name: str) -> Mapping[str, str]:
    """A group of texts among outputs; nothing where another program has put something else."""
    found = outputs.get(name)
    return cast("Mapping[str, str]", found if isinstance(found, Mapping) else {})


def _read_state() -> Mapping[str, Any]:
    """Ask the engine; retry, because a file backend may be writing the state at the same time."""
    for attempt in range(_ATTEMPTS):
        try:
            answer = pulumi.runtime.invoke(STACK_RESOURCES, {"stackName": _this_stack()}).value
        except Exception as error:  # noqa: BLE001 - the SDK raises nothing more exact
            if attempt == _ATTEMPTS - 1:
                with stopping_the_program():
                    raise ContractError(
                        "the state of this stack cannot be read, so it is not known what earlier "
                        f"updates created and which backups have run: {error}"
                    ) from None
            time.sleep(_PAUSE_SECONDS)
        else:
            return cast("Mapping[str, Any]", answer or {})
    raise AssertionError("unreachable")


def _this_stack() -> str:
    organization = pulumi.get_organization()
    if organization == _NO_ORGANIZATION:
        return pulumi.get_stack()
    return f"{organization}/{pulumi.get_project()}/{pulumi.get_stack()}"
