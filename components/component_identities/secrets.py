"""Secrets of components: what a facade knows of an identity that it created, and how it is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pulumi import Output, Resource, ResourceOptions

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.systems.token_issuer.settings import Existing

from ..kubernetes.core_objects import CoreKind, CoreObject
from ..kubernetes.providers import cluster_provider


@dataclass(frozen=True, kw_only=True)
class ComponentSecret:
    """A component's Secret: its content, its text for openshift-install, fields for OLM."""

    request: str
    secret: SecretRef
    data: Output[Mapping[str, str]]
    manifest: Output[str]
    olm_fields: Output[Mapping[str, str]]
    needed_first: tuple[Resource, ...]


def write_secrets(
    name: str,
    settings: ComponentIdentitiesSettings,
    cluster: Cluster,
    identities: Sequence[ComponentSecret],
    opts: ResourceOptions,
) -> list[Resource]:
    """Write the Secrets to the cluster; their namespaces must exist.

    A cluster whose identities are only kept goes on with its Secrets without the stack.
    """
    provider = cluster_provider(name, settings.kubernetes, cluster.name, opts)
    return [
        CoreObject(
            CoreKind.SECRET,
            f"{name}-{item.secret.namespace}-{item.secret.name}",
            {
                "metadata": {"name": item.secret.name, "namespace": item.secret.namespace},
                "type": "Opaque",
                "stringData": item.data,
            },
            ResourceOptions(
                parent=opts.parent,
                provider=provider,
                depends_on=list(item.needed_first),
                retain_on_delete=True if settings.existing is Existing.KEEP else None,
            ),
        )
        for item in identities
    ]
