"""The AWS provider of a system: bound to one account, so that no other is ever changed."""

import pulumi
import pulumi_aws as aws

from components.given import given_provider


def in_account(
    name: str, region: str, account_id: str, opts: pulumi.ResourceOptions
) -> pulumi.ResourceOptions:
    """Options of what is made with a provider for this region and account, and no other account.

    The parent is that of ``opts``. The provider stops an update whose credentials belong to
    another account (pulumi-aws, ``allowedAccountIds``). One that the consumer of a facade has
    given is used as it is.
    """
    provider = given_provider("aws", opts) or aws.Provider(
        f"{name}-aws", region=region, allowed_account_ids=[account_id], opts=opts
    )
    return pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
