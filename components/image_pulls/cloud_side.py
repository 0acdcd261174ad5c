"""Results of the cloud side of image pulls for the cluster side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi

from openshift_credentials.systems.image_pulls.settings import Workload


@dataclass(frozen=True, kw_only=True)
class Identified:
    """A workload, the annotations with its identity, and what they must wait for."""

    workload: Workload
    annotations: Mapping[str, pulumi.Input[str]]
    after: Sequence[pulumi.Resource]


@dataclass(frozen=True, kw_only=True)
class CloudSide:
    """All workloads, further dependencies of the node file, and exports."""

    identified: Sequence[Identified] = ()
    needed_first: Sequence[pulumi.Resource] = ()
    exports: Mapping[str, pulumi.Input[object]] = field(
        default_factory=dict[str, pulumi.Input[object]]
    )
