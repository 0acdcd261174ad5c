"""Single fields of objects that belong to operators, owned by server-side apply."""

from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResourcePatch

from openshift_credentials.cloud_credentials.mode_verdict import OPERATOR_MODE_TYPE
from openshift_credentials.cloud_credentials.rules.modes.upgrades import UPGRADEABLE_ANNOTATION

OPERATOR_API = "operator.openshift.io/v1"
_FORCE = {"pulumi.com/patchForce": "true"}
"""The installer owns the field until the stack does."""


@dataclass(frozen=True, kw_only=True)
class OperatorModeArgs:
    """``spec.credentialsMode`` of CloudCredential ``cluster``, and what it needs before it.

    ``answer`` is the mode that the operator will be in, ``path`` why.
    """

    mode: str
    answer: str
    path: tuple[str, ...]
    needed_first: tuple[pulumi.Resource, ...] = ()


class OperatorMode(pulumi.ComponentResource):
    """Owns the mode of the operator and nothing else of its object.

    The object is never created or deleted. Taking the stack away leaves the mode as it is: an
    empty one would let the operator start to mint.
    """

    patch: CustomResourcePatch

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
            opts=pulumi.ResourceOptions(
                parent=self, depends_on=list(args.needed_first), retain_on_delete=True
            ),
        )
        self.register_outputs({"mode": args.mode, "answer": args.answer, "path": list(args.path)})


@dataclass(frozen=True, kw_only=True)
class UpgradeableToArgs:
    """The release, and everything that has to be written before it is announced."""

    release: str
    needed_first: tuple[pulumi.Resource, ...]


class UpgradeableTo(pulumi.ComponentResource):
    """Owns the annotation that lets the cluster be upgraded, once all credentials are there."""

    patch: CustomResourcePatch

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
            opts=pulumi.ResourceOptions(parent=self, depends_on=list(args.needed_first)),
        )
        self.register_outputs({"release": args.release})


@dataclass(frozen=True, kw_only=True)
class RedeploymentArgs:
    """Why the controller manager is deployed again, and after what."""

    reason: pulumi.Input[str]
    needed_first: tuple[pulumi.Resource, ...]


class ControllerManagerRedeployment(pulumi.ComponentResource):
    """Deploys the controller manager again whenever the reason changes.

    Without the vSphere CSI Driver Operator nothing else makes it read the new credential.
    """

    patch: CustomResourcePatch

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
            opts=pulumi.ResourceOptions(
                parent=self, depends_on=list(args.needed_first), retain_on_delete=True
            ),
        )
        self.register_outputs({})
