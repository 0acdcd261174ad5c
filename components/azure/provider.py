"""The provider of a subscription."""

from typing import Protocol

import pulumi
import pulumi_azure_native as azure_native

from openshift_credentials.platforms.azure.names import AzureCloud, facts_of

from ..base.component import provider_of_parent


class Subscription(Protocol):
    """Settings that name a subscription."""

    @property
    def subscription_id(self) -> str:
        """Subscription ID."""
        ...

    @property
    def tenant_id(self) -> str:
        """Entra tenant ID."""
        ...

    @property
    def cloud(self) -> AzureCloud:
        """The cloud of the subscription."""
        ...


def subscription_provider(name: str, of: Subscription, opts: pulumi.ResourceOptions) -> pulumi.ProviderResource:
    """The provider from the consumer of a facade, or one pinned to subscription and tenant.

    The provider sends every request to this subscription with a token of this tenant, whatever the
    session has selected; a session without access to them is refused by Azure.
    """
    return provider_of_parent("azure-native", opts) or azure_native.Provider(
        name,
        environment=facts_of(of.cloud).provider_environment,
        subscription_id=of.subscription_id,
        tenant_id=of.tenant_id,
        opts=opts,
    )
