"""The parts of a system: what each module or folder of ``systems/<system>/`` offers to the rest.

A part is a module that has the names of its protocol; ``tests/stack/test_parts.py`` lets the type
checker compare every system with them. :mod:`openshift_credentials.stack.system` imports a part
when it is first asked for something.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from openshift_credentials.base.notices import Notice

from .base import Settings
from .explanation import Explanation, Verdict

S_co = TypeVar("S_co", bound=Settings, covariant=True)
S_contra = TypeVar("S_contra", bound=Settings, contravariant=True)


@dataclass(frozen=True, slots=True)
class Expanded:
    """A branch in the form of the models, with the content of the files that it names.

    ``worded`` replaces a setting's path in a problem, for example with file and line.
    """

    branch: object
    problems: tuple[Notice, ...] = ()
    worded: Callable[[Notice], Notice | None] = field(default=lambda _: None)


class SettingsPart(Protocol[S_co]):
    """``settings``: the model of the branch, and how its files are read.

    The fields of the model are the settings of the branch, and the shared groups that the system
    needs (:data:`~openshift_credentials.stack.load.SHARED`), under their names.
    """

    @property
    def MODEL(self) -> type[S_co]:  # noqa: N802 - a constant of a module
        """The model."""
        ...

    def expand(self, branch: object, directory: Path, /) -> Expanded:
        """Read the files that the branch names; a relative path starts at ``directory``."""
        ...


def expand_nothing(branch: object, _directory: Path, /) -> Expanded:
    """``expand`` of a branch that names no file."""
    return Expanded(branch)


class ChecksPart(Protocol[S_contra]):
    """``checks``: rules between settings, and what a stack promises."""

    def branch_problems(self, root: Mapping[str, object], secret_keys: Collection[str], /) -> Iterator[Notice]:
        """Problems between settings on the raw tree, told beside those of single settings.

        ``secret_keys`` are the paths of encrypted settings.
        """
        ...

    def problems(self, settings: S_contra, /) -> Iterator[Notice]:
        """Problems that follow from all settings together, once each of them is valid."""
        ...

    def assert_promises(self, settings: S_contra, /) -> None:
        """Raise :class:`ContractError` if the result would differ from the stack's prediction.

        Then nothing is registered.
        """
        ...


class PlanPart(Protocol[S_contra]):
    """``plan``: what follows from settings before anything exists."""

    def shares(self, settings: S_contra, root: Mapping[str, object], /) -> Mapping[str, Mapping[str, object]]:
        """Settings of other branches that follow from this one, by branch.

        They apply to systems that come later in the registry, unless their branch sets them.
        ``root`` is the raw tree of the stack, for branches that request something.
        """
        ...


def share_nothing(_settings: object, _root: object, /) -> Mapping[str, Mapping[str, object]]:
    """``shares`` of a system from which no other branch follows."""
    return {}


class ExplainPart(Protocol[S_contra]):
    """``explain``: the plan in sentences."""

    def remarks(self, settings: S_contra, /) -> Iterator[Notice]:
        """What is allowed and yet not as it could be, reported once when the stack is deployed or previewed."""
        ...

    def explain(self, settings: S_contra, /) -> Explanation:
        """What the identities of the system can do, and who can use them."""
        ...


Judge = Callable[[Mapping[str, object]], Verdict]
"""The verdict in the outputs of a component; unknown and secret outputs are absent."""


class PreviewPart(Protocol[S_contra]):
    """``preview``: what a preview shows of the system beside its resources; optional."""

    @property
    def VERDICTS(self) -> Mapping[str, Judge]:  # noqa: N802 - a constant of a module
        """Judges of components by type token."""
        ...

    def picture(self, settings: S_contra, /) -> str | None:
        """The identities in Mermaid."""
        ...
