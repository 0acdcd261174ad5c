"""Configuration of OADP's HyperShift plugin, owned by field."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.core.v1 import ConfigMapPatch

from openshift_credentials.etcd_backup.rules.oadp import PLUGIN_CONFIG_MAP


@dataclass(frozen=True, kw_only=True)
class PluginConfigArgs:
    """OADP's namespace, and the members of the ConfigMap that this stack owns."""

    namespace: str
    data: Mapping[str, str]


class PluginConfig(pulumi.ComponentResource):
    """Some members of the plugin's ConfigMap, by server-side apply.

    Members that others set stay theirs. Where another manager owns one of ours with another
    value, the update stops with the API server's conflict instead of taking it over.
    """

    def __init__(
        self, name: str, args: PluginConfigArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:oadp:PluginConfig", name, None, opts)
        self.patch: pulumi.Resource = ConfigMapPatch(
            name,
            metadata={"name": PLUGIN_CONFIG_MAP, "namespace": args.namespace},
            data=args.data,
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({"configMap": PLUGIN_CONFIG_MAP, "keys": sorted(args.data)})
