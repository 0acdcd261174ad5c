"""HostedClusters on Azure: the API server's errors, and what it accepts although it is wrong.

Sources: the API rules of :mod:`.hosted_cluster_rules`, compared with a real API server; later
failures follow from openshift/hypershift (platform/azure, kas/kms, secretproviderclass) and the
provider of the Secrets Store CSI driver.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.kubernetes.admission.admission import admit, admit_update
from openshift_credentials.platforms.kubernetes.admission.status_cause import StatusCause
from openshift_credentials.platforms.kubernetes.json_values import (
    is_array,
    object_member,
    text_member,
)
from openshift_credentials.systems.control_plane_identities.rules.authentication_type import (
    AuthenticationType,
)
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.csi_provider import Step, mount
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_rules import (
    HOSTED_CLUSTERS,
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


def _warning(code: str, field: str, why: str, way_out: str) -> Notice:
    """A problem that the API server does not reject."""
    return Notice(code, Severity.WARNING, why, way_out, field)


@dataclass(frozen=True, slots=True)
class HostedClusterVerdict:
    """``errors`` are the API server's; ``warnings`` are what it accepts although it is wrong."""

    name: str
    errors: tuple[StatusCause, ...]
    warnings: tuple[Notice, ...]

    @property
    def accepted(self) -> bool:
        """Whether the API server accepts the object."""
        return not self.errors


def judge_hosted_cluster(
    manifest: Mapping[str, object], replaces: Mapping[str, object] | None = None
) -> HostedClusterVerdict:
    """The verdict on an object that is created or that replaces another one of the same name."""
    admission = (
        admit(HOSTED_CLUSTERS, manifest)
        if replaces is None
        else admit_update(HOSTED_CLUSTERS, replaces, manifest)
    )
    warnings = [*_advice(object_member(admission.body, "spec"))]
    if replaces is not None:
        warnings += _change_advice(replaces, manifest)
    warnings += [
        _warning("PRUNED", field, "the API does not have this field and drops it", "remove it")
        for field in admission.pruned
    ]
    if admission.rules_skipped:
        message = "the API server stops at these errors and does not check rules between fields"
        warnings.append(
            _warning("RULES_NOT_CHECKED", "spec", message, "correct them and check again")
        )
    name = text_member(object_member(manifest, "metadata"), "name")
    return HostedClusterVerdict(name, admission.errors, tuple(warnings))


def _change_advice(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Notice]:
    before, after = (
        text_member(
            _authentication(object_member(manifest, "spec")), "azureAuthenticationConfigType"
        )
        for manifest in (old, new)
    )
    if before and after and before != after:
        yield _warning(
            "AUTHENTICATION_CHANGED",
            f"{_AZURE}.azureAuthenticationConfig.azureAuthenticationConfigType",
            f"the API accepts the change from {before} to {after}, but a running cluster does "
            "not support it",
            "create a new cluster",
        )


def _authentication(spec: Mapping[str, object]) -> Mapping[str, object]:
    azure = object_member(object_member(spec, "platform"), "azure")
    return object_member(azure, "azureAuthenticationConfig")


def _advice(spec: Mapping[str, object]) -> Iterator[Notice]:
    platform = object_member(spec, "platform")
    if text_member(platform, "type") != "Azure":
        return
    if "azure" not in platform:
        yield _warning(
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
        yield _warning(
            "NOT_A_UUID", field, "is not a UUID, which Azure requires", "copy the ID again"
        )


def _managed_advice(spec: Mapping[str, object], azure: Mapping[str, object]) -> Iterator[Notice]:
    identities = object_member(_authentication(spec), "managedIdentities")
    control_plane = object_member(identities, "controlPlane")
    cloud = text_member(azure, "cloud")
    if cloud and cloud not in SUPPORTED_CLOUDS:
        yield _warning(
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
        yield _warning(
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
        yield _warning(
            "VAULT_NAME",
            f"{field}.name",
            "is not the name of a vault: 3 to 24 letters, digits and single hyphens, starting "
            "with a letter and not ending with a hyphen",
            "set the bare name, without https:// and suffix",
        )
    yield from _uuid_advice(vault, "tenantID", f"{field}.tenantID")
    vault_tenant = text_member(vault, "tenantID")
    if _UUID.fullmatch(vault_tenant) and vault_tenant.lower() != tenant_id.lower():
        yield _warning(
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
            yield _warning(
                "SAME_SECRET",
                f"{users[-1].field}.credentialsSecretName",
                f"{' and '.join(users)} read the same secret and therefore log in as the same "
                "identity",
                "use one secret per identity",
            )
    for component, name in names.items():
        result = mount(objects_text(name, "utf-8"), "{}")
        if result.step is not Step.OK or result.file != name:
            yield _warning(
                "NAME_READ_AS_YAML",
                f"{component.field}.credentialsSecretName",
                "has another meaning in YAML, so the volume of its pods is not mounted",
                "choose another name",
            )


def _encryption_advice(spec: Mapping[str, object], kind: str) -> Iterator[Notice]:
    encryption = object_member(spec, "secretEncryption")
    if text_member(encryption, "type") == "kms" and "kms" not in encryption:
        yield _warning("NO_KMS", _KMS, "type is kms, but its settings are missing", "add kms")
    kms = object_member(encryption, "kms")
    if text_member(kms, "provider") == "Azure" and "azure" not in kms:
        yield _warning(
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
        yield _warning(
            "KMS_IDENTITY",
            f"{_KMS}.azure.{wrong}",
            f"a cluster with {kind} needs {right}, so kube-apiserver does not start",
            f"replace it with {right}",
        )
    if "backupKey" in azure:
        yield _warning(
            "BACKUP_KEY", f"{_KMS}.azure.backupKey", "is deprecated", "rotate activeKey alone"
        )
