"""What a system is: a branch of the stack file, and everything that the program knows of it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from openshift_credentials.errors import ReportedProblem
from openshift_credentials.notices import Notice
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.verdict import Verdict

S = TypeVar("S", bound=Settings)

Checks = Callable[[Mapping[str, object], Collection[str]], Iterator[Notice]]
"""Takes the raw tree of the stack, and the top-level keys under which something is secret."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """A branch as the models read it, after files that it names have been read.

    ``worded`` puts a problem in other words than its setting's path, such as file and line.
    """

    branch: object
    problems: tuple[Notice, ...] = ()
    worded: Callable[[Notice], ReportedProblem | None] = field(default=lambda _: None)


def _as_given(branch: object, _: Path) -> Expanded:
    return Expanded(branch)


def _nothing_live() -> None:
    return None


def _nothing(_: object) -> Iterator[Notice]:
    return iter(())


def _no_problems(_: Mapping[str, object], __: Collection[str]) -> Iterator[Notice]:
    return iter(())


def _nothing_shared(_: object, __: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    return {}


def _no_remarks(_: object) -> Iterator[Notice]:
    return iter(())


def _no_objection(_: object) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class System(Generic[S]):
    """One system of the family.

    ``key`` is its branch of the stack file, ``resource_name`` the logical name of what deploys
    it. ``settings`` is the model of the branch, together with the shared groups
    (:data:`~openshift_credentials.stack.load.SHARED`) that the system needs, as fields of the
    same names. ``facade`` names the component resource that deploys it, as ``module:Class``; it
    takes a name and the settings.

    ``expand`` reads files that the branch names. ``checks`` finds problems between settings on
    the raw tree, ``whole_checks`` those of what follows from all settings together.
    ``remarks`` are said once, when the stack is deployed or previewed.
    ``assert_promises`` raises :class:`~openshift_credentials.errors.ContractError` if the
    outcome would not be what the stack promises; nothing is registered then. ``explain`` says
    what the system's identities can do and who can become them. ``verdicts`` reads, by the type
    token of a component, what its outputs say; ``picture`` draws the identities in Mermaid.
    ``shares`` are settings of other branches that follow from this one: they hold for systems
    that come later in the registry, where their branch does not say otherwise. It is given the
    raw tree of the stack too, for branches that ask for something.
    """

    key: str
    resource_name: str
    settings: type[S]
    facade: str
    explain: Callable[[S], Explanation]
    verdicts: Mapping[str, Callable[[Mapping[str, object]], Verdict]] = field(
        default_factory=dict[str, Callable[[Mapping[str, object]], Verdict]]
    )
    picture: Callable[[S], str] | None = None
    operation: Callable[[], Any] = _nothing_live
    expand: Callable[[object, Path], Expanded] = _as_given
    checks: Checks = _no_problems
    whole_checks: Callable[[S], Iterator[Notice]] = _nothing
    remarks: Callable[[S], Iterator[Notice]] = _no_remarks
    assert_promises: Callable[[S], None] = _no_objection
    shares: Callable[[S, Mapping[str, object]], Mapping[str, Mapping[str, object]]] = (
        _nothing_shared
    )


@dataclass(frozen=True, slots=True)
class Deployment(Generic[S]):
    """A system that a stack names, its settings, and what their file gives cause to say."""

    system: System[S]
    settings: S
    notices: tuple[Notice, ...] = ()

    def assert_promises(self) -> None:
        """Raise :class:`~openshift_credentials.errors.ContractError` where one is not kept."""
        self.system.assert_promises(self.settings)

    def remarks(self) -> tuple[Notice, ...]:
        """What people should know about the stack that is no error."""
        return (*self.notices, *self.system.remarks(self.settings))

    def explain(self) -> Explanation:
        """What the identities of the system can do, and who can become them."""
        return self.system.explain(self.settings)
