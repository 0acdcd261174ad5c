"""Findings of Secrets of OpenStack, vSphere and IBM Cloud."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import Detected
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.common import (
    INFO,
    missing_keys,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    CLOUDS_YAML,
    SecretData,
)


def openstack_findings(data: SecretData, _: Detected) -> Iterator[Notice]:
    """Findings of a Secret of OpenStack."""
    yield from missing_keys(data, (CLOUDS_YAML,), "the operator stops with an error")
    if "clouds.conf" in data:
        yield Notice(
            "unused-clouds-conf",
            INFO,
            "Nothing reads clouds.conf, although the documentation lists it.",
            "Remove it.",
        )


def vsphere_findings(data: SecretData, _: Detected) -> Iterator[Notice]:
    """Findings of a Secret of vSphere."""
    hosts = {key.rpartition(".")[0] for key in data if key.endswith((".username", ".password"))}
    for host in sorted(hosts):
        yield from missing_keys(
            {key.lower(): value for key, value in data.items()},
            (f"{host.lower()}.username", f"{host.lower()}.password"),
            "that vCenter cannot be used",
        )
    others = [key for key in data if not key.endswith((".username", ".password"))]
    if others:
        yield Notice(
            "unused-keys",
            INFO,
            f"{len(others)} of the keys are copied although no component reads them.",
            "Keep only HOST.username and HOST.password of each vCenter.",
        )


def ibm_cloud_findings(data: SecretData, _: Detected) -> Iterator[Notice]:
    """Findings of a Secret of IBM Cloud."""
    keys = ("ibmcloud_api_key", "ibm-credentials.env")
    yield from missing_keys(data, keys, "a component can read either")
