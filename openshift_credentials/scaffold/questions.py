"""What a first stack file needs to know, by system and cloud."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.text_rule import DIRECTORY, TextRule
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.gcp import text_rules as gcp_rules
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.names import within

Answers = Mapping[str, str]
Suggestion = Callable[[Answers], str]

LIST_SEPARATOR: Final = ","


class StackCloud(StrEnum):
    """The cloud of the credentials."""

    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"


class Wanted(StrEnum):
    """The purpose of the stack; each works without a long-lived key."""

    ETCD_BACKUP = "etcdBackup"
    OADP = "oadp"
    TOKEN_ISSUER = "tokenIssuer"  # noqa: S105 - the branch of the stack file
    COMPONENT_IDENTITIES = "componentIdentities"
    CLOUD_CREDENTIALS = "cloudCredentials"
    CONTROL_PLANE_IDENTITIES = "controlPlaneIdentities"
    SNAPSHOT_STORE = "snapshotStore"
    IMAGE_PULLS = "imagePulls"

    @property
    def clouds(self) -> "tuple[StackCloud, ...]":
        """The clouds that have the system."""
        match self:
            case Wanted.CONTROL_PLANE_IDENTITIES:
                return (StackCloud.AZURE,)
            case Wanted.SNAPSHOT_STORE:
                return (StackCloud.AWS,)
            case Wanted.ETCD_BACKUP | Wanted.OADP | Wanted.IMAGE_PULLS:
                return (StackCloud.AWS, StackCloud.AZURE)
            case Wanted.TOKEN_ISSUER | Wanted.COMPONENT_IDENTITIES | Wanted.CLOUD_CREDENTIALS:
                return tuple(StackCloud)
            case _:
                assert_never(self)


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
        return next(
            (found for value in values if (found := self.rule.problem(value.strip()))), None
        )


def _bucket(answers: Answers) -> str:
    if "name" not in answers:
        return ""
    return within(63, f"{answers['name'].replace('.', '-')}-etcd-snapshots".lower())


def _account(answers: Answers) -> str:
    """Three to 24 lower-case letters and digits, unique in all of Azure."""
    return f"{re.sub('[^a-z0-9]', '', answers['name'].lower())[:12]}etcdsnapshots"[:24]


_NAME: Final = Question(
    name="name", ask="Name of the management cluster", rule=kubernetes_rules.CLUSTER_NAME
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
_PROJECT: Final = Question(
    name="project", ask="ID of the Google Cloud project", rule=gcp_rules.PROJECT_ID
)
_PROJECT_NUMBER: Final = Question(
    name="project-number", ask="Number of the Google Cloud project", rule=gcp_rules.PROJECT_NUMBER
)
_BUCKET_LOCATION: Final = Question(
    name="bucket-location",
    ask="Location of the issuer's bucket on Google Cloud",
    rule=gcp_rules.BUCKET_LOCATION,
    suggest=lambda _: "us",
)
_STORAGE_ACCOUNT: Final = Question(
    name="storage-account",
    ask="Name of the storage account to create, unique in all of Azure",
    rule=azure_rules.STORAGE_ACCOUNT,
    suggest=_account,
)
_HOSTED_CLUSTER: Final = Question(
    name="hosted-cluster",
    ask="HostedCluster of the identities, as namespace/name",
    rule=kubernetes_rules.HOSTED_CLUSTER,
)
_INFRASTRUCTURE: Final = Question(
    name="infrastructure-name",
    ask="Infrastructure name (infraID) of the cluster",
    rule=TextRule(
        "1 to 27 lower-case letters, digits and hyphens, starting with a letter",
        re.compile(r"[a-z](?:[-a-z0-9]*[a-z0-9])?"),
        "mycluster-x7k2p",
        maximum=27,
    ),
)
_REQUESTS: Final = Question(
    name="requests", ask="Folder of the release's CredentialsRequests", rule=DIRECTORY
)
_DNS_GROUP: Final = Question(
    name="dns-zone-resource-group",
    ask="Resource group of the DNS zone",
    rule=azure_rules.AZURE_RESOURCE_GROUP,
)
_UPLOAD_ROLE: Final = Question(
    name="upload-role",
    ask="ARN of the role of another account that uploads snapshots",
    rule=aws_rules.IAM_ROLE_ARN,
)
_VERSION: Final = Question(
    name="openshift-version",
    ask="Version of OpenShift",
    rule=TextRule("major and minor version", re.compile(r"4\.[0-9]{1,2}"), "4.22"),
)
_WORKLOAD: Final = Question(
    name="service-account",
    ask="ServiceAccount whose pods pull images, as namespace/name",
    rule=kubernetes_rules.SERVICE_ACCOUNT,
)
_REPOSITORY: Final = Question(
    name="repository",
    ask="Repository of its images, with the registry",
    rule=TextRule(
        "registry/path of a repository",
        re.compile(r"[a-z0-9.-]+(?:/[a-z0-9._-]+)+"),
        "123456789012.dkr.ecr.us-east-1.amazonaws.com/team/app",
    ),
)


_OF_SYSTEM: Final[Mapping[Wanted, tuple[Question, ...]]] = {
    Wanted.ETCD_BACKUP: (_NAME, _ISSUER, _HOSTED_CLUSTERS),
    Wanted.OADP: (_NAME, _ISSUER, _HOSTED_CLUSTERS),
    Wanted.TOKEN_ISSUER: (_ISSUER_NAME,),
    Wanted.COMPONENT_IDENTITIES: (_ISSUER_NAME, _REQUESTS),
    Wanted.CLOUD_CREDENTIALS: (_ISSUER_NAME,),
    Wanted.CONTROL_PLANE_IDENTITIES: (_HOSTED_CLUSTER, _INFRASTRUCTURE, _ISSUER),
    Wanted.SNAPSHOT_STORE: (_BUCKET, _UPLOAD_ROLE),
    Wanted.IMAGE_PULLS: (_NAME, _ISSUER, _VERSION, _WORKLOAD, _REPOSITORY),
}
_OF_CLOUD: Final[Mapping[StackCloud, tuple[Question, ...]]] = {
    StackCloud.AWS: (_REGION, _AWS_ACCOUNT),
    StackCloud.AZURE: (_LOCATION, _SUBSCRIPTION, _TENANT),
    StackCloud.GCP: (_PROJECT,),
}
_OF_BOTH: Final[Mapping[tuple[Wanted, StackCloud], tuple[Question, ...]]] = {
    (Wanted.ETCD_BACKUP, StackCloud.AWS): (_BUCKET,),
    (Wanted.OADP, StackCloud.AWS): (_BUCKET,),
    (Wanted.CLOUD_CREDENTIALS, StackCloud.AWS): (_INFRASTRUCTURE,),
    (Wanted.TOKEN_ISSUER, StackCloud.GCP): (_PROJECT_NUMBER, _BUCKET_LOCATION),
    (Wanted.COMPONENT_IDENTITIES, StackCloud.GCP): (_PROJECT_NUMBER, _BUCKET_LOCATION),
    (Wanted.ETCD_BACKUP, StackCloud.AZURE): (_GROUP, _STORAGE_ACCOUNT),
    (Wanted.OADP, StackCloud.AZURE): (_GROUP, _STORAGE_ACCOUNT),
    (Wanted.COMPONENT_IDENTITIES, StackCloud.AZURE): (_DNS_GROUP,),
    (Wanted.CONTROL_PLANE_IDENTITIES, StackCloud.AZURE): (_GROUP, _DNS_GROUP),
    (Wanted.IMAGE_PULLS, StackCloud.AZURE): (_GROUP,),
}


def questions(wanted: Wanted, cloud: StackCloud) -> Iterator[Question]:
    """The questions, in order."""
    yield from _OF_SYSTEM[wanted]
    if (wanted, cloud) != (Wanted.CLOUD_CREDENTIALS, StackCloud.AZURE):  # mode Manual has no place
        yield from _OF_CLOUD[cloud]
    yield from _OF_BOTH.get((wanted, cloud), ())


def all_questions() -> dict[str, Question]:
    """Every question by its name; questions with the same name ask for the same value."""
    return {
        question.name: question
        for wanted in Wanted
        for cloud in wanted.clouds
        for question in questions(wanted, cloud)
    }
