"""What was found, for a terminal, for programs, and for an issue."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.base.markdown import fence, markdown_text
from tests.upstream.check import Finding, Kind
from tests.upstream.checkout import Checkout
from tests.upstream.ours import place_of


@dataclass(frozen=True, slots=True)
class Report:
    """Findings of one program."""

    checkout: Checkout
    findings: Sequence[Finding]

    @property
    def news(self) -> list[Finding]:
        """Findings that a person has to look at."""
        return [finding for finding in self.findings if finding.is_news]

    @property
    def summary(self) -> str:
        """One line: how many rows have which outcome."""
        counts = Counter(finding.kind for finding in self.findings)
        told = ", ".join(f"{counts[kind]} {kind}" for kind in Kind if counts[kind])
        return f"{self.checkout.name}: {told}"


def _ours(finding: Finding) -> str:
    file, line = place_of(finding.row.rule)
    return f"{file}:{line}"


def _by_symbol(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings that say the same of one symbol, which several rules of ours follow."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        row = finding.row
        said = finding.why if finding.kind is Kind.DIFFERS else ""
        key = (finding.kind, row.file, row.symbol, finding.file, said)
        groups.setdefault(key, []).append(finding)
    return list(groups.values())


def _place(finding: Finding) -> str:
    read = finding.row.file
    return f"{read} -> {finding.file}" if finding.file != read else read


def _details(finding: Finding) -> Iterator[str]:
    if finding.new:
        yield f"new: {', '.join(finding.new)}"
    if finding.lost:
        yield f"no longer there: {', '.join(finding.lost)}"
    if finding.why:
        yield finding.why


def text(reports: Sequence[Report], *, every: bool = False) -> str:
    """Lines for a terminal; ``every`` also lists what is unchanged."""
    lines: list[str] = []
    for report in reports:
        for group in _by_symbol(report.findings if every else report.news):
            first = group[0]
            lines.append(f"{first.kind}  {first.row.symbol} in {_place(first)}")
            lines += [f"    ours: {one.row.rule} ({_ours(one)})" for one in group]
            lines += [f"    {line}" for line in _details(first)]
            lines += [f"    {line}" for line in first.difference.splitlines()]
        lines.append(report.summary)
    return "\n".join(lines)


def document(reports: Sequence[Report]) -> str:
    """JSON: a program with its commit and its rows."""
    return json.dumps(
        [
            {
                "repository": report.checkout.program.repository,
                "commit": report.checkout.commit or None,
                "findings": [_row(finding) for finding in report.findings],
            }
            for report in reports
        ],
        indent=2,
    )


def _row(finding: Finding) -> dict[str, object]:
    row = finding.row
    return {
        "kind": finding.kind,
        "rule": row.rule,
        "ours": _ours(finding),
        "file": finding.file,
        "readIn": row.file,
        "symbol": row.symbol,
        "commit": row.commit,
        "new": finding.new,
        "lost": finding.lost,
        "difference": finding.difference or None,
        "why": finding.why or None,
    }


def markdown(reports: Sequence[Report]) -> str:
    """The body of an issue."""
    lines: list[str] = []
    for report in reports:
        lines += [f"## {report.checkout.name}", "", report.summary, ""]
        groups = _by_symbol(report.news)
        if groups:
            lines += [
                "| what | symbol | file | ours | details |",
                "| --- | --- | --- | --- | --- |",
            ]
        for group in groups:
            first = group[0]
            ours = "<br>".join(f"`{one.row.rule}`" for one in group)
            told = markdown_text("; ".join(_details(first)))
            cells = (first.kind, f"`{first.row.symbol}`", f"`{_place(first)}`", ours, told)
            lines.append(f"| {' | '.join(cells)} |")
        for first in (group[0] for group in groups if group[0].difference):
            title = f"<summary><code>{first.row.symbol}</code></summary>"
            block = fence(first.difference, "diff")
            lines += ["", "<details>", title, "", block, "", "</details>"]
        lines.append("")
    return "\n".join(lines).rstrip()
