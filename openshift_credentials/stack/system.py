"""A system: a branch of the stack file, and everything that the program knows about it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from openshift_credentials.base.errors import ReportedProblem
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.verdict import Verdict

S = TypeVar("S", bound=Settings)

Checks = Callable[[Mapping[str, object], Collection[str]], Iterator[Notice]]
"""Receives the raw tree of the stack, and the top-level keys that contain secrets."""


@dataclass(frozen=True, slots=True)
class Expanded:
    """A branch in the form of the models, with the content of the files that it names.

    ``worded`` replaces a setting's path in a problem, for example with file and line.
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

    ``key`` is its branch of the stack file, ``resource_name`` the logical name of what deploys it.
    ``settings`` is the model of the branch and of the shared groups
    (:data:`SHARED`) that the system needs, as fields with the
    same names. ``facade`` names the component resource that deploys it, as ``module:Class``; its
    arguments are a name and the settings.

    ``expand`` reads files that the branch names. ``checks`` finds problems between settings on the
    raw tree, ``whole_checks`` problems that follow from all settings together. ``remarks`` are
    reported once, when the stack is deployed or previewed. ``assert_promises`` raises
    :class:`ContractError` if the result would differ from the stack's
    prediction; then nothing is registered. ``explain`` describes what the system's identities can
    do and who can use them. ``verdicts`` reads the outputs of components by type token; ``picture``
    draws the identities in Mermaid. ``shares`` are settings of other branches that follow from this
    one: they apply to systems that come later in the registry, unless their branch sets them. It
    also gets the raw tree of the stack, for branches that request something.
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
    """A system of a stack, its settings, and notices about its file."""

    system: System[S]
    settings: S
    notices: tuple[Notice, ...] = ()

    def assert_promises(self) -> None:
        """Raise :class:`ContractError` if one does not hold."""
        self.system.assert_promises(self.settings)

    def remarks(self) -> tuple[Notice, ...]:
        """Notices about the stack."""
        return (*self.notices, *self.system.remarks(self.settings))

    def explain(self) -> Explanation:
        """What the identities of the system can do, and who can use them."""
        return self.system.explain(self.settings)
