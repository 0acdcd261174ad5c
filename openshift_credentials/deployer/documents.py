"""The documents that grant a deployer its permissions: IAM policies, custom roles, RBAC."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import is_array
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.base.wording import quantity
from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.platforms.azure.identifiers import name_in, subscription_in
from openshift_credentials.platforms.resource_types import WORKLOAD_IDENTITY_POOL

from . import aws, azure, gcp, kubernetes
from .aws import account_of
from .registered import Call, Command, Registered, calls

NOTICES: Final = package_notices(__package__ or "", "documents.yaml")

_NO_RIGHTS: Final = frozenset({"pulumi", "time", "tls"})
"""Packages whose resources need no permissions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    title: str
    file: str
    content: Mapping[str, object] | Sequence[Mapping[str, object]]

    @property
    def text(self) -> str:
        if self.file.endswith(".json"):
            return json.dumps(self.content, indent=2) + "\n"
        return yaml_text(self.content if is_array(self.content) else [self.content])


def documents(stack: str, resources: Sequence[Registered], commands: Sequence[Command]) -> list[Document]:
    name = f"openshift-credentials-deployer-{stack}"
    return [
        *_on_aws(resources, commands),
        *_on_azure(name, resources, commands),
        *_on_google_cloud(name, resources, commands),
        *_in_clusters(name, resources, commands),
    ]


def notices(resources: Sequence[Registered], commands: Sequence[Command]) -> Iterator[Notice]:
    unknown = sorted({resource.type for resource in resources if not _is_known(resource)})
    if unknown:
        yield NOTICES["rights-unknown"].fill(names=", ".join(unknown))
    kept = [resource for resource in resources if resource.is_kept]
    changes = not {Command.UP, Command.DESTROY}.isdisjoint(commands)
    if kept and changes:
        yield NOTICES["rights-kept"].fill(quantity=quantity(len(kept), "resource"))
    if changes and any(aws.is_made_without_boundary(resource) for resource in resources):
        yield NOTICES["rights-over-roles"]
    if condition := azure.condition(resources):
        yield NOTICES["rights-to-assign"].fill(condition=condition)
    if changes and (condition := gcp.condition(resources)):
        yield NOTICES["rights-to-grant"].fill(condition=condition)
    if changes and any(resource.type == gcp.ACCOUNT_BINDING for resource in resources):
        yield NOTICES["rights-to-impersonate"]
    pools = [each for each in resources if each.type == WORKLOAD_IDENTITY_POOL]
    if pools and any(_all_calls(pool, commands) for pool in pools):
        projects = ", ".join(sorted({f"project {gcp.project_of(pool)}" for pool in pools}))
        yield NOTICES["rights-to-pools"].fill(projects=projects)
    if any(
        right.verb == "list" and (right.group, right.resource) == ("", "secrets")
        for right in _rights_in_cluster(resources, commands)
    ):
        yield NOTICES["rights-to-secrets"]
    if Command.UP in commands:
        yield NOTICES["rights-of-a-change"]


def _is_known(resource: Registered) -> bool:
    package = _package(resource)
    if package in _NO_RIGHTS or package == "kubernetes":
        return True
    return any(resource.type in table for table in (aws.RIGHTS, azure.OPERATIONS, gcp.PERMISSIONS))


def _package(resource: Registered) -> str:
    return resource.type.partition(":")[0]


def _by(resources: Sequence[Registered], package: str) -> Iterator[Registered]:
    return (resource for resource in resources if _package(resource) == package and _is_known(resource))


def _all_calls(resource: Registered, commands: Sequence[Command], *, dry_run: bool = False) -> frozenset[Call]:
    return frozenset(call for command in commands for call in calls(command, resource, dry_run=dry_run))


def _on_aws(resources: Sequence[Registered], commands: Sequence[Command]) -> Iterator[Document]:
    rights: dict[str, set[aws.Allowed]] = {}
    for resource in _by(resources, "aws"):
        found = aws.permissions(resource, _all_calls(resource, commands))
        rights.setdefault(account_of(resource), set()).update(found)
    for account, found in sorted(rights.items()):
        policies = aws.policies(found)
        for number, policy in enumerate(policies, 1):
            part = f"-{number}" if len(policies) > 1 else ""
            count = f", policy {number} of {len(policies)}" if part else ", policy"
            yield Document(title=f"AWS account {account}{count}", file=f"aws-{account}{part}.json", content=policy)


def _on_azure(name: str, resources: Sequence[Registered], commands: Sequence[Command]) -> Iterator[Document]:
    mine = list(_by(resources, "azure-native"))
    rights = {right for registered in mine for right in azure.permissions(registered, _all_calls(registered, commands))}
    for scope, role in azure.roles(name, rights, mine).items():
        subscription = subscription_in(scope)[:8]
        yield Document(
            title=f"Azure, custom role at {scope}", file=f"azure-{subscription}-{name_in(scope)}.json", content=role
        )


def _on_google_cloud(name: str, resources: Sequence[Registered], commands: Sequence[Command]) -> Iterator[Document]:
    projects: dict[str, set[str]] = {}
    for resource in _by(resources, "gcp"):
        found = gcp.permissions(resource, _all_calls(resource, commands))
        projects.setdefault(gcp.project_of(resource), set()).update(found)
    for project, found in sorted(projects.items()):
        if found:
            yield Document(
                title=f"Google Cloud project {project}, custom role",
                file=f"gcp-{project.replace(':', '-')}.yaml",
                content=gcp.role(name, found),
            )


def _rights_in_cluster(resources: Sequence[Registered], commands: Sequence[Command]) -> set[kubernetes.Allowed]:
    return {
        right
        for resource in _by(resources, "kubernetes")
        for right in kubernetes.permissions(resource, _all_calls(resource, commands, dry_run=True))
    }


def _in_clusters(name: str, resources: Sequence[Registered], commands: Sequence[Command]) -> Iterator[Document]:
    clusters: dict[str, list[Registered]] = {}
    for resource in _by(resources, "kubernetes"):
        cluster = str(resource.provider.get("clusterIdentifier") or resource.provider_name or "cluster")
        clusters.setdefault(cluster, []).append(resource)
    for cluster, mine in sorted(clusters.items()):
        if found := _rights_in_cluster(mine, commands):
            yield Document(
                title=f"cluster {cluster}, roles and bindings for the group {name}",
                file=f"cluster-{cluster}.yaml",
                content=kubernetes.manifests(name, found),
            )
