"""Fields of operators' objects, owned by server-side apply."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResourcePatch

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.cloud_credentials.preview import OPERATOR_MODE_TYPE
from openshift_credentials.systems.cloud_credentials.rules.modes.upgrades import (
    UPGRADEABLE_ANNOTATION,
)

from ..base.options import child_options

OPERATOR_API = "operator.openshift.io/v1"
_FORCE = {upstream.PATCH_FORCE_ANNOTATION: "true"}
"""The installer owns the field until the stack does."""


@dataclass(frozen=True, kw_only=True)
class OperatorModeArgs:
    """``spec.credentialsMode`` of CloudCredential ``cluster``.

    ``answer`` is the mode that the operator will be in, ``path`` why.
    """

    mode: str
    answer: str
    path: Sequence[str]


class OperatorMode(pulumi.ComponentResource):
    """Owns the mode of the operator and no other field of its object.

    The object is never created or deleted. A destroy keeps the mode: with an empty mode the
    operator would start to mint.
    """

    def __init__(
        self, name: str, args: OperatorModeArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(OPERATOR_MODE_TYPE, name, None, opts)
        self.patch = CustomResourcePatch(
            name,
            api_version=OPERATOR_API,
            kind="CloudCredential",
            metadata={"name": "cluster", "annotations": _FORCE},
            spec={"credentialsMode": args.mode},
            opts=child_options(self, opts, keeping=Keeping.LEFT_BEHIND),
        )
        self.register_outputs({"mode": args.mode, "answer": args.answer, "path": list(args.path)})


@dataclass(frozen=True, kw_only=True)
class UpgradeableToArgs:
    """The release, after everything that it needs is written."""

    release: str


class UpgradeableTo(pulumi.ComponentResource):
    """Owns the annotation that allows the cluster to be upgraded, after all credentials exist."""

    def __init__(
        self, name: str, args: UpgradeableToArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:kubernetes:UpgradeableTo", name, None, opts)
        self.patch = CustomResourcePatch(
            name,
            api_version=OPERATOR_API,
            kind="CloudCredential",
            metadata={
                "name": "cluster",
                "annotations": {UPGRADEABLE_ANNOTATION: args.release, **_FORCE},
            },
            opts=child_options(self, opts),
        )
        self.register_outputs({"release": args.release})


@dataclass(frozen=True, kw_only=True)
class RedeploymentArgs:
    """Reason for a new rollout of the controller manager."""

    reason: pulumi.Input[str]


class ControllerManagerRedeployment(pulumi.ComponentResource):
    """Starts a rollout of the controller manager when the reason changes.

    Without the vSphere CSI Driver Operator, it would not read the new credential otherwise.
    """

    def __init__(
        self, name: str, args: RedeploymentArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:kubernetes:Redeployment", name, None, opts)
        self.patch = CustomResourcePatch(
            name,
            api_version=OPERATOR_API,
            kind="KubeControllerManager",
            metadata={"name": "cluster", "annotations": _FORCE},
            spec={"forceRedeploymentReason": args.reason},
            opts=child_options(self, opts, keeping=Keeping.LEFT_BEHIND),
        )
        self.register_outputs({})
