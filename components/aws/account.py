"""The AWS provider of a system, restricted to one account."""

import pulumi
import pulumi_aws as aws

from ..base.component import provider_of_parent


def in_account(name: str, region: str, account_id: str, opts: pulumi.ResourceOptions) -> pulumi.ResourceOptions:
    """Options with a provider for exactly this region and account.

    The parent is that of ``opts``. The provider stops an update whose credentials belong to another
    account (pulumi-aws, ``allowedAccountIds``). A provider from the consumer of a facade is used
    unchanged.
    """
    provider = provider_of_parent("aws", opts) or aws.Provider(
        f"{name}-aws", region=region, allowed_account_ids=[account_id], opts=opts
    )
    return pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
