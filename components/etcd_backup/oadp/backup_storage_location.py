"""Velero's storage location, created or adopted by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.systems.etcd_backup.rules.oadp import VELERO_API_VERSION

from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class BackupStorageLocationArgs:
    """Name and place of the location; without ``spec`` it exists and is not changed."""

    location_name: str
    namespace: str
    spec: Mapping[str, Any] | None


class BackupStorageLocation(pulumi.ComponentResource):
    """Velero's storage location, with every field that the HyperShift plugin reads.

    ``location`` must exist before a Schedule: it is empty if the location was adopted.
    """

    def __init__(
        self, name: str, args: BackupStorageLocationArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:oadp:BackupStorageLocation", name, None, opts)
        self.location: Sequence[pulumi.Resource] = ()
        if args.spec is not None:
            location = CustomResource(
                name,
                api_version=VELERO_API_VERSION,
                kind="BackupStorageLocation",
                metadata={"name": args.location_name, "namespace": args.namespace},
                spec=args.spec,
                opts=child_options(self, opts),
            )
            self.location = (location,)
        self.register_outputs({"name": args.location_name, "adopted": args.spec is None})
