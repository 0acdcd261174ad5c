"""What a first stack file needs to know, by system and cloud."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.names import within

Answers = Mapping[str, str]
Suggestion = Callable[[Answers], str]

LIST_SEPARATOR: Final = ","


class Cloud(StrEnum):
    """The cloud of the credentials."""

    AWS = "aws"
    AZURE = "azure"


class Wanted(StrEnum):
    """The purpose of the stack; each works without a long-lived key."""

    ETCD_BACKUP = "etcdBackup"
    OADP = "oadp"
    TOKEN_ISSUER = "tokenIssuer"  # noqa: S105 - the branch of the stack file


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One value: its argument without leading hyphens, its question, and its rule.

    ``suggest`` returns a default from the previous answers, or an empty string. ``is_list`` accepts
    several values, separated by commas.
    """

    name: str
    ask: str
    rule: TextRule
    suggest: Suggestion = lambda _: ""
    is_list: bool = False

    def problem(self, answer: str) -> str | None:
        """Why an answer cannot be used, or ``None``."""
        values = answer.split(LIST_SEPARATOR) if self.is_list else [answer]
        return next((found for each in values if (found := self.rule.problem(each.strip()))), None)


def _bucket(answers: Answers) -> str:
    return within(63, f"{answers['name'].replace('.', '-')}-etcd-snapshots".lower())


def _account(answers: Answers) -> str:
    """Three to 24 lower-case letters and digits, unique in all of Azure."""
    return f"{re.sub('[^a-z0-9]', '', answers['name'].lower())[:12]}etcdsnapshots"[:24]


_NAME: Final = Question(
    name="name",
    ask="Name of the management cluster",
    rule=kubernetes_rules.CLUSTER_NAME,
)
_ISSUER_NAME: Final = Question(
    name="name",
    ask="Name of the cluster, the prefix of all resource names",
    rule=TextRule(
        "1 to 24 lower-case letters and digits, starting with a letter",
        re.compile(r"[a-z][a-z0-9]*"),
        "mycluster",
        maximum=24,
    ),
)
_ISSUER: Final = Question(
    name="issuer",
    ask="Issuer of the cluster's ServiceAccount tokens (a trailing slash is significant)",
    rule=kubernetes_rules.OIDC_ISSUER,
)
_HOSTED_CLUSTERS: Final = Question(
    name="hosted-clusters",
    ask="Hosted clusters to back up, as namespace/name, separated by commas",
    rule=kubernetes_rules.HOSTED_CLUSTER,
    is_list=True,
)
_REGION: Final = Question(name="region", ask="AWS region", rule=aws_rules.AWS_REGION)
_AWS_ACCOUNT: Final = Question(
    name="account-id", ask="AWS account ID", rule=aws_rules.AWS_ACCOUNT_ID
)
_BUCKET: Final = Question(
    name="bucket",
    ask="Name of the bucket to create for snapshots",
    rule=aws_rules.BUCKET_NAME,
    suggest=_bucket,
)
_LOCATION: Final = Question(name="location", ask="Azure location", rule=azure_rules.AZURE_LOCATION)
_SUBSCRIPTION: Final = Question(
    name="subscription-id", ask="Azure subscription ID", rule=azure_rules.GUID
)
_TENANT: Final = Question(name="tenant-id", ask="Entra tenant ID", rule=azure_rules.GUID)
_GROUP: Final = Question(
    name="resource-group",
    ask="Existing resource group for storage account and identity",
    rule=azure_rules.AZURE_RESOURCE_GROUP,
)
_STORAGE_ACCOUNT: Final = Question(
    name="storage-account",
    ask="Name of the storage account to create, unique in all of Azure",
    rule=azure_rules.STORAGE_ACCOUNT,
    suggest=_account,
)


def questions(wanted: Wanted, cloud: Cloud) -> Iterator[Question]:
    """The questions, in order."""
    match wanted:
        case Wanted.ETCD_BACKUP | Wanted.OADP:
            yield from (_NAME, _ISSUER, _HOSTED_CLUSTERS)
        case Wanted.TOKEN_ISSUER:
            yield _ISSUER_NAME
        case _:
            assert_never(wanted)
    makes_storage = wanted is not Wanted.TOKEN_ISSUER
    match cloud:
        case Cloud.AWS:
            yield from (_REGION, _AWS_ACCOUNT)
            if makes_storage:
                yield _BUCKET
        case Cloud.AZURE:
            yield from (_LOCATION, _SUBSCRIPTION, _TENANT)
            if makes_storage:
                yield from (_GROUP, _STORAGE_ACCOUNT)
        case _:
            assert_never(cloud)


def all_questions() -> dict[str, Question]:
    """Every question by its name; questions with the same name ask for the same value."""
    return {
        each.name: each for wanted in Wanted for cloud in Cloud for each in questions(wanted, cloud)
    }
