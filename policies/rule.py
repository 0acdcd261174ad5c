"""What a rule of the pack is, and how its configuration is read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule over all resources of a stack; ``mandatory`` is its level without configuration.

    ``one_by_one`` rules judge every resource by itself, so that the engine can stop before the
    first one is made; the others compare resources, and the engine asks them at the end.
    """

    name: str
    description: str
    judge: Callable[[Sequence[Resource], Configuration], Iterator[Violation]]
    mandatory: bool = True
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


def texts(configuration: Configuration, name: str) -> list[str]:
    """A list of texts in the configuration of a rule; empty where it is not set."""
    value = configuration.get(name)
    return [str(each) for each in value] if is_array(value) else []


def text(configuration: Configuration, name: str, default: str) -> str:
    """A text in the configuration of a rule."""
    value = configuration.get(name)
    return value if isinstance(value, str) and value else default
