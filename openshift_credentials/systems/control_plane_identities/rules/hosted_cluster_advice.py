"""What the API server accepts in a HostedCluster on Azure although it is wrong.

Sources: openshift/hypershift (platform/azure, kas/kms, secretproviderclass) and the provider of the
Secrets Store CSI driver, from which later failures follow.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import (
    is_array,
    object_member,
    text_member,
)
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.control_plane_identities.rules.authentication_type import (
    AuthenticationType,
)
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.csi_provider import (
    MountStep,
    mount,
    vault_name_problem,
)
from openshift_credentials.systems.control_plane_identities.rules.secret_provider_class import (
    objects_text,
)
from openshift_credentials.systems.control_plane_identities.rules.workload_identities import (
    DATA_PLANE_FIELDS,
)

SUPPORTED_CLOUDS: Final = ("AzurePublicCloud", "AzureUSGovernmentCloud", "AzureChinaCloud")
"""Clouds that support node pools of managed clusters."""

VAULT_NAME: Final = re.compile(r"(?=.{3,24}\Z)[a-zA-Z][a-zA-Z0-9]*(?:-[a-zA-Z0-9]+)*")
"""Names of vaults that Azure accepts; the CSI provider and the API accept more."""

_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_AZURE: Final = "spec.platform.azure"
_KMS: Final = "spec.secretEncryption.kms"
_CONTROL_PLANE: Final = f"{_AZURE}.azureAuthenticationConfig.managedIdentities.controlPlane"


def warning(code: str, field: str, why: str, way_out: str) -> Notice:
    """A problem that the API server does not reject."""
    return Notice(code, Severity.WARNING, why, way_out, field)


def change_advice(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Notice]:
    """Changes that the API accepts and a running cluster does not support."""
    before, after = (
        text_member(
            _authentication(object_member(manifest, "spec")), "azureAuthenticationConfigType"
        )
        for manifest in (old, new)
    )
    if before and after and before != after:
        yield warning(
            "AUTHENTICATION_CHANGED",
            f"{_AZURE}.azureAuthenticationConfig.azureAuthenticationConfigType",
            f"the API accepts the change from {before} to {after}, but a running cluster does "
            "not support it",
            "create a new cluster",
        )


def _authentication(spec: Mapping[str, object]) -> Mapping[str, object]:
    azure = object_member(object_member(spec, "platform"), "azure")
    return object_member(azure, "azureAuthenticationConfig")


def advice(spec: Mapping[str, object]) -> Iterator[Notice]:
    """Problems of a spec with which components of the cluster do not start."""
    platform = object_member(spec, "platform")
    if text_member(platform, "type") != "Azure":
        return
    if "azure" not in platform:
        yield warning(
            "NO_AZURE", _AZURE, "the platform is Azure, but its settings are missing", "add azure"
        )
        return
    azure = object_member(platform, "azure")
    kind = text_member(_authentication(spec), "azureAuthenticationConfigType")
    for name in ("tenantID", "subscriptionID"):
        yield from _uuid_advice(azure, name, f"{_AZURE}.{name}")
    yield from _encryption_advice(spec, kind)
    if kind == AuthenticationType.MANAGED_IDENTITIES:
        yield from _managed_advice(spec, azure)


def _uuid_advice(members: Mapping[str, object], name: str, field: str) -> Iterator[Notice]:
    value = members.get(name)
    if isinstance(value, str) and not _UUID.fullmatch(value):
        yield warning(
            "NOT_A_UUID", field, "is not a UUID, which Azure requires", "copy the ID again"
        )


def _managed_advice(spec: Mapping[str, object], azure: Mapping[str, object]) -> Iterator[Notice]:
    identities = object_member(_authentication(spec), "managedIdentities")
    control_plane = object_member(identities, "controlPlane")
    cloud = text_member(azure, "cloud")
    if cloud and cloud not in SUPPORTED_CLOUDS:
        yield warning(
            "CLOUD_NOT_SUPPORTED",
            f"{_AZURE}.cloud",
            f"node pools of a managed cluster cannot be in {cloud}",
            f"choose one of {', '.join(SUPPORTED_CLOUDS)}",
        )
    yield from _vault_advice(control_plane, text_member(azure, "tenantID"))
    data_plane = object_member(identities, "dataPlane")
    for name in DATA_PLANE_FIELDS.values():
        yield from _uuid_advice(
            data_plane,
            name,
            f"{_AZURE}.azureAuthenticationConfig.managedIdentities.dataPlane.{name}",
        )
    if "imageRegistry" not in control_plane and not _is_disabled(spec, "ImageRegistry"):
        yield warning(
            "NO_IMAGE_REGISTRY",
            f"{_CONTROL_PLANE}.imageRegistry",
            "capability ImageRegistry is enabled, and its operator has no identity",
            "add it, or disable the capability",
        )
    yield from _secret_name_advice(_secret_names(spec, control_plane))


def _is_disabled(spec: Mapping[str, object], capability: str) -> bool:
    disabled = object_member(spec, "capabilities").get("disabled")
    return is_array(disabled) and capability in disabled


def _vault_advice(control_plane: Mapping[str, object], tenant_id: str) -> Iterator[Notice]:
    vault = object_member(control_plane, "managedIdentitiesKeyVault")
    field = f"{_CONTROL_PLANE}.managedIdentitiesKeyVault"
    name = vault.get("name")
    if isinstance(name, str) and not VAULT_NAME.fullmatch(name):
        yield warning(
            "VAULT_NAME",
            f"{field}.name",
            "is not the name of a vault: 3 to 24 letters, digits and single hyphens, starting "
            "with a letter and not ending with a hyphen"
            + (", so no volume of its pods is mounted" if vault_name_problem(name) else ""),
            "set the bare name, without https:// and suffix",
        )
    yield from _uuid_advice(vault, "tenantID", f"{field}.tenantID")
    vault_tenant = text_member(vault, "tenantID")
    if _UUID.fullmatch(vault_tenant) and vault_tenant.lower() != tenant_id.lower():
        yield warning(
            "OTHER_TENANT",
            f"{field}.tenantID",
            f"differs from {_AZURE}.tenantID",
            "make sure that the vault and the identity that reads it are in this tenant",
        )


def _secret_names(
    spec: Mapping[str, object], control_plane: Mapping[str, object]
) -> dict[Component, str]:
    kms = object_member(object_member(spec, "secretEncryption"), "kms")
    members = {**control_plane, Component.KMS: object_member(object_member(kms, "azure"), "kms")}
    names = {
        component: text_member(object_member(members, component), "credentialsSecretName")
        for component in Component
    }
    return {component: name for component, name in names.items() if name}


def _secret_name_advice(names: Mapping[Component, str]) -> Iterator[Notice]:
    for name, number in Counter(name.lower() for name in names.values()).items():
        users = [component for component in names if names[component].lower() == name]
        if number > 1:
            yield warning(
                "SAME_SECRET",
                f"{users[-1].field}.credentialsSecretName",
                f"{' and '.join(users)} read the same secret and therefore log in as the same "
                "identity",
                "use one secret per identity",
            )
    for component, name in names.items():
        result = mount(objects_text(name, "utf-8"), "{}")
        if result.step is not MountStep.OK or result.file != name:
            yield warning(
                "NAME_READ_AS_YAML",
                f"{component.field}.credentialsSecretName",
                "has another meaning in YAML, so the volume of its pods is not mounted",
                "choose another name",
            )


def _encryption_advice(spec: Mapping[str, object], kind: str) -> Iterator[Notice]:
    encryption = object_member(spec, "secretEncryption")
    if text_member(encryption, "type") == "kms" and "kms" not in encryption:
        yield warning("NO_KMS", _KMS, "type is kms, but its settings are missing", "add kms")
    kms = object_member(encryption, "kms")
    if text_member(kms, "provider") == "Azure" and "azure" not in kms:
        yield warning(
            "NO_KMS",
            f"{_KMS}.azure",
            "provider is Azure, but its settings are missing",
            "add azure",
        )
    azure = object_member(kms, "azure")
    wrong = {
        AuthenticationType.MANAGED_IDENTITIES.value: "workloadIdentity",
        AuthenticationType.WORKLOAD_IDENTITIES.value: "kms",
    }.get(kind, "")
    if wrong in azure:
        right = "kms" if kind == AuthenticationType.MANAGED_IDENTITIES else "workloadIdentity"
        yield warning(
            "KMS_IDENTITY",
            f"{_KMS}.azure.{wrong}",
            f"a cluster with {kind} needs {right}, so kube-apiserver does not start",
            f"replace it with {right}",
        )
    if "backupKey" in azure:
        yield warning(
            "BACKUP_KEY", f"{_KMS}.azure.backupKey", "is deprecated", "rotate activeKey alone"
        )
