"""Common rules of branches with cloud resources: tags, and one cloud per branch."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Protocol

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms import gcp as gcp_rules
from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.platforms.azure import names as azure_rules

from .base import Follows, NumberAsText, Settings
from .problems import invalid

AwsTags = dict[Annotated[str, Follows(aws_rules.TAG_KEY)], Annotated[str, NumberAsText, Follows(aws_rules.TAG_VALUE)]]
AzureTags = dict[
    Annotated[str, Follows(azure_rules.TAG_NAME)], Annotated[str, NumberAsText, Follows(azure_rules.TAG_VALUE)]
]


class _InACloud(Protocol):
    """Settings of resources in one of the clouds."""

    @property
    def aws(self) -> Settings | None: ...
    @property
    def azure(self) -> Settings | None: ...
    @property
    def gcp(self) -> Settings | None: ...
    @property
    def tags(self) -> Mapping[str, str]: ...


def check_one_cloud(settings: _InACloud, system: str, way_out: str) -> Iterator[Notice]:
    """All resources of a branch are in one cloud."""
    if sum(place is not None for place in (settings.aws, settings.azure, settings.gcp)) != 1:
        rule = f"or {system}.azure or {system}.gcp is required, but only one of them"
        yield invalid(f"{system}.aws", rule, way_out)


def check_tags(settings: _InACloud, system: str) -> Iterator[Notice]:
    """Tags of a branch follow the rules of its cloud; on Google Cloud they are labels."""
    if settings.azure is not None:
        key_rule, value_rule = azure_rules.TAG_NAME, azure_rules.TAG_VALUE
    elif settings.gcp is not None:
        key_rule, value_rule = gcp_rules.LABEL_KEY, gcp_rules.LABEL_VALUE
    else:
        key_rule, value_rule = aws_rules.TAG_KEY, aws_rules.TAG_VALUE
    for key, value in settings.tags.items():
        path = f"{system}.tags.{key}"
        if problem := key_rule.problem(key):
            yield invalid(path, f"the name {problem}", f'for example "{key_rule.example}"')
        elif problem := value_rule.problem(value):
            yield invalid(path, problem, f'for example "{value_rule.example}"', value)
