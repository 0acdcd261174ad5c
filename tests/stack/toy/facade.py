from dataclasses import dataclass
from typing import Annotated

import pulumi

from components.base.facade import Facade
from openshift_credentials.stack.outputs import About, Outputs

from .settings import ToySettings


@dataclass(frozen=True, kw_only=True)
class ToyOutputs(Outputs):
    toy_colour: Annotated[str, About("The colour.")]


class Toy(Facade[ToyOutputs]):
    """The facade of the toy, which makes one resource."""

    def __init__(
        self, name: str, settings: ToySettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:toy:Toy", name, None, opts)
        pulumi.CustomResource("toys:index:Toy", f"{name}-box", {}, pulumi.ResourceOptions(self))
        self.outputs = ToyOutputs(toy_colour=settings.colour)
        self.register_outputs(self.outputs.exports)
