"""Identities of workloads, for any cloud, and their outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.image_pulls.settings import Workload


@dataclass(frozen=True, kw_only=True)
class Identified:
    """A workload, the annotations with its identity, and what they must wait for."""

    workload: Workload
    annotations: Mapping[str, pulumi.Input[str]]
    after: Sequence[pulumi.Resource]


@dataclass(frozen=True, kw_only=True)
class PullRoleOutputs(Outputs):
    """Outputs of identities on AWS."""

    pull_role_arns: Annotated[Mapping[str, pulumi.Output[str]], About("ARNs of the roles by their names.")]


@dataclass(frozen=True, kw_only=True)
class PullIdentityOutputs(Outputs):
    """Outputs of identities on Azure."""

    pull_client_ids: Annotated[Mapping[str, pulumi.Output[str]], About("Client IDs of the identities by group.")]


@dataclass(frozen=True, kw_only=True)
class CloudSide:
    """All workloads, and outputs."""

    identified: Sequence[Identified] = ()
    outputs: PullRoleOutputs | PullIdentityOutputs | None = None
