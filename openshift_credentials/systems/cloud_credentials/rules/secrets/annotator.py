"""The operator's annotator of the root secret.

Source: openshift/cloud-credential-operator ``pkg/operator/secretannotator`` at b187feee66f4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Annotation,
    EffectiveMode,
    Mode,
    OperatorError,
    is_valid_mode,
    mode_to_annotation,
    not_found,
    operator_configuration,
    quote,
)
from openshift_credentials.systems.cloud_credentials.rules.releases import (
    OPENSTACK_CA,
    OPENSTACK_DEFAULT,
    Release,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.clouds_yaml import (
    fix_invalid_ca_cert_file,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    CA_CERT,
    CLOUDS_YAML,
    GCP_SERVICE_ACCOUNT,
    SecretData,
    root_secret_openstack,
)


class AnnotatedCloud(StrEnum):
    """Clouds that have an annotator; on all others that of AWS runs and finds no secret."""

    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"
    OPENSTACK = "openstack"
    VSPHERE = "vsphere"


CONFIG_MAP_ABSENT: Final = "ABSENT"
"""Marker for a missing ConfigMap ``openshift-config/cloud-provider-config``."""

_CONFLICT: Final = {AnnotatedCloud.AZURE: "configuratoin conflict"}
_SECRET_NAMES: Final = {
    AnnotatedCloud.AWS: "aws-creds",
    AnnotatedCloud.AZURE: "azure-credentials",
    AnnotatedCloud.GCP: "gcp-credentials",
    AnnotatedCloud.OPENSTACK: "openstack-credentials",
    AnnotatedCloud.VSPHERE: "vsphere-creds",
}
_PROBED_KEYS: Final = {
    AnnotatedCloud.AWS: (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY),
    AnnotatedCloud.GCP: (GCP_SERVICE_ACCOUNT,),
}


@dataclass(frozen=True, slots=True)
class Annotated:
    """The root secret after one run of the annotator.

    ``probes_cloud``: the result depends on a test of the credentials' permissions in the cloud.
    """

    annotation: Annotation | None = None
    data_after: SecretData | None = field(default=None, repr=False)
    error: str | None = None
    probes_cloud: bool = False


def annotate_root_secret(
    cloud: AnnotatedCloud,
    *,
    mode: str,
    legacy_disabled: str | None,
    root_secret_data: SecretData | None,
    configmap_ca_bundle: str | None = None,
    release: Release = Release.CURRENT,
) -> Annotated:
    """One run for a root secret without an annotation.

    ``root_secret_data`` is ``None`` if there is no Secret. ``configmap_ca_bundle``, for OpenStack,
    is ``None`` if the ConfigMap does not have the key, and :data:`CONFIG_MAP_ABSENT` if there is no
    ConfigMap.
    """
    try:
        effective = _usable_mode(cloud, operator_configuration(mode, legacy_disabled))
        return _annotate(cloud, effective, root_secret_data, configmap_ca_bundle, release)
    except OperatorError as error:
        return Annotated(data_after=root_secret_data, error=str(error))


def _annotate(
    cloud: AnnotatedCloud,
    effective: str,
    data: SecretData | None,
    ca_bundle: str | None,
    release: Release,
) -> Annotated:
    if effective == Mode.MANUAL:
        return Annotated(data_after=data)
    if data is None:
        if cloud is AnnotatedCloud.AWS:
            return Annotated()
        raise OperatorError(not_found("secrets", _SECRET_NAMES[cloud]))
    match cloud:
        case AnnotatedCloud.AWS | AnnotatedCloud.GCP:
            is_default = effective == Mode.DEFAULT
            return _probe(cloud, data) if is_default else _force(effective, data)
        case AnnotatedCloud.AZURE:
            return _force(effective or Mode.PASSTHROUGH, data)
        case AnnotatedCloud.VSPHERE:
            if effective == Mode.MINT:
                raise OperatorError(f"operator config value of {quote(effective)} is invalid")
            return Annotated(Annotation.PASSTHROUGH, data)
        case AnnotatedCloud.OPENSTACK:
            return _openstack(effective, data, ca_bundle, release)
        case _:
            assert_never(cloud)


def _usable_mode(cloud: AnnotatedCloud, effective: EffectiveMode) -> str:
    if not is_valid_mode(effective.mode):
        raise OperatorError(f"invalide mode of {effective.mode} set")
    if effective.conflict:
        raise OperatorError(_CONFLICT.get(cloud, "configuration conflict"))
    if cloud is AnnotatedCloud.OPENSTACK and effective.mode == Mode.MINT:
        raise OperatorError("OpenStack only supports Passthrough mode")
    return effective.mode


def _force(mode: str, data: SecretData) -> Annotated:
    return Annotated(mode_to_annotation(mode), data)


def _probe(cloud: AnnotatedCloud, data: SecretData) -> Annotated:
    if any(key not in data for key in _PROBED_KEYS[cloud]):
        return Annotated(Annotation.INSUFFICIENT, data)
    return Annotated(data_after=data, probes_cloud=True)


def _openstack(mode: str, data: SecretData, ca_bundle: str | None, release: Release) -> Annotated:
    """A change of the data ends the run; the next one annotates.

    A certificate that is only in the secret never equals that of the ConfigMap, so every run writes
    the secret again and never annotates it.
    """
    clouds, ca_cert = root_secret_openstack(data, release)
    wanted_ca_cert = ca_cert
    if release.has(OPENSTACK_CA):
        if ca_bundle == CONFIG_MAP_ABSENT:
            raise OperatorError(not_found("configmaps", "cloud-provider-config"))
        wanted_ca_cert = (ca_bundle or "").encode()
    fixed, is_fixed = fix_invalid_ca_cert_file(clouds.decode("utf-8", "surrogateescape"))
    if not is_fixed and wanted_ca_cert == ca_cert:
        annotates = mode != Mode.DEFAULT or release.has(OPENSTACK_DEFAULT)
        return Annotated(Annotation.PASSTHROUGH if annotates else None, data)
    after: Mapping[str, bytes] = {
        **data,
        CLOUDS_YAML: fixed.encode("utf-8", "surrogateescape"),
        **({CA_CERT: wanted_ca_cert} if wanted_ca_cert else {}),
    }
    return Annotated(data_after=after)
