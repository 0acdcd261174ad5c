from collections.abc import Mapping

import pulumi

from .settings import ToySettings


class Toy(pulumi.ComponentResource):
    """The facade of the toy, which makes one resource."""

    exports: Mapping[str, pulumi.Input[object]]

    def __init__(
        self, name: str, settings: ToySettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:toy:Toy", name, None, opts)
        pulumi.CustomResource("toys:index:Toy", f"{name}-box", {}, pulumi.ResourceOptions(self))
        self.exports = {"toyColour": settings.colour}
        self.register_outputs(self.exports)
