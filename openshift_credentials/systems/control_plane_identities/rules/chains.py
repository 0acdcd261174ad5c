"""The chain of each identity, from the HostedCluster to the container that uses it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from pydantic.alias_generators import to_camel

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace

from .components import FLOWS, AuthenticationType, Component, Writer, workload_identities

_UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """One identity and one of its consumers.

    On a self-managed cluster ``subject`` is the ServiceAccount whose token is exchanged, and
    there is no vault, SecretProviderClass or file.
    """

    component: Component
    field: str
    client_id: str
    vault: str = ""
    secret: str = ""
    object_encoding: str = ""
    namespace: str = ""
    secret_provider_class: str = ""
    written_by: tuple[Writer, ...] = ()
    consumer: str
    container: str = ""
    volume: str = ""
    path: str = ""
    learns_path_from: str = ""
    subject: str = ""


def managed_chains(
    identities: Mapping[Component, tuple[str, str, str]], *, vault: str, namespace: str
) -> tuple[Chain, ...]:
    """The chains of identities: by component the name of its secret, its encoding and its client ID."""
    return tuple(
        Chain(
            component=component,
            field=component.field,
            client_id=client_id,
            namespace=namespace,
            vault=vault,
            secret=secret,
            object_encoding=encoding,
            secret_provider_class=FLOWS[component].secret_provider_class,
            written_by=FLOWS[component].writers,
            consumer=consumer.workload,
            container=consumer.container,
            volume=consumer.volume,
            path=consumer.path(secret),
            learns_path_from=consumer.learns.format(path=consumer.path(secret), name=secret),
        )
        for component, (secret, encoding, client_id) in identities.items()
        for consumer in FLOWS[component].consumers
    )


def workload_chains(cluster: str, client_ids: Mapping[Component, str], *, kms: bool) -> tuple[Chain, ...]:
    return tuple(
        Chain(
            component=identity.component,
            field="spec.secretEncryption.kms.azure.workloadIdentity"
            if identity.component is Component.KMS
            else f"spec.platform.azure.azureAuthenticationConfig.workloadIdentities.{identity.component}",
            client_id=client_ids[identity.component],
            consumer=federation.subject.rpartition(":")[2],
            subject=federation.subject,
        )
        for identity in workload_identities(cluster, "", "", kms=kms)
        if identity.component in client_ids
        for federation in identity.federations
    )


def hosted_cluster_chains(manifest: Mapping[str, object]) -> tuple[Chain, ...]:
    """The chains that a HostedCluster defines.

    Raises :class:`UnusableInputError` if the object is not a HostedCluster on Azure.
    """
    spec = object_member(manifest, "spec")
    authentication = object_member(spec, "platform", "azure", "azureAuthenticationConfig")
    kms = object_member(spec, "secretEncryption", "kms", "azure")
    if text_member(manifest, "kind") != "HostedCluster" or not authentication:
        raise unusable_input("map: the object must be a HostedCluster on Azure")
    metadata = object_member(manifest, "metadata")
    name = text_member(metadata, "name") or _UNKNOWN
    kind = text_member(authentication, "azureAuthenticationConfigType")
    if kind == AuthenticationType.WORKLOAD_IDENTITIES:
        members = {
            **object_member(authentication, "workloadIdentities"),
            Component.KMS.value: object_member(kms, "workloadIdentity"),
        }
        client_ids = {
            component: text_member(members, component.value, "clientID")
            for component in Component
            if object_member(members, component.value)
        }
        return workload_chains(name, client_ids, kms=Component.KMS in client_ids)
    control_plane = object_member(authentication, "managedIdentities", "controlPlane")
    members = {**control_plane, Component.KMS.value: object_member(kms, "kms")}
    secrets = {
        component: (
            text_member(given, "credentialsSecretName") or _UNKNOWN,
            text_member(given, "objectEncoding") or _UNKNOWN,
            text_member(given, "clientID"),
        )
        for component in Component
        if (given := object_member(members, component.value))
    }
    vault = text_member(control_plane, "managedIdentitiesKeyVault", "name") or _UNKNOWN
    namespace = hosted_control_plane_namespace(text_member(metadata, "namespace") or _UNKNOWN, name)
    return managed_chains(secrets, vault=vault, namespace=namespace)


def to_json(chains: Sequence[Chain]) -> list[dict[str, object]]:
    """One object per consumer; members that do not apply are omitted."""
    return [{to_camel(name): _plain(value) for name, value in asdict(chain).items() if value} for chain in chains]


def _plain(value: str | tuple[str, ...]) -> object:
    return str(value) if isinstance(value, str) else list(map(str, value))


def to_lines(chains: Sequence[Chain]) -> Iterator[str]:
    if any(chain.subject for chain in chains):
        heads = ("COMPONENT", "CLIENT ID", "SERVICEACCOUNT")
        rows = [(link.component.value, link.client_id, link.subject) for link in chains]
    else:
        heads = ("COMPONENT", "VAULT SECRET", "SECRETPROVIDERCLASS", "CONSUMER", "FILE")
        rows = [
            (link.component.value, f"{link.vault}/{link.secret}", link.secret_provider_class, link.consumer, link.path)
            for link in chains
        ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


def to_mermaid(chains: Sequence[Chain]) -> str:
    lines = ["graph LR"]
    for number, chain in enumerate(chains):
        begin = f"{chain.component}[{_label(chain.component.value)}]"
        if chain.subject:
            middle = f"sa{number}[{_label(chain.subject)}]"
        else:
            middle = (
                f"{chain.component}-secret[({_label(chain.vault)}<br>{_label(chain.secret)})]"
                f" --> {chain.component}-class[{_label(chain.secret_provider_class)}]"
            )
        end = f"pod{number}[{_label(chain.consumer)}]"
        lines.append(f"    {begin} --> {middle} -->|{_label(chain.path) or 'token'}| {end}")
    return "\n".join(lines) + "\n"


def _label(text: str) -> str:
    """Text without the special characters of Mermaid."""
    return "".join(line if line.isalnum() or line in "-_/.: " else "#35;" for line in text)
