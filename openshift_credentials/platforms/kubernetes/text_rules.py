"""Text rules of Kubernetes and its tokens."""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from openshift_credentials.base.text_rule import TextRule

from .names import DEFAULT_OADP_NAMESPACE, DEFAULT_OPERATOR_NAMESPACE

_LABEL: Final = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN: Final = rf"{_LABEL}(?:\.{_LABEL})*"
_DISCOVERY: Final = "/.well-known/openid-configuration"
_OF_AKS: Final = re.compile(r"\.oic\.prod-aks\.azure\.[a-z]+$")
_NAMESPACED_NAME: Final = re.compile(rf"(?=[^/]{{1,63}}/[^/]{{1,253}}\Z){_LABEL}/{_SUBDOMAIN}")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_in_cluster(host: str) -> bool:
    """Whether only the cluster's own network resolves the name, as ``kubernetes.default.svc``.

    Source: RFC 6762 for ``local``, which ends the names of most clusters' Services too.
    """
    labels = host.removesuffix(".").split(".")
    return len(labels) == 1 or labels[-1] in ("svc", "local") or labels[0] == "api-int"


def _issuer(value: str) -> str | None:
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return "is not a URL that can be read"
    if not parts.hostname or parts.username is not None or parts.password is not None:
        return "must have a host name and no user name or password"
    if "?" in value or "#" in value:
        return "must have no query and no fragment"
    if parts.netloc.lower() != parts.netloc:
        return "must have its host name in lower case, because issuers are compared case-sensitively"
    if problem := _issuer_host(parts.hostname):
        return problem
    if value.endswith(_DISCOVERY):
        return f"must not end with {_DISCOVERY}, the path of the issuer's discovery document: remove that end"
    if _OF_AKS.search(parts.hostname) and not value.endswith("/"):
        return "must end with a slash, as the iss claim of every cluster of AKS does"
    if "*" in value:
        return "must not have a wildcard character"
    if port == 0:
        return "must have a port between 1 and 65535, or none"
    return None


def _issuer_host(host: str) -> str | None:
    if _is_address(host):
        return "must have a host name, not an IP address, because a cloud reads its keys by host name"
    if host == "localhost" or host.endswith(".localhost"):
        return "must have a host that the cloud can reach, not localhost"
    if _is_in_cluster(host):
        return (
            "must have a host that the cloud can reach, not a name that only the cluster resolves; "
            "'oc get authentication cluster -o jsonpath={.spec.serviceAccountIssuer}' shows a "
            "public issuer, and a cluster without one needs a token issuer "
            "(docs/short-lived-credentials.md)"
        )
    if not re.fullmatch(_SUBDOMAIN, host):
        return "must have a host name of letters, digits, hyphens and periods, without wildcards"
    return None


OPENSHIFT_VERSION: Final = TextRule(
    "an OpenShift version, 4.N or 4.N.Z, in quotation marks",
    re.compile(r"4\.([0-9]{1,3})(?:\.[0-9A-Za-z.+-]+)?"),
    "4.21",
    maximum=64,
)
DNS_LABEL: Final = TextRule(
    "1 to 63 lower-case letters, digits and hyphens, starting and ending with a letter or digit",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"),
    DEFAULT_OPERATOR_NAMESPACE,
    maximum=63,
)
DNS_SUBDOMAIN: Final = TextRule(
    "1 to 253 lower-case letters, digits, hyphens and periods, each part between periods "
    "starting and ending with a letter or digit",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"),
    "cloud-credentials",
    maximum=253,
)
CLUSTER_NAME: Final = TextRule(DNS_SUBDOMAIN.description, DNS_SUBDOMAIN.pattern, "rosa-mc-1", maximum=253)
HOSTED_CLUSTER: Final = TextRule(
    "'namespace/name' of a HostedCluster, both valid Kubernetes names",
    _NAMESPACED_NAME,
    "clusters/my-cluster",
    minimum=3,
    maximum=317,
)
SERVICE_ACCOUNT: Final = TextRule(
    "'namespace/name' of a ServiceAccount, both valid Kubernetes names",
    _NAMESPACED_NAME,
    f"{DEFAULT_OADP_NAMESPACE}/velero",
    minimum=3,
    maximum=317,
)
OIDC_ISSUER: Final = TextRule(
    "an https URL without white space, exactly as in the cluster's tokens",
    re.compile(r"https://[^\s\\]+"),
    "https://oidc.example.com/abc123",
    maximum=2048,
    also=_issuer,
)
KUBECONFIG_CONTEXT: Final = TextRule(
    "the name of a context: 1 to 1024 characters without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "management-cluster",
)
