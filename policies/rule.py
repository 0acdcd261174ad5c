"""What a rule of the pack is, and how its configuration is read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from openshift_credentials.kubernetes.json_values import is_array
from policies.resources import Resource

Configuration = Mapping[str, object]
Violation = tuple[Resource, str]

EXCEPTIONS: Final = "exceptions"
EXCEPTIONS_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "URNs or names of resources that the rule leaves alone.",
}


class Severity(StrEnum):
    """How bad a violation is, as Pulumi's policy service names it."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


SEVERITY: Final = "severity"
"""Name of the configuration: the SDK has no such field before 1.8, so it stands in the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule over all resources of a stack.

    ``mandatory`` and ``severity`` are its level and its severity without configuration.

    ``one_by_one`` rules judge every resource by itself, so that the engine can stop before the
    first one is made; the others compare resources, and the engine asks them at the end.
    """

    name: str
    description: str
    judge: Callable[[Sequence[Resource], Configuration], Iterator[Violation]]
    mandatory: bool = True
    severity: Severity = Severity.HIGH
    one_by_one: bool = False
    properties: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )

    def violations(
        self, resources: Sequence[Resource], configuration: Configuration | None = None
    ) -> Iterator[Violation]:
        """What the rule says, without the resources that the configuration excepts."""
        settings = configuration or {}
        excepted = texts(settings, EXCEPTIONS)
        for resource, message in self.judge(resources, settings):
            if not {resource.urn, resource.name} & set(excepted):
                yield resource, message

    @property
    def severity_schema(self) -> Mapping[str, object]:
        """The configuration of the severity."""
        return {
            "type": "string",
            "enum": [each.value for each in Severity],
            "default": self.severity.value,
            "description": "How bad a violation is; it stands in front of the message.",
        }

    def message(self, said: str, configuration: Configuration | None) -> str:
        """What is reported: the severity, and what is wrong."""
        return f"[{text(configuration or {}, SEVERITY, self.severity.value)}] {said}"


def texts(configuration: Configuration, name: str) -> list[str]:
    """A list of texts in the configuration of a rule; empty where it is not set."""
    value = configuration.get(name)
    return [str(each) for each in value] if is_array(value) else []


def text(configuration: Configuration, name: str, default: str) -> str:
    """A text in the configuration of a rule."""
    value = configuration.get(name)
    return value if isinstance(value, str) and value else default
