"""The parent of all resources of a system."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Generic, Protocol, Self, TypeVar, cast

import pulumi

from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.outputs import Outputs
from openshift_credentials.stack.overrides import overrides_of
from openshift_credentials.stack.system import SYSTEMS

from .overrides import ResourceOverrides

O_co = TypeVar("O_co", bound=Outputs, covariant=True)
F_co = TypeVar("F_co", covariant=True)


class Facade(pulumi.ComponentResource, Generic[O_co]):
    """A component that deploys a system; its arguments are a name, the settings and options.

    ``outputs`` are values for people and for other stacks. Every other system of a stack waits for
    what is in ``ready``, except those that have this one in their ``depends_on_systems``: they wait
    for what they need from it. ``made_later`` names resources that are made after the constructor
    has returned.
    """

    outputs: O_co
    ready: Sequence[pulumi.Resource] = ()
    made_later: Collection[str] = ()
    depends_on_systems: ClassVar[Sequence[str]] = ()

    def __init__(self, type_: str, name: str, settings: Settings, opts: pulumi.ResourceOptions | None) -> None:
        key = next(key for key, system in SYSTEMS.items() if system.type_token == type_)
        self._overrides = ResourceOverrides(key, overrides_of(settings))
        merged = pulumi.ResourceOptions.merge(opts, self._overrides.options)
        super().__init__(type_, name, None, merged)

    def register_outputs(self, outputs: pulumi.Inputs) -> None:
        """Register the outputs, once the names of all overrides are known to be right."""
        self._overrides.check_names(self.made_later)
        super().register_outputs(outputs)

    @classmethod
    def in_stack(
        cls,
        name: str,
        settings: Settings,
        earlier: Mapping[str, "Facade[Outputs]"],  # noqa: ARG003 - for facades that depend on systems
        opts: pulumi.ResourceOptions | None,
    ) -> Self:
        """The facade in a stack whose earlier facades are ``earlier``, by the keys of systems."""
        return cast("_Constructor[Self]", cls)(name, settings, opts)


class _Constructor(Protocol[F_co]):
    def __call__(self, name: str, settings: Settings, opts: pulumi.ResourceOptions | None, /) -> F_co: ...
