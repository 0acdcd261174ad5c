"""The status of a fleet as text, JSON and Markdown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import markdown_text, quantity
from openshift_credentials.platforms.manifests import printable

from .stack_status import IN_PROGRESS, NEEDS_SOMEBODY, Judge, Object, StackStatus, State, causes, newest_trigger

_COLOURS = {State.SUCCEEDED: "green", State.FROZEN: "cyan", State.RUNNING: "cyan"}
_LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Line:
    """A Stack with its notices."""

    status: StackStatus
    notices: tuple[Notice, ...]

    @property
    def needs_somebody(self) -> bool:
        """Whether to alert."""
        return self.status.state in NEEDS_SOMEBODY or any(
            notice.code in ("backup-failed", "backup-missing", "success-old") for notice in self.notices
        )


@dataclass(frozen=True, slots=True)
class Report:
    """The Stacks of a fleet at one moment, the worst first.

    ``demanded`` means that the user passed tonight's trigger, so a Stack without it is late.
    """

    now: datetime
    tonight: str
    demanded: bool
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, stacks: Sequence[Object], judge: Judge, longest_age: timedelta, *, demanded: bool) -> "Report":
        """Check all Stacks."""
        order = list(State)
        statuses = sorted(
            (judge.status(stack) for stack in stacks),
            key=lambda item: (order.index(item.state), item.wave, item.namespace, item.name),
        )
        lines = tuple(Line(status, tuple(causes(status, judge.now, longest_age))) for status in statuses)
        return cls(judge.now, judge.tonight, demanded, lines)

    @property
    def needs_somebody(self) -> bool:
        """Whether to alert for any of them."""
        return any(line.needs_somebody or self._is_late(line) for line in self.lines)

    @property
    def in_progress(self) -> bool:
        """Whether the status will change without action."""
        return any(line.status.state in (*IN_PROGRESS, State.UNSEEN) or self._is_late(line) for line in self.lines)

    @property
    def summary(self) -> str:
        """All in one line."""
        counts = Counter(line.status.state for line in self.lines)
        parts = [f"{counts[state]} {state}" for state in State if counts[state]]
        failed = sum(len(line.status.failed) for line in self.lines)
        parts += [f"{quantity(failed, 'hosted cluster')} failed"] if failed else []
        return f"{quantity(len(self.lines), 'stack')}: {', '.join(parts) or 'none'}"

    @property
    def document(self) -> dict[str, object]:
        """The report for programs."""
        return {
            "time": self.now.isoformat(),
            "trigger": self.tonight,
            "needsSomebody": self.needs_somebody,
            "stacks": [_document(line, self.now) for line in self.lines],
        }

    def _is_late(self, line: Line) -> bool:
        return self.demanded and line.status.state is State.BEHIND


def tonight_of(stacks: Sequence[Object], given: str | None) -> str:
    """Tonight's trigger: the passed one, otherwise the newest among the Stacks."""
    return newest_trigger(stacks) if given is None else given


def text_lines(report: Report, style: Style, *, snapshots: bool) -> Iterator[str]:
    """A table, then what to do; optionally with the URLs of all snapshots."""
    if report.tonight:
        source = "given" if report.demanded else "the newest among the stacks"
        yield f"Tonight's trigger: {printable(report.tonight)} ({source})"
    table = [("STACK", "WAVE", "STATE", "REASON", "TRIGGER", "SUCCESS", "FAILED")]
    table += [_cells(line, report.now) for line in report.lines]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for number, row in enumerate(table):
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        colour = "bold" if number == 0 else _colour(report.lines[number - 1])
        yield style(text.rstrip(), colour)
    for line in report.lines:
        yield from _advice(line)
    if snapshots:
        yield from _snapshots(report)
    yield report.summary


def _snapshots(report: Report) -> Iterator[str]:
    for line in report.lines:
        for name, url in line.status.snapshots.items():
            outdated = " (of an earlier update)" if line.status.outdated else ""
            yield printable(f"{line.status.name} {name}: {url}{outdated}")


def markdown_lines(report: Report, *, snapshots: bool) -> Iterator[str]:
    """A table for a comment or a chat; optionally with the URLs of all snapshots."""
    yield f"**{report.summary}**"
    yield ""
    yield "| stack | wave | state | reason | trigger | newest success | failed | what to do |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for line in report.lines:
        advice = "; ".join(str(notice) for notice in line.notices)
        cells = [*_cells(line, report.now), printable(advice)]
        yield f"| {' | '.join(map(markdown_text, cells))} |"
    if snapshots:
        yield ""
        yield from (f"- {markdown_text(line)}" for line in _snapshots(report))


def _cells(line: Line, now: datetime) -> tuple[str, ...]:
    status = line.status
    cells = (
        f"{status.namespace}/{status.name}",
        status.wave or "-",
        status.state,
        status.reason or "-",
        status.trigger or "-",
        _age(status.newest_success, now),
        ", ".join(status.failed) or "-",
    )
    return tuple(map(printable, cells))


def _advice(line: Line) -> Iterator[str]:
    status = line.status
    shown = [notice for notice in line.notices if notice.severity is not Severity.INFO]
    if not shown:
        return
    yield f"{status.namespace}/{status.name}: {status.state}"
    for item in shown:
        yield f"  {item.severity} {item.code}: {printable(str(item))}"
    if status.message:
        text = printable(" ".join(status.message.split()))
        cut = text if len(text) <= _LONGEST_MESSAGE else f"{text[: _LONGEST_MESSAGE - 3]}..."
        yield f"  message: {cut}"
    if status.outdated:
        yield "  the snapshots are those of an earlier update"


def _age(moment: datetime | None, now: datetime) -> str:
    if moment is None:
        return "never"
    minutes = max(0, int((now - moment).total_seconds() // 60))
    hours, minutes = divmod(minutes, 60)
    return f"{hours // 24}d{hours % 24}h" if hours >= 48 else f"{hours}h{minutes}m"


def _colour(line: Line) -> str:
    return "red" if line.needs_somebody else _COLOURS.get(line.status.state, "yellow")


def _document(line: Line, now: datetime) -> dict[str, object]:
    status = line.status
    success = status.newest_success
    return {
        "namespace": status.namespace,
        "name": status.name,
        "wave": status.wave,
        "state": status.state.value,
        "reason": status.reason,
        "message": status.message,
        "trigger": status.trigger,
        "newestSuccess": success.isoformat() if success else None,
        "ageSeconds": max(0, int((now - success).total_seconds())) if success else None,
        "failedHostedClusters": list(status.failed),
        "snapshotURLs": dict(status.snapshots),
        "snapshotsOutdated": status.outdated,
        "needsSomebody": line.needs_somebody,
        "notices": [asdict(notice) for notice in line.notices],
    }
