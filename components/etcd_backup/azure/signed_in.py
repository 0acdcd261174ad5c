"""A provider for the subscription of the settings that checks the sign-in."""

from dataclasses import dataclass

import pulumi
import pulumi_azure_native as azure_native
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure.identifiers import Session, assert_signed_in

from ...base.errors import stopping_the_program
from ...base.given import given_provider


@dataclass(frozen=True, kw_only=True)
class SubscriptionArgs:
    """Subscription and tenant, and whether the session must be signed in to them."""

    subscription_id: str
    tenant_id: str
    environment: str | None
    check_session: bool = True


def subscription_provider(
    name: str, args: SubscriptionArgs, opts: pulumi.ResourceOptions
) -> pulumi.ProviderResource:
    """The provider; on update it waits for the check of the session.

    A provider from the consumer of a facade is used unchanged. The AWS provider compares the
    account (``allowed_account_ids``); the Azure provider does not. A second provider, without a
    subscription, reads the subscription of the session.
    """
    if given := given_provider("azure-native", opts):
        return given
    subscription_id: pulumi.Input[str] = args.subscription_id
    if args.check_session:
        session = azure_native.Provider(f"{name}-session", environment=args.environment, opts=opts)
        if not pulumi.runtime.is_dry_run():
            found = authorization.get_client_config_output(
                opts=pulumi.InvokeOutputOptions(provider=session)
            )
            subscription_id = found.apply(lambda config: _check(args, config))
    return azure_native.Provider(
        name,
        environment=args.environment,
        subscription_id=subscription_id,
        tenant_id=args.tenant_id,
        opts=opts,
    )


def _check(args: SubscriptionArgs, config: authorization.GetClientConfigResult) -> str:
    with stopping_the_program():
        assert_signed_in(
            Session(subscription_id=args.subscription_id, tenant_id=args.tenant_id),
            Session(subscription_id=config.subscription_id, tenant_id=config.tenant_id),
        )
    return args.subscription_id
