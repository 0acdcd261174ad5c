"""The first stack file: a copy of an example, with the names of a cluster.

Sources of what a cluster knows: Kubernetes documentation, "Service account issuer discovery";
openshift/api ``config/v1/types_infrastructure.go``.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yaml

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.yaml_text import items, pairs
from openshift_credentials.live.observed import Observed, list_read, name_of, namespace_of, object_read
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.preview.engine_yaml import read_nodes
from openshift_credentials.stack.system import PROJECT

_NAMES: Final = re.compile(
    r"(.*[.])?(\w*(Ids?|ARN)|bucket|context|dnsZone|dnsZoneResourceGroup|hostedClusters?"
    r"|infrastructureName|location|managed|networkResourceGroup|nsg|oidcIssuer|openshiftVersion"
    r"|permissionsBoundary|project|projectNumber|region|repositories|requests|resourceGroup"
    r"|storageAccount|trigger|vnet|vault[.]name)(\[\d+\])?"
    r"|(cluster|cloudCredentials|tokenIssuer|.*registries\[\d+\])[.]name"
    r"|.*workloads\[\d+\][.](namespace|serviceAccount)"
)
"""Paths of settings that name something of one cluster or account."""

_TELLING: Final = re.compile(r"(?=.*[-0-9]).{4,}")
"""Names that stand for the same thing also within other values, such as in an ARN."""

READS: Final = (
    object_read("discovery", f"/{DISCOVERY_PATH}"),
    object_read("infrastructure", "/apis/config.openshift.io/v1/infrastructures/cluster"),
    list_read("hosted clusters", f"/apis/{upstream.HYPERSHIFT_API}/hostedclusters"),
)


class Example:
    """A stack file: its settings by path, in order, and the lines of its secrets by path."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._nodes: dict[str, yaml.ScalarNode] = {}
        self.secrets: dict[str, range] = {}
        root = read_nodes(text)
        if isinstance(root, yaml.MappingNode):
            for key, node in pairs(root):
                if key.value == "config":
                    self._collect(node, "")
        self.settings = {path: str(node.value) for path, node in self._nodes.items()}
        self.existing = {p for p, value in self.settings.items() if value.startswith(("/subscriptions/", "arn:"))}
        """Settings with the ID of something that exists, which no other name tells."""

        self.names = {p: value for p, value in self.settings.items() if p in self.existing or _NAMES.fullmatch(p)}

    def _collect(self, node: yaml.Node, path: str) -> None:
        if isinstance(node, yaml.ScalarNode):
            self._nodes[path] = node
        elif isinstance(node, yaml.SequenceNode):
            for number, below in enumerate(items(node)):
                self._collect(below, f"{path}[{number}]")
        elif isinstance(node, yaml.MappingNode):
            for key, value in pairs(node):
                below = f"{path}.{key.value}".removeprefix(f".{PROJECT}:")
                self._collect(value, below)
                if self._nodes.pop(f"{below}.secure", None):
                    self.secrets[below] = range(key.start_mark.line, value.end_mark.line)

    def copy(self, answers: Mapping[str, str], *, with_secrets: bool) -> str:
        """The text with other values, by path; names that they replace are replaced everywhere.

        A value with commas, in a list, becomes an item for each part.
        """
        names = self.renamed(answers)
        lines = self._text.splitlines()
        for path, node in reversed(self._nodes.items()):
            first, last = node.start_mark, node.end_mark
            value = answers.get(path) or replaced(node.value, names)
            if value != node.value and first.line == last.line:
                line = lines[first.line]
                front, back = line[: first.column], line[last.column :]
                values = value.split(",") if front.lstrip().startswith("- ") else [value]
                lines[first.line] = "\n".join(f"{front}{json.dumps(each.strip())}{back}" for each in values)
        left_out = {number for place in self.secrets.values() for number in place}
        kept = [
            line
            for number, line in enumerate(lines)
            if with_secrets or not (number in left_out or line.startswith("encryptionsalt:"))
        ]
        return "\n".join(kept) + "\n"

    def renamed(self, answers: Mapping[str, str]) -> dict[str, str]:
        """New names by those of the example."""
        return {self.settings[path]: value.partition(",")[0] for path, value in answers.items()}


def replaced(value: str, names: Mapping[str, str]) -> str:
    """``value`` with new names in place of those of the example."""
    telling = sorted(filter(_TELLING.fullmatch, names), key=len, reverse=True)
    if value in names or not telling:
        return names.get(value, value)
    pattern = rf"(?<![A-Za-z0-9])({'|'.join(map(re.escape, telling))})(?![A-Za-z0-9])"
    return re.sub(pattern, lambda found: names[found[1]], value)


def example_files() -> dict[str, Path]:
    """The examples by name: in the wheel below the package, in a checkout beside it."""
    package = Path(__file__).parents[1]
    inside = package / "examples"
    directory = inside if inside.is_dir() else package.parent / "examples"
    return {file.parent.name: file for file in sorted(directory.glob("*/Pulumi.*.yaml"))}


def cluster_facts(observed: Observed) -> dict[str, str]:
    """Values by the last part of a setting's path, as far as they could be read."""
    status = object_member(observed.one("infrastructure") or {}, "status")
    platform = object_member(status, "platformStatus")
    name = text_member(status, "infrastructureName")
    hosted = sorted(f"{namespace_of(item)}/{name_of(item)}" for item in observed.all("hosted clusters"))
    found = {
        "oidcIssuer": text_member(observed.one("discovery") or {}, "issuer"),
        **dict.fromkeys(("name", "infrastructureName", "infraId"), name),
        "region": text_member(platform, "aws", "region"),
        "resourceGroup": text_member(platform, "azure", "resourceGroupName"),
        "project": text_member(platform, "gcp", "projectID"),
        "location": text_member(platform, "gcp", "region"),
        **dict.fromkeys(("hostedCluster", "hostedClusters"), ",".join(hosted)),
    }
    return {path: value for path, value in found.items() if value}
