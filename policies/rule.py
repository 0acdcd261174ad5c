"""A rule of the pack, and its configuration."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import is_array
from policies.resources import Resources, StackResource

Configuration = Mapping[str, object]
Violations = Iterator[tuple[StackResource, str]]
"""Resources that break a rule, each with the reason."""

EXCEPTIONS: Final = "exceptions"
EXCEPTIONS_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "URNs or names of resources that the rule ignores.",
}


class PolicySeverity(StrEnum):
    """Severity of a violation, in the terms of Pulumi's policy service."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


SEVERITY: Final = "severity"
"""Name of the configuration. The SDK has no such field before 1.8, so the message contains it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRule:
    """A rule over all resources of a stack.

    ``severity`` is that without configuration. ``one_by_one`` rules check every resource
    separately, so that the engine can stop before it creates one; the others compare resources, and
    the engine runs them at the end.
    """

    name: str
    description: str
    judge: Callable[[Resources, Configuration], Violations]
    severity: PolicySeverity = PolicySeverity.HIGH
    one_by_one: bool = False
    properties: Mapping[str, Mapping[str, object]] = field(default_factory=dict[str, Mapping[str, object]])

    @property
    def mandatory(self) -> bool:
        """Whether a violation stops the update, unless the configuration says otherwise."""
        return self.severity in (PolicySeverity.CRITICAL, PolicySeverity.HIGH)

    def violations(self, resources: Resources, configuration: Configuration | None = None) -> Violations:
        """Violations, without the resources that the configuration excludes."""
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
            "enum": [severity.value for severity in PolicySeverity],
            "default": self.severity.value,
            "description": "Severity of a violation; it precedes the message.",
        }

    def message(self, said: str, configuration: Configuration | None) -> str:
        """The reported text: the severity and the violation."""
        return f"[{text(configuration or {}, SEVERITY, self.severity.value)}] {said}"


def texts(configuration: Configuration, name: str) -> list[str]:
    """A list of strings in the configuration of a rule; empty if it is not set."""
    value = configuration.get(name)
    return [str(item) for item in value] if is_array(value) else []


def text(configuration: Configuration, name: str, default: str) -> str:
    """A string in the configuration of a rule."""
    value = configuration.get(name)
    return value if isinstance(value, str) and value else default
