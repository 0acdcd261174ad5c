"""A file on the nodes of a MachineConfigPool."""

from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.platforms.kubernetes.names import MACHINE_CONFIG_API_VERSION, ROLE_LABEL, machine_config_spec

from ...base.component import child_options


@dataclass(frozen=True, kw_only=True)
class NodeFileArgs:
    """Name of the object, pool, path and content."""

    object_name: str
    pool: str
    path: str
    content: str


class NodeFile(pulumi.ComponentResource):
    """A MachineConfig with one file; destroying it restores the file of the release."""

    def __init__(self, name: str, args: NodeFileArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:kubernetes:NodeFile", name, None, opts)
        self.machine_config = CustomResource(
            name,
            api_version=MACHINE_CONFIG_API_VERSION,
            kind="MachineConfig",
            metadata={"name": args.object_name, "labels": {ROLE_LABEL: args.pool}},
            spec=machine_config_spec(args.path, args.content),
            opts=child_options(self, opts),
        )
        self.register_outputs({"path": args.path})
