"""Common rules of branches with cloud resources: tags, and one cloud per branch."""

from collections.abc import Iterator
from typing import Annotated, Final

from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms import gcp as gcp_rules
from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.platforms.azure import names as azure_rules

from .base import Follows, NumberAsText
from .problems import invalid
from .tree import Tree

AwsTags = dict[Annotated[str, Follows(aws_rules.TAG_KEY)], Annotated[str, NumberAsText, Follows(aws_rules.TAG_VALUE)]]
AzureTags = dict[
    Annotated[str, Follows(azure_rules.TAG_NAME)], Annotated[str, NumberAsText, Follows(azure_rules.TAG_VALUE)]
]


_CLOUDS: Final = ("aws", "azure", "gcp")


def one_cloud(tree: Tree, system: str, way_out: str) -> Iterator[Notice]:
    """All resources of a branch are in one cloud."""
    given = [cloud for cloud in _CLOUDS if tree.value(f"{system}.{cloud}") is not None]
    if len(given) != 1:
        rule = f"or {system}.azure or {system}.gcp is required, but only one of them"
        yield invalid(f"{system}.aws", rule, way_out)


def tags_fit_the_cloud(tree: Tree, system: str) -> Iterator[Notice]:
    """Tags of a branch follow the rules of its cloud; on Google Cloud they are labels."""
    if tree.value(f"{system}.azure") is not None:
        key_rule, value_rule = azure_rules.TAG_NAME, azure_rules.TAG_VALUE
    elif tree.value(f"{system}.gcp") is not None:
        key_rule, value_rule = gcp_rules.LABEL_KEY, gcp_rules.LABEL_VALUE
    else:
        key_rule, value_rule = aws_rules.TAG_KEY, aws_rules.TAG_VALUE
    for key, value in as_object(tree.value(f"{system}.tags")).items():
        path = f"{system}.tags.{key}"
        if problem := key_rule.problem(key):
            yield invalid(path, f"the name {problem}", f'for example "{key_rule.example}"')
        elif isinstance(value, str) and (problem := value_rule.problem(value)):
            way_out = f'for example "{value_rule.example}"'
            yield invalid(path, problem, way_out, value)
