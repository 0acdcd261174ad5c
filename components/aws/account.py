"""The account and the region that a system is bound to."""

import pulumi
import pulumi_aws as aws
from pulumi.output import contains_unknowns

from openshift_credentials.platforms.aws.names import assert_in_region

from ..base.component import provider_of_parent
from ..base.errors import stopping_the_program


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


def in_its_region(bucket: aws.s3.Bucket, name: str, region: str) -> pulumi.Output[str]:
    """Name of a bucket; stops the program, also at preview, if it is in another region."""

    def check_region(found: str | None) -> str:
        if not found or contains_unknowns(found):
            return name
        with stopping_the_program():
            return assert_in_region(name, found, region)

    return bucket.bucket_region.apply(check_region, run_with_unknowns=True)
