"""Alerts of Prometheus on the backups of a stack."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.systems.etcd_backup.plan.alerts import PlannedRule

from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class AlertRulesArgs:
    """The rules, each in its namespace."""

    rules: Sequence[PlannedRule]


class AlertRules(pulumi.ComponentResource):
    """One PrometheusRule per namespace."""

    def __init__(
        self, name: str, args: AlertRulesArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:etcd-backup:AlertRules", name, None, opts)
        for rule in args.rules:
            CustomResource(
                f"{name}-{rule.namespace}",
                api_version="monitoring.coreos.com/v1",
                kind="PrometheusRule",
                metadata={
                    "name": rule.name,
                    "namespace": rule.namespace,
                    "labels": {"app.kubernetes.io/managed-by": "openshift-credentials"},
                },
                spec={"groups": rule.groups},
                opts=child_options(self, opts),
            )
        self.register_outputs({"namespaces": [item.namespace for item in args.rules]})
