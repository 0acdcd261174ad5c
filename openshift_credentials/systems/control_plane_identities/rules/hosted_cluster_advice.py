"""What the API server accepts in a HostedCluster on Azure although it is wrong.

Sources: openshift/hypershift (platform/azure, kas/kms, secretproviderclass) and the provider of the
Secrets Store CSI driver, from which later failures follow.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import is_array, object_member, text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.azure.text_rules import GUID

from .authentication_type import AuthenticationType
from .components import Component
from .csi_provider import MountStep, mount, vault_name_problem
from .secret_provider_class import objects_text
from .workload_identities import DATA_PLANE_FIELDS

ADVICE: Final = package_notices(__package__ or "", "hosted_cluster_advice.yaml")

SUPPORTED_CLOUDS: Final = ("AzurePublicCloud", "AzureUSGovernmentCloud", "AzureChinaCloud")
"""Clouds that support node pools of managed clusters."""

VAULT_NAME: Final = re.compile(r"(?=.{3,24}\Z)[a-zA-Z][a-zA-Z0-9]*(?:-[a-zA-Z0-9]+)*")
"""Names of vaults that Azure accepts; the CSI provider and the API accept more."""

_AZURE: Final = "spec.platform.azure"
_KMS: Final = "spec.secretEncryption.kms"
_CONTROL_PLANE: Final = (
    "spec.platform.azure.azureAuthenticationConfig.managedIdentities.controlPlane"
)


def change_advice(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Notice]:
    """Changes that the API accepts and a running cluster does not support."""
    before, after = (
        text_member(
            _authentication(object_member(manifest, "spec")), "azureAuthenticationConfigType"
        )
        for manifest in (old, new)
    )
    if before and after and before != after:
        yield ADVICE["AUTHENTICATION_CHANGED"].fill(before=before, after=after)


def _authentication(spec: Mapping[str, object]) -> Mapping[str, object]:
    return object_member(spec, "platform", "azure", "azureAuthenticationConfig")


def advice(spec: Mapping[str, object]) -> Iterator[Notice]:
    """Problems of a spec with which components of the cluster do not start."""
    platform = object_member(spec, "platform")
    if text_member(platform, "type") != "Azure":
        return
    if "azure" not in platform:
        yield ADVICE["NO_AZURE"]
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
    if isinstance(value, str) and GUID.problem(value):
        yield ADVICE["NOT_A_UUID"].fill(field=field)


def _managed_advice(spec: Mapping[str, object], azure: Mapping[str, object]) -> Iterator[Notice]:
    identities = object_member(_authentication(spec), "managedIdentities")
    control_plane = object_member(identities, "controlPlane")
    cloud = text_member(azure, "cloud")
    if cloud and cloud not in SUPPORTED_CLOUDS:
        yield ADVICE["CLOUD_NOT_SUPPORTED"].fill(cloud=cloud, names=", ".join(SUPPORTED_CLOUDS))
    yield from _vault_advice(control_plane, text_member(azure, "tenantID"))
    data_plane = object_member(identities, "dataPlane")
    for name in DATA_PLANE_FIELDS.values():
        yield from _uuid_advice(
            data_plane,
            name,
            f"{_AZURE}.azureAuthenticationConfig.managedIdentities.dataPlane.{name}",
        )
    if "imageRegistry" not in control_plane and not _is_disabled(spec, "ImageRegistry"):
        yield ADVICE["NO_IMAGE_REGISTRY"]
    yield from _secret_name_advice(_secret_names(spec, control_plane))


def _is_disabled(spec: Mapping[str, object], capability: str) -> bool:
    disabled = object_member(spec, "capabilities").get("disabled")
    return is_array(disabled) and capability in disabled


def _vault_advice(control_plane: Mapping[str, object], tenant_id: str) -> Iterator[Notice]:
    vault = object_member(control_plane, "managedIdentitiesKeyVault")
    field = f"{_CONTROL_PLANE}.managedIdentitiesKeyVault"
    name = vault.get("name")
    if isinstance(name, str) and not VAULT_NAME.fullmatch(name):
        then = ", so no volume of its pods is mounted" if vault_name_problem(name) else ""
        yield ADVICE["VAULT_NAME"].fill(then=then)
    yield from _uuid_advice(vault, "tenantID", f"{field}.tenantID")
    vault_tenant = text_member(vault, "tenantID")
    if not GUID.problem(vault_tenant) and vault_tenant.lower() != tenant_id.lower():
        yield ADVICE["OTHER_TENANT"]


def _secret_names(
    spec: Mapping[str, object], control_plane: Mapping[str, object]
) -> dict[Component, str]:
    kms = object_member(spec, "secretEncryption", "kms", "azure", "kms")
    members = {**control_plane, Component.KMS: kms}
    names = {
        component: text_member(members, component, "credentialsSecretName")
        for component in Component
    }
    return {component: name for component, name in names.items() if name}


def _secret_name_advice(names: Mapping[Component, str]) -> Iterator[Notice]:
    for name, number in Counter(name.lower() for name in names.values()).items():
        users = [component for component in names if names[component].lower() == name]
        if number > 1:
            yield ADVICE["SAME_SECRET"].fill(names=" and ".join(users), field=users[-1].field)
    for component, name in names.items():
        result = mount(objects_text(name, "utf-8"), "{}")
        if result.step is not MountStep.OK or result.file != name:
            yield ADVICE["NAME_READ_AS_YAML"].fill(field=component.field)


def _encryption_advice(spec: Mapping[str, object], kind: str) -> Iterator[Notice]:
    encryption = object_member(spec, "secretEncryption")
    if text_member(encryption, "type") == "kms" and "kms" not in encryption:
        yield ADVICE["NO_KMS"].fill(setting=_KMS, what="type is kms", part="kms")
    kms = object_member(encryption, "kms")
    if text_member(kms, "provider") == "Azure" and "azure" not in kms:
        yield ADVICE["NO_KMS"].fill(setting=f"{_KMS}.azure", what="provider is Azure", part="azure")
    azure = object_member(kms, "azure")
    wrong = {
        AuthenticationType.MANAGED_IDENTITIES.value: "workloadIdentity",
        AuthenticationType.WORKLOAD_IDENTITIES.value: "kms",
    }.get(kind, "")
    if wrong in azure:
        right = "kms" if kind == AuthenticationType.MANAGED_IDENTITIES else "workloadIdentity"
        yield ADVICE["KMS_IDENTITY"].fill(kind=kind, right=right, wrong=wrong)
    if "backupKey" in azure:
        yield ADVICE["BACKUP_KEY"]
