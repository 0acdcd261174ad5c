"""Everything that a token issuer needs on Azure."""

from collections.abc import Sequence
from typing import Final

import pulumi
from pulumi_azure_native import resources, storage

from openshift_credentials.platforms.azure.clouds import facts_of
from openshift_credentials.platforms.azure.identifiers import container_id, resource_group_id, storage_account_id
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.systems.token_issuer.plan import azure_account, azure_group, tags
from openshift_credentials.systems.token_issuer.rules.issuers import (
    CONTENT_TYPE,
    IssuerCloud,
    blob_issuer_url,
    keys_path,
)
from openshift_credentials.systems.token_issuer.settings import AzureIssuer, TokenIssuerSettings

from ...azure import import_properties
from ...azure.provider import subscription_provider
from ...base.component import Adoption, wait_until_effective
from ..documents import document_texts
from ..place import BlobOutputs, IssuerAddress

_PATHS: Final = (("discovery", DISCOVERY_PATH), ("keys", keys_path(IssuerCloud.AZURE)))


def blob_issuer(
    name: str,
    settings: TokenIssuerSettings,
    place: AzureIssuer,
    public_keys: pulumi.Output[list[str]],
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> IssuerAddress:
    """Create group, account, container and documents in the subscription of the settings.

    The account keeps its shared keys, because the provider can upload blobs only with them.
    """
    provider = subscription_provider(f"{name}-azure", place, opts)
    storage_maker = _Maker(name, settings, place, adoption, opts, provider)
    url = blob_issuer_url(*azure_account(settings, place), suffix=facts_of(place.cloud).blob_suffix)
    texts = document_texts(settings, url, public_keys)
    container = storage_maker.container()
    blobs = [storage_maker.blob(container, slug, path, text) for (slug, path), text in zip(_PATHS, texts, strict=True)]
    # The documents cannot be protected, but a destroy deletes what waits for them first, and stops
    # there: so the wait is protected for them, and is never left out.
    ready = wait_until_effective(
        f"{name}-settle",
        max(settings.settle_seconds, 1),
        after=blobs,
        triggers={"url": url},
        opts=pulumi.ResourceOptions(parent=opts.parent, protect=settings.protects or None),
    )
    return IssuerAddress(
        issuer_url=pulumi.Output.from_input(url),
        ready=ready,
        outputs=BlobOutputs(issuer_storage_account=storage_maker.account.name),
    )


class _Maker:
    """Creates the resources of one issuer, each after the resource that contains it."""

    def __init__(
        self,
        name: str,
        settings: TokenIssuerSettings,
        place: AzureIssuer,
        adoption: Adoption,
        opts: pulumi.ResourceOptions,
        provider: pulumi.ProviderResource,
    ) -> None:
        self._name, self._settings, self._adoption = name, settings, adoption
        self._opts = pulumi.ResourceOptions(parent=opts.parent, provider=provider)
        group = azure_group(settings)
        account, self._container = azure_account(settings, place)
        self._account_id = storage_account_id(place.subscription_id, group, account)
        self._container_id = container_id(self._account_id, self._container)
        self.group = resources.ResourceGroup(
            f"{name}-group",
            resource_group_name=group,
            location=place.location,
            tags=tags(settings),
            opts=self._options(
                "group", resource_group_id(place.subscription_id, group), import_properties.RESOURCE_GROUP
            ),
        )
        self.account = storage.StorageAccount(
            f"{name}-account",
            account_name=account,
            resource_group_name=self.group.name,
            location=place.location,
            kind=storage.Kind.STORAGE_V2,
            sku={"name": storage.SkuName.STANDARD_LRS},
            allow_blob_public_access=True,
            allow_cross_tenant_replication=False,
            enable_https_traffic_only=True,
            minimum_tls_version=storage.MinimumTlsVersion.TLS1_2,
            tags=tags(settings),
            opts=self._options("account", self._account_id, import_properties.ACCOUNT, protect=settings.protects),
        )

    def container(self) -> storage.BlobContainer:
        """The container, which everybody can list and read."""
        return storage.BlobContainer(
            f"{self._name}-container",
            account_name=self.account.name,
            resource_group_name=self.group.name,
            container_name=self._container,
            public_access=storage.PublicAccess.CONTAINER,
            opts=self._options(
                "container", self._container_id, import_properties.CONTAINER, protect=self._settings.protects
            ),
        )

    def blob(self, container: storage.BlobContainer, slug: str, path: str, text: pulumi.Output[str]) -> storage.Blob:
        """A document, which an update of its text deletes and creates again.

        The provider cannot change the text of a blob, and refuses to create one over another
        (pulumi-azure-native, ``custom_storage_azidentity.go``: ``source`` replaces, and Create
        looks first). So nobody can read the document between two calls. It is not protected,
        because a rotation has to replace it; Azure deletes it together with its container. What
        waits for it is, so that no destroy of a protected issuer reaches it.
        """
        return storage.Blob(
            f"{self._name}-{slug}",
            account_name=self.account.name,
            resource_group_name=self.group.name,
            container_name=container.name,
            blob_name=path,
            type=storage.BlobType.BLOCK,
            content_type=CONTENT_TYPE,
            source=text.apply(pulumi.StringAsset),
            opts=pulumi.ResourceOptions.merge(
                self._options(slug, f"{self._container_id}/blobs/{path}", import_properties.BLOB),
                pulumi.ResourceOptions(delete_before_replace=True, deleted_with=container),
            ),
        )

    def _options(
        self, slug: str, resource_id: str, keep: Sequence[str], *, protect: bool = False
    ) -> pulumi.ResourceOptions:
        """Options of one resource; one that is kept as it is keeps every property."""
        return pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions.merge(self._opts, pulumi.ResourceOptions(protect=protect or None)),
            self._adoption.options(f"{self._name}-{slug}", resource_id, keep=keep),
        )
