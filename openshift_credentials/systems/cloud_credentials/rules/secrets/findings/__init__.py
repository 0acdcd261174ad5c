"""Findings about a Secret of cloud credentials, without its content."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.manifests.secrets import SecretManifest
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import (
    ROOT_SECRET_NAMESPACE,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import (
    ROOT_SECRETS,
    Detected,
    SecretCloud,
    SecretKind,
    is_short_term,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.aws import aws_findings
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.azure import (
    azure_findings,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.common import (
    ERROR,
    INFO,
    KNOWN_KEYS,
    WARNING,
    is_encoded_twice,
    known_key_name,
    missing_keys,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.gcp import gcp_findings
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.others import (
    ibm_cloud_findings,
    openstack_findings,
    vsphere_findings,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import SecretData


def secret_findings(secret: SecretManifest, detected: Detected) -> tuple[Notice, ...]:
    """All findings, worst first."""
    found = list(_findings(secret, detected))
    order = (ERROR, WARNING, INFO)
    return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def _findings(secret: SecretManifest, detected: Detected) -> Iterator[Notice]:
    if detected.cloud is None:
        yield Notice(
            "unknown-keys",
            WARNING,
            "None of the keys is one that the operator or its components read.",
            "Compare the keys with those of docs/cco-secrets.md.",
        )
        return
    yield from _encoding(secret.data)
    yield from _place(secret, detected)
    yield from _key_case(secret.data, detected)
    if detected.kind is SecretKind.WEBHOOK:
        yield from missing_keys(secret.data, ("azure_tenant_id",), "the webhook is not deployed")
        return
    if detected.kind is SecretKind.ROOT and is_short_term(secret.data, detected.cloud):
        yield Notice(
            "short-term-root",
            ERROR,
            "The root secret exchanges a token; the operator needs a key that stays valid.",
            "Use a long-term key, or mode Manual without a root secret.",
        )
        return
    yield from _BY_CLOUD.get(detected.cloud, _nothing)(secret.data, detected)


def _nothing(_: SecretData, __: Detected) -> Iterator[Notice]:
    return iter(())


def _encoding(data: SecretData) -> Iterator[Notice]:
    for key, raw in data.items():
        text = raw.decode("utf-8", "replace")
        if is_encoded_twice(key, text):
            yield Notice(
                "base64-in-string-data",
                ERROR,
                f"The value of {known_key_name(key)} is base64 of the credential: "
                "it was encoded twice.",
                "Write plain text under stringData, or its base64 under data, not both.",
            )
        elif (
            text != text.strip()
            and not text.strip().startswith(("{", "["))
            and "\n" not in text.strip()
        ):
            yield Notice(
                "white-space",
                WARNING,
                f"The value of {known_key_name(key)} begins or ends with white space, "
                "which the operator keeps.",
                "Remove it; 'echo -n' and stringData add none.",
            )
        if not raw:
            yield Notice(
                "empty-value",
                ERROR,
                f"The value of {known_key_name(key)} is empty.",
                "Set the value, or remove the key.",
            )


def _place(secret: SecretManifest, detected: Detected) -> Iterator[Notice]:
    if detected.kind in (SecretKind.ROOT, SecretKind.WEBHOOK) or detected.cloud is None:
        return
    wanted = ROOT_SECRETS.get(detected.cloud)
    if secret.namespace == ROOT_SECRET_NAMESPACE:
        read = wanted or "no root secret for this cloud"
        yield Notice(
            "not-the-root-secret",
            WARNING,
            f"In kube-system the operator reads {read}, not this Secret.",
            "Rename it if it is the root secret; otherwise ignore this finding.",
        )


def _key_case(data: SecretData, detected: Detected) -> Iterator[Notice]:
    if detected.cloud is SecretCloud.VSPHERE:
        return
    for key in data:
        if key != key.lower() and key.lower() in KNOWN_KEYS - data.keys():
            yield Notice(
                "key-case",
                ERROR,
                f"Key {key} is not in the case that the operator reads.",
                f"Rename it to {key.lower()}.",
            )


_BY_CLOUD: Final[Mapping[SecretCloud, Callable[[SecretData, Detected], Iterator[Notice]]]] = {
    SecretCloud.AWS: aws_findings,
    SecretCloud.AZURE: azure_findings,
    SecretCloud.GCP: gcp_findings,
    SecretCloud.OPENSTACK: openstack_findings,
    SecretCloud.VSPHERE: vsphere_findings,
    SecretCloud.IBM_CLOUD: ibm_cloud_findings,
}
