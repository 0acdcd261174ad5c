"""Settings of single identities: IDs, credentials, and the rules of their texts."""

import re
from typing import Annotated, Final

from pydantic import SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure.managed_identity.storage import ObjectEncoding
from openshift_credentials.stack.base import Follows, Guid, Lax, Settings

from ..rules.components import Component, script_secret_name
from ..rules.hosted_cluster_advice import VAULT_NAME

KEY_VAULT_NAME: Final = TextRule(
    "3 to 24 letters, digits and single hyphens, starting with a letter and not ending with a "
    "hyphen",
    VAULT_NAME,
    "hcp-identities",
    minimum=3,
    maximum=24,
)
SECRET_NAME: Final = TextRule(
    "1 to 127 letters, digits and hyphens",
    re.compile("[a-zA-Z0-9-]+"),
    "cpo-demo-json",
    maximum=127,
)
INFRA_ID: Final = TextRule(
    "lower-case letters, digits and hyphens, with a letter or digit at both ends",
    re.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?"),
    "demo-x7k2p",
    maximum=63,
)


class KeyVaultUser(Settings):
    """The one identity of the management cluster that reads the vault."""

    client_id: Guid
    """Client ID, for the HyperShift Operator and every SecretProviderClass."""
    principal_id: Guid
    """Principal (object) ID, which gets the role."""


class ControlPlaneIdentity(Settings):
    """One identity of the control plane, and its credentials."""

    client_id: Guid
    """Client ID of the identity."""
    principal_id: Guid
    """Principal (object) ID, which gets the roles."""
    secret_name: Annotated[str, Follows(SECRET_NAME)] | None = None
    """Name of the vault's secret and of the file in the pod. Default: `<component>-<infraId>-json`,
    as in HyperShift's scripts.
    """
    object_encoding: Lax[ObjectEncoding] = ObjectEncoding.UTF_8
    """Encoding of the secret in the vault: `utf-8`, `hex` or `base64`."""
    document: SecretStr | None = None
    """UserAssignedIdentityCredentials as JSON, with all four timestamps. Secret."""

    def vault_secret(self, component: Component, infra_id: str) -> str:
        """Name of the vault's secret, the default included."""
        default = script_secret_name(component, infra_id) or f"{component}-{infra_id}-json"
        return self.secret_name or default


class Identities(Settings):
    """The identities of a managed control plane."""

    cloud_provider: ControlPlaneIdentity
    """Cloud controller manager."""
    control_plane_operator: ControlPlaneIdentity
    """Control plane operator."""
    node_pool_management: ControlPlaneIdentity
    """Cluster API provider."""
    ingress: ControlPlaneIdentity
    """Ingress operator."""
    network: ControlPlaneIdentity
    """Cloud network config controller."""
    disk: ControlPlaneIdentity
    """Controller of the disk CSI driver."""
    file: ControlPlaneIdentity
    """Controller of the file CSI driver."""
    image_registry: ControlPlaneIdentity | None = None
    """Image registry operator; required unless the capability is disabled."""
    kms: ControlPlaneIdentity | None = None
    """KMS provider of kube-apiserver; required with `kms`."""

    def by_component(self) -> dict[Component, ControlPlaneIdentity]:
        """The identities in the settings, by component."""
        by_alias = {field.alias: name for name, field in type(self).model_fields.items()}
        all_of_them = {
            component: getattr(self, by_alias[component.value]) for component in Component
        }
        return {
            component: identity
            for component, identity in all_of_them.items()
            if identity is not None
        }


class ExistingIdentity(Settings):
    """An existing identity of the data plane, with its federated credential."""

    client_id: Guid
    """Client ID."""
    principal_id: Guid
    """Principal (object) ID, which gets the role."""


class DataPlane(Settings):
    """Existing identities of the data plane; without this group the stack creates them."""

    disk: ExistingIdentity
    """Node part of the disk CSI driver."""
    file: ExistingIdentity
    """Node part of the file CSI driver."""
    image_registry: ExistingIdentity
    """Image registry."""

    def by_component(self) -> dict[Component, ExistingIdentity]:
        """The identities by component."""
        return {
            Component.DISK: self.disk,
            Component.FILE: self.file,
            Component.IMAGE_REGISTRY: self.image_registry,
        }
