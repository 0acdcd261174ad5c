"""A file on the nodes of a hosted cluster's NodePools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResourcePatch

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import CONFIG_MAP_KEY

from ...base.component import child_options
from ...kubernetes.core_objects import CoreKind, CoreObject


@dataclass(frozen=True, kw_only=True)
class NodePoolFileArgs:
    """The MachineConfig in YAML, and the existing references of each NodePool."""

    namespace: str
    config_map: str
    machine_config: str
    node_pools: Mapping[str, Sequence[str]]


class NodePoolFile(pulumi.ComponentResource):
    """A ConfigMap with a MachineConfig, and its reference in each NodePool.

    The API server treats ``spec.config`` as one value, so the patch contains the complete list. If
    another manager owns the list, the update fails with a conflict.
    """

    def __init__(self, name: str, args: NodePoolFileArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:kubernetes:NodePoolFile", name, None, opts)
        self.config_map = CoreObject(
            CoreKind.CONFIG_MAP,
            name,
            {
                "metadata": {"name": args.config_map, "namespace": args.namespace},
                "data": {CONFIG_MAP_KEY: args.machine_config},
            },
            child_options(self, opts),
        )
        for node_pool, others in args.node_pools.items():
            names = dict.fromkeys([*others, args.config_map])
            CustomResourcePatch(
                f"{name}-{node_pool}",
                api_version=upstream.HYPERSHIFT_API,
                kind="NodePool",
                metadata={"name": node_pool, "namespace": args.namespace},
                spec={"config": [{"name": reference} for reference in names]},
                opts=pulumi.ResourceOptions(parent=self, depends_on=[self.config_map]),
            )
        self.register_outputs({"configMap": args.config_map})
