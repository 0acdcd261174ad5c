"""Reading root secrets as the operator reads them.

Source: openshift/cloud-credential-operator ``pkg/operator/utils/utils.go``,
``pkg/gcp/actuator/utils.go`` and ``pkg/openstack/utils.go`` at b187feee66f4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.platforms.go.text import decode
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    OperatorError,
    not_found,
)
from openshift_credentials.systems.cloud_credentials.rules.releases import OPENSTACK_CA, Release

AWS_ACCESS_KEY_ID: Final = "aws_access_key_id"
AWS_SECRET_ACCESS_KEY: Final = "aws_secret_access_key"  # noqa: S105
GCP_SERVICE_ACCOUNT: Final = "service_account.json"
CLOUDS_YAML: Final = "clouds.yaml"
CA_CERT: Final = "cacert"

SecretData = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class AWSKeys:
    """An access key as it stands in the Secret, with white space and bytes that are not UTF-8."""

    access_key_id: str = field(repr=False)
    secret_access_key: str = field(repr=False)


def root_secret_aws(data: SecretData | None) -> AWSKeys:
    """The access key in ``kube-system/aws-creds``; raises :class:`OperatorError`."""
    if data is None:
        raise OperatorError(not_found("secrets", "aws-creds"))
    for key in (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY):
        if key not in data:
            raise OperatorError(f"AWS credentials secret aws-creds did not contain key {key}")
    return AWSKeys(decode(data[AWS_ACCESS_KEY_ID]), decode(data[AWS_SECRET_ACCESS_KEY]))


def root_secret_gcp(data: SecretData | None) -> bytes:
    """The key file in ``kube-system/gcp-credentials``; raises :class:`OperatorError`."""
    if data is None:
        raise OperatorError(not_found("secrets", "gcp-credentials"))
    if GCP_SERVICE_ACCOUNT not in data:
        raise OperatorError(
            f"GCP credentials secret gcp-credentials did not contain key {GCP_SERVICE_ACCOUNT}"
        )
    return data[GCP_SERVICE_ACCOUNT]


def root_secret_openstack(
    data: SecretData | None, release: Release = Release.CURRENT
) -> tuple[bytes, bytes]:
    """``clouds.yaml`` and ``cacert`` of ``kube-system/openstack-credentials``.

    An operator before 4.19 does not read ``cacert``; none reads ``clouds.conf``. Raises
    :class:`OperatorError`.
    """
    if data is None:
        raise OperatorError(not_found("secrets", "openstack-credentials"))
    if CLOUDS_YAML not in data:
        raise OperatorError(f"secret did not have expected key: {CLOUDS_YAML}")
    return data[CLOUDS_YAML], data.get(CA_CERT, b"") if release.has(OPENSTACK_CA) else b""
