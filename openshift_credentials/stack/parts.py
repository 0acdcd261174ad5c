"""The parts of a system: what each module or folder of ``systems/<system>/`` offers to the rest.

A part is a module that has the names of its protocol; ``tests/stack/test_parts.py`` lets the type
checker compare every system with them. :mod:`openshift_credentials.stack.system` imports a part
when it is first asked for something.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from openshift_credentials.base.notices import Notice

from .base import Settings
from .explanation import Explanation, Verdict

S = TypeVar("S", bound=Settings)
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
    """``settings``: the model of the branch.

    The fields of the model are the settings of the branch, and the shared groups that the system
    needs (:data:`~openshift_credentials.stack.load.SHARED`), under their names.
    """

    @property
    def MODEL(self) -> type[S_co]:  # noqa: N802 - a constant of a module
        """The model."""
        ...


Expand = Callable[[object, Path], Expanded]
"""``settings.expand``: read the files that a branch names; a relative path starts at the folder.

Only systems whose branches name files have it.
"""


class ChecksPart(Protocol[S_contra]):
    """``checks``: rules between settings."""

    def problems(self, settings: S_contra, stack: "Stack", /) -> Iterator[Notice]:
        """Problems between settings, once each setting of the stack is right."""
        ...


AssertPromises = Callable[[S], None]
"""``checks.assert_promises``: raise :class:`ContractError` if the result would differ from the
stack's prediction; then nothing is registered. Only systems that promise something have it.
"""

Share = Callable[[S, Mapping[str, object]], Mapping[str, Mapping[str, object]] | None]
"""``plan.shares``: settings of other branches that follow from the settings, by branch.

They apply to systems that come later in the registry, unless their branch sets them; the mapping is
the configuration, for branches that request something. ``None`` if a rule between the settings is
broken, so that nothing follows from them. Only systems that share have it, and ``plan.SHARED``: the
paths of required settings that they share.
"""


class Stack(dict[str, Settings]):
    """The settings of all systems of a stack by branch, each of them right."""

    def find(self, model: type[S]) -> S | None:
        """The settings of the system with this model, if the stack has it."""
        return next((given for given in self.values() if isinstance(given, model)), None)


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
