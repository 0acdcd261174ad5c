"""Settings of the Cloud Credential Operator: branch ``cloudCredentials`` of the stack file."""

import re
from typing import Annotated, Final

from pydantic import Field, InstanceOf, SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import (
    AwsAccountId,
    AwsRegion,
    Follows,
    GcpProject,
    GcpUniverse,
    Lax,
    NumberAsText,
    PolicyArn,
    Settings,
)
from openshift_credentials.stack.clouds import AwsTags
from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.stack.overrides import Overrides
from openshift_credentials.stack.request_folder import RequestFolder
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE

from ..rules.modes.effective import Mode
from ..rules.modes.platforms import Platform
from ..rules.releases import Release
from .root_secret import RootSecret

NEXT_RELEASE: Final = TextRule(
    "a minor release, as 4.18 in quotation marks", re.compile(r"[1-9][0-9]*\.(0|[1-9][0-9]*)"), "4.18"
)
ROTATION: Final = TextRule(
    "1 to 64 letters, digits, hyphens and periods; a new value creates new keys",
    re.compile(r"[A-Za-z0-9.-]+"),
    "2026-11-21",
    maximum=64,
)
SECRET_REFERENCE: Final = TextRule(
    "'namespace/name' of a Secret, both valid Kubernetes names",
    re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?/[a-z0-9]([-.a-z0-9]*[a-z0-9])?"),
    "openshift-image-registry/installer-cloud-credentials",
    minimum=3,
    maximum=317,
)
SECRET_KEY: Final = TextRule(
    "a key of a Secret: letters, digits, hyphens, underscores and periods",
    re.compile(r"[-._a-zA-Z0-9]+"),
    "azure_client_id",
    maximum=253,
)


class AwsPlace(Settings):
    """Place of IAM users."""

    region: AwsRegion
    """Region of the cluster. IAM users are created in its partition."""
    account_id: AwsAccountId
    """Account of the cluster. The stack refuses credentials of any other account."""
    permissions_boundary: PolicyArn | None = None
    """ARN of the managed policy that is the permissions boundary of every user. The operator sets
    it on the users that it mints too.
    """


class GcpPlace(Settings):
    """Place of the service account."""

    project: GcpProject
    """Project of the cluster. The key file of the root secret must belong to it."""
    universe: GcpUniverse = GOOGLE_UNIVERSE
    """Domain of the universe of Google Cloud."""
    settle_seconds: int = Field(default=120, ge=0, le=900)
    """Wait between a new key or role and the root secret, in seconds."""


class CloudCredentialsSettings(Settings):
    """Branch `cloudCredentials`: mode, root secret and component secrets of a cluster."""

    name: Annotated[str, Follows(kubernetes_rules.CLUSTER_NAME)]
    """Name of the cluster. Resource names contain it."""
    platform: Lax[Platform]
    """Platform of the cluster, as in its Infrastructure object."""
    mode: Lax[Mode]
    """`Mint`, `Passthrough` or `Manual`: `spec.credentialsMode` of the operator."""
    openshift_version: Annotated[str, Follows(kubernetes_rules.OPENSHIFT_VERSION)] | None = Field(
        default=None,
        description="OpenShift version of the cluster, as `4.18`: the rules of its operator. "
        f"Default: {Release.CURRENT}, the newest that the rules were read from.",
    )
    cluster_exists: bool = True
    """The cluster exists, and the stack writes to it. With `false`, the outputs contain the line
    for install-config and the manifests for openshift-install.
    """
    requests: InstanceOf[RequestFolder] | None = None
    """Folder of CredentialsRequests, as written by `oc adm release extract --credentials-requests`.
    Relative to the project's directory.
    """
    tech_preview: bool = False
    """Also process requests of feature set `TechPreviewNoUpgrade`."""
    disabled_capabilities: Lax[tuple[str, ...]] = ()
    """Disabled capabilities of the cluster. Their requests are skipped."""
    root_secret: RootSecret | None = None
    """The root secret, in modes `Mint` and `Passthrough`."""
    remove_after_installation: bool = False
    """Mode `Mint`: remove the root secret after installation. The operator then only checks the
    credentials that it minted, and the cluster cannot be upgraded until the root secret is
    restored.
    """
    aws: AwsPlace | None = None
    """Where the stack creates IAM users. In mode `Manual` without it, the stack sets only the mode,
    for a cluster with short-term credentials.
    """
    gcp: GcpPlace | None = None
    """Where the stack creates the service account of the root secret."""
    component_secrets: dict[
        Annotated[str, Follows(SECRET_REFERENCE)], dict[Annotated[str, Follows(SECRET_KEY)], SecretStr]
    ] = Field(default={})
    """Mode `Manual`, on platforms other than AWS: content of each component's Secret, by
    `namespace/name`, not base64-encoded. Secret.
    """
    rotation: Annotated[str, Follows(ROTATION), NumberAsText] = "1"
    """Any text. When it changes, the stack creates new keys and deletes the old ones once the new
    ones are written.
    """
    upgradeable_to: Annotated[str, Follows(NEXT_RELEASE)] | None = None
    """Release to which the cluster may be upgraded. `requests` must be those of that release; the
    stack writes their credentials first.
    """
    kubernetes: Kubernetes = Kubernetes()
    """How to reach the cluster."""
    tags: AwsTags = Field(default={})
    """Tags of all resources on AWS."""
    overrides: Overrides = Field(default={})
    """Inputs of single resources, by their logical names. See docs/compose.md."""

    @property
    def release(self) -> Release:
        """The release whose rules count."""
        return Release.of(self.openshift_version or Release.CURRENT)

    @property
    def root_user_name(self) -> str:
        """Name of the IAM user of the root secret."""
        given = self.root_secret.aws.user_name if self.root_secret and self.root_secret.aws else None
        return given or f"{self.name}-cloud-credentials"

    @property
    def root_is_written(self) -> bool:
        """Whether there is currently a root secret."""
        return self.root_secret is not None and not self.remove_after_installation and not self.root_secret.is_of_others

    @property
    def makes_component_users(self) -> bool:
        """Whether components get their own IAM users, with keys that do not expire.

        Without a place for users, mode Manual on AWS is that of short-term credentials: roles and
        Secrets come from ``componentIdentities`` or from ``ccoctl``, as on every other platform.
        """
        is_manual = self.mode is Mode.MANUAL and self.platform is Platform.AWS
        return is_manual and self.aws is not None

    @property
    def makes_service_account(self) -> bool:
        """Whether the stack creates a service account, or its custom role, for the root secret."""
        return bool(self.root_secret and self.root_secret.gcp and self.root_secret.gcp.make)

    @property
    def has_credentials(self) -> bool:
        """Whether the stack creates or gets credentials; otherwise it only sets the mode."""
        return bool(self.root_secret or self.makes_component_users or self.component_secrets)
