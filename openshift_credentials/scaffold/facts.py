"""Facts from a cluster and from a signed-in command line of a cloud.

Sources: Kubernetes documentation, "Service account issuer discovery"; openshift/api
``config/v1/types_infrastructure.go``; output of ``aws sts get-caller-identity``, ``az account
show`` and ``gcloud projects describe``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.json_values import as_object, json_in, object_member, text_member
from openshift_credentials.live.observed import Observed, Read, name_of, namespace_of, object_read
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.scaffold.questions import LIST_SEPARATOR, StackCloud

Facts = Mapping[str, str]
Command = Callable[[Sequence[str]], str | None]
"""Runs a command and returns its output, or ``None`` if it fails."""

_DISCOVERY: Final = "discovery"
_INFRASTRUCTURE: Final = "infrastructure"
_HOSTED: Final = "hosted clusters"

READS: Final = (
    object_read(_DISCOVERY, f"/{DISCOVERY_PATH}"),
    Read(
        name=_INFRASTRUCTURE,
        path="/apis/config.openshift.io/v1/infrastructures/cluster",
        permission="get infrastructures",
    ),
    Read(
        name=_HOSTED,
        path=f"/apis/{upstream.HYPERSHIFT_API}/hostedclusters",
        permission="list hostedclusters",
    ),
)


def cluster_facts(observed: Observed) -> Facts:
    """Name, issuer, place in the cloud and hosted clusters, as far as they could be read."""
    return dict(_cluster_facts(observed))


def _cluster_facts(observed: Observed) -> Iterator[tuple[str, str]]:
    if issuer := text_member(observed.one(_DISCOVERY) or {}, "issuer"):
        yield "issuer", issuer
    status = object_member(observed.one(_INFRASTRUCTURE) or {}, "status")
    if name := text_member(status, "infrastructureName"):
        yield "name", name
    platform = object_member(status, "platformStatus")
    if region := text_member(platform, "aws", "region"):
        yield "region", region
    if group := text_member(platform, "azure", "resourceGroupName"):
        yield "resource-group", group
    gcp = object_member(platform, "gcp")
    if project := text_member(gcp, "projectID"):
        yield "project", project
    if region := text_member(gcp, "region"):
        yield "bucket-location", region
    hosted = sorted(f"{namespace_of(item)}/{name_of(item)}" for item in observed.all(_HOSTED))
    if hosted:
        yield "hosted-clusters", LIST_SEPARATOR.join(hosted)


def platform_of(observed: Observed) -> StackCloud | None:
    """The cloud that the cluster runs in, if this program supports it."""
    name = text_member(
        observed.one(_INFRASTRUCTURE) or {}, "status", "platformStatus", "type"
    ).lower()
    return StackCloud(name) if name in set(StackCloud) else None


def cloud_facts(cloud: StackCloud, run: Command) -> Facts:
    """Account and region, subscription and tenant, or project, of the cloud command's session."""
    match cloud:
        case StackCloud.AWS:
            identity = _object(run(("aws", "sts", "get-caller-identity", "--output", "json")))
            region = (run(("aws", "configure", "get", "region")) or "").strip()
            found = {"account-id": text_member(identity, "Account"), "region": region}
        case StackCloud.AZURE:
            account = _object(run(("az", "account", "show", "--output", "json")))
            found = {
                "subscription-id": text_member(account, "id"),
                "tenant-id": text_member(account, "tenantId"),
            }
        case StackCloud.GCP:
            chosen = (run(("gcloud", "config", "get-value", "project")) or "").strip()
            describe = ("gcloud", "projects", "describe", chosen, "--format", "json")
            project = _object(run(describe) if chosen else None)
            found = {"project": chosen, "project-number": text_member(project, "projectNumber")}
        case _:
            assert_never(cloud)
    return {name: value for name, value in found.items() if value}


def _object(text: str | None) -> Mapping[str, object]:
    return as_object(json_in(text or ""))
