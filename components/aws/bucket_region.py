"""A bucket stays in its region, even if its settings change."""

import pulumi
from pulumi.output import contains_unknowns
from pulumi_aws import s3

from openshift_credentials.platforms.aws.arns import assert_in_region

from ..base.errors import stopping_the_program


def in_its_region(bucket: s3.Bucket, name: str, region: str) -> pulumi.Output[str]:
    """Name of a bucket; stops the program, also at preview, if it is in another region."""

    def check_region(found: str | None) -> str:
        if not found or contains_unknowns(found):
            return name
        with stopping_the_program():
            return assert_in_region(name, found, region)

    return bucket.bucket_region.apply(check_region, run_with_unknowns=True)
