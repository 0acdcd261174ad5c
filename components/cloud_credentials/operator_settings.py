"""Single fields of objects that belong to operators, owned by server-side apply."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResourcePatch

from components.options import child_options
from openshift_credentials.cloud_credentials.mode_verdict import OPERATOR_MODE_TYPE
from openshift_credentials.cloud_credentials.rules.modes.upgrades import UPGRADEABLE_ANNOTATION
from openshift_credentials.stack.base import Keeping

OPERATOR_API = "operator.openshift.io/v1"
_FORCE = {"pulumi.com/patchForce": "true"}
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
    """Owns the mode of the operator and nothing else of its object.

    The object is never created or deleted. Taking the stack away leaves the mode as it is: an
    empty one would let the operator start to mint.
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
    """The release; everything that it needs is written before."""

    release: str


class UpgradeableTo(pulumi.ComponentResource):
    """Owns the annotation that lets the cluster be upgraded, once all credentials are there."""

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
    """Why the controller manager is deployed again."""

    reason: pulumi.Input[str]


class ControllerManagerRedeployment(pulumi.ComponentResource):
    """Deploys the controller manager again whenever the reason changes.

    Without the vSphere CSI Driver Operator nothing else makes it read the new credential.
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
