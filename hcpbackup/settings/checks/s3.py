"""Rules between settings of the S3 bucket."""

from collections.abc import Iterator

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.aws import kms_key_problem
from hcpbackup.settings.checks.tree import Tree
from hcpbackup.settings.problems import Problem, shown


def kms_key_is_beside_the_bucket(tree: Tree) -> Iterator[Problem]:
    """The KMS key is in the region and partition of the bucket."""
    key = tree.text("storage.s3.kmsKeyARN", rules.KMS_KEY_ARN)
    region = tree.text("storage.s3.region", rules.AWS_REGION)
    if key and region and (problem := kms_key_problem(key, region)):
        yield Problem(
            "storage.s3.kmsKeyARN",
            problem,
            f"name a key of region {region}, or correct storage.s3.region",
            value=shown(key, secret=False),
        )
