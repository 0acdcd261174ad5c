"""Repositories of Amazon ECR: names in images, ARNs, and permissions to pull.

Sources: Amazon ECR User Guide, "Private registry" and "Pulling an image"; Service Authorization
Reference, "Actions, resources, and condition keys for Amazon Elastic Container Registry".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.aws.policies import document

from .names import partition_of
from .policies import one_or_many

PULL_ACTIONS: Final = ("ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer")
"""Actions of a pull on a repository."""

_IMAGE: Final = re.compile(
    r"(?P<account>[0-9]{12})\.dkr\.ecr(?P<fips>-fips)?\.(?P<region>[a-z0-9-]+)"
    r"\.(?P<suffix>amazonaws\.com(?:\.cn)?)/(?P<name>[a-z0-9]+(?:[._/-]+[a-z0-9]+)*)"
)
_CHINA: Final = "amazonaws.com.cn"
_NAME_LIMIT: Final = 256


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository; ``image`` is its name with the host, without tag or digest."""

    image: str
    account: str
    region: str
    name: str

    @property
    def partition(self) -> str:
        return partition_of(self.region)

    @property
    def arn(self) -> str:
        return f"arn:{self.partition}:ecr:{self.region}:{self.account}:repository/{self.name}"


def parse_repository(image: str) -> Repository | None:
    match = _IMAGE.fullmatch(image)
    if match is None or len(match["name"]) > _NAME_LIMIT:
        return None
    is_china = match["region"].startswith("cn-")
    if is_china != (match["suffix"] == _CHINA):
        return None
    return Repository(image, match["account"], match["region"], match["name"])


def pull_policy(repositories: Sequence[Repository]) -> str:
    """Pull from these repositories; the login does not support resources and is on ``*``."""
    return document(
        {"Sid": "LogIn", "Effect": "Allow", "Action": "ecr:GetAuthorizationToken", "Resource": "*"},
        {
            "Sid": "PullImages",
            "Effect": "Allow",
            "Action": one_or_many(PULL_ACTIONS),
            "Resource": one_or_many(repository.arn for repository in repositories),
        },
    )
