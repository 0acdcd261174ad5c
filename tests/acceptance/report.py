"""The report of a run, as JSON and as Markdown: what was run, against what, and how it ended."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from tests.acceptance.run import Run


class State(StrEnum):
    """How a step ended; what was not run has passed nothing."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, kw_only=True)
class Step:
    """``detail`` says why a step failed or was not run, and nothing of one that passed."""

    stack: str
    name: str
    state: State
    seconds: float = 0.0
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Provider:
    """``answered_by`` is the program behind the name: a release, a file of yours, or a stand-in."""

    name: str
    sdk: str
    answered_by: str


@dataclass(frozen=True, kw_only=True)
class Report:
    """``left`` is what still has the tag of the run; ``None`` if it could not be listed."""

    run: Run
    date: str
    engine: str
    providers: Sequence[Provider]
    steps: Sequence[Step]
    left: Sequence[str] | None
    waiting: Sequence[str] = ()
    """What the cloud deletes by itself later, and does not charge for."""

    @property
    def passed(self) -> bool:
        """Everything that was run passed, something was run, and nothing is left."""
        states = {step.state for step in self.steps}
        return State.PASSED in states and State.FAILED not in states and self.left == []

    def document(self) -> Mapping[str, object]:
        """The report for programs."""
        return {
            **asdict(self),
            "passed": self.passed,
            "meaning": self.run.against.meaning,
            "account": self.account,
        } | {"run": {**asdict(self.run), "place": self.account}}

    @property
    def account(self) -> str:
        """The last four characters: a report is there to be published."""
        return f"...{self.run.place[-4:]}"

    def markdown(self) -> str:
        """The report for people."""
        verdict = "passed" if self.passed else "failed"
        lines = [
            f"# Acceptance on {self.run.cloud}: {verdict}",
            "",
            f"Run `{self.run.suffix}` of {self.date}, account {self.account}, {self.engine}.",
            "",
            f"Run against: **{self.run.against}** ({self.run.against.meaning}).",
            "",
            *_table(
                ("provider", "SDK", "answered by"),
                [(item.name, item.sdk, item.answered_by) for item in self.providers],
            ),
            "",
            *_table(
                ("stack", "step", "ended", "seconds", "detail"),
                [
                    (item.stack, item.name, item.state, f"{item.seconds:.0f}", item.detail)
                    for item in self.steps
                ],
            ),
            "",
            f"Left in the account by tag: {_listed(self.left)}.",
        ]
        if self.waiting:
            lines.append(f"Deleted later by the cloud itself: {', '.join(self.waiting)}.")
        return "\n".join(lines) + "\n"

    def write(self, directory: Path) -> tuple[Path, Path]:
        """Write both files; their paths."""
        directory.mkdir(parents=True, exist_ok=True)
        name = f"report-{self.run.cloud}-{self.run.suffix}"
        document, page = directory / f"{name}.json", directory / f"{name}.md"
        content = json.dumps(self.document(), indent=2) + "\n"
        for file, text in ((document, content), (page, self.markdown())):
            file.write_text(text.replace(self.run.place, self.account))  # also within ARNs
        return document, page


def _listed(left: Sequence[str] | None) -> str:
    if left is None:
        return "unknown, because it could not be listed"
    return ", ".join(left) or "nothing"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *cells]
    return [f"| {' | '.join(line)} |" for line in lines]
