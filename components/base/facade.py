"""The parent of all resources of a system."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Protocol, Self, TypeVar, cast

import pulumi

from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.outputs import Outputs

O_co = TypeVar("O_co", bound=Outputs, covariant=True)
F_co = TypeVar("F_co", covariant=True)


class Facade(pulumi.ComponentResource, Generic[O_co]):
    """A component that deploys a system; its arguments are a name, the settings and options.

    ``outputs`` are values for people and for other stacks. Every other system of a stack waits for
    what is in ``ready``, except those that have this one in their ``depends_on_systems``: they wait
    for what they need from it.
    """

    outputs: O_co
    ready: Sequence[pulumi.Resource] = ()
    depends_on_systems: ClassVar[Sequence[str]] = ()

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
    def __call__(
        self, name: str, settings: Settings, opts: pulumi.ResourceOptions | None, /
    ) -> F_co: ...
