"""The preview as a comment for a pull request."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from openshift_credentials.base.markdown import fence, markdown_text
from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.verdict import Verdict

from .digest import Preview
from .text import draw, short_type

LIMIT: Final = 65_536
"""Maximum characters of a comment (GitHub rejects longer ones: "Body is too long")."""

_LIST_LIMIT: Final = 12_000
"""Characters of one list of notes or warnings."""

_ERRORS_LIMIT: Final = 60_000
_SMALLEST_TREE: Final = 1_000
_ROOM_FOR_COUNT: Final = 100
_FRAME: Final = "<details><summary>Details</summary>\n\n{tree}\n\n</details>"
_ROOM_FOR_FENCES: Final = 100


def to_markdown(preview: Preview) -> str:
    """Summary line, table, verdicts, a picture of the identities and folded details.

    Never longer than :data:`LIMIT`: omitted lines are counted.
    """
    errors = preview.messages("error")
    blocks = _failure(preview, errors) if errors else _success(preview)
    text = "\n\n".join(blocks) + "\n"
    if not errors:
        room = LIMIT - len(text) - len(_FRAME) - _ROOM_FOR_FENCES
        lines = draw(preview, Style(), diff=False).splitlines()
        tree = "\n".join(_fold(lines, max(room, _SMALLEST_TREE)))
        text += f"\n{_FRAME.format(tree=fence(tree, 'text'))}\n"
    return text


def _fold(lines: Iterable[str], limit: int) -> Iterator[str]:
    """As many lines as fit into ``limit`` characters, and the number of the others."""
    size, omitted = 0, 0
    for line in lines:
        size += len(line) + 1
        if size > limit - _ROOM_FOR_COUNT:
            omitted += 1
        else:
            yield line
    if omitted:
        yield f"... and {omitted} more lines; the text form of the preview has all of them"


def _failure(preview: Preview, errors: list[str]) -> Iterator[str]:
    yield f"### :x: Stack {_code(preview.stack.stack)} cannot be deployed as it is"
    yield "\n".join(_fold((f"- {markdown_text(error)}" for error in errors), _ERRORS_LIMIT))
    yield "No resource was created."


def _success(preview: Preview) -> Iterator[str]:
    answers = ", ".join(f"`{verdict.answer}`" for verdict in preview.verdicts)
    summary = preview.change_summary
    others = "".join(
        f", {summary[item]} to {item}" for item in ("import", "read") if item in summary
    )
    mode = f", credential mode {answers}" if answers else ""
    yield (
        f"### :white_check_mark: Stack {_code(preview.stack.stack)}: "
        f"{summary.get('create', 0)} resources to create{others}{mode}"
    )
    yield "\n".join(["| resources | number |", "| --- | ---: |", *_counts(preview)])
    for verdict in preview.verdicts:
        yield "\n".join(_verdict(verdict))
    if notes := preview.messages("info"):
        yield "\n".join(_fold((f"> {markdown_text(note)}" for note in notes), _LIST_LIMIT))
    if warnings := preview.messages("warning"):
        yield "\n".join(_warnings(warnings))
    for picture in preview.pictures:
        yield fence(picture, "mermaid")


def _counts(preview: Preview) -> Iterator[str]:
    counts = Counter((step.type, step.operation) for step in preview.steps)
    for (type_, operation), count in sorted(counts.items()):
        read = "" if operation == "create" else f" ({operation})"
        yield f"| `{short_type(type_)}`{read} | {count} |"


def _verdict(verdict: Verdict) -> Iterator[str]:
    yield verdict.sentence
    yield ""
    for number, (name, text) in enumerate(verdict.table.items()):
        yield f"| {name} | {markdown_text(text)} |"
        if number == 0:
            yield "| --- | --- |"
    if verdict.warnings:
        yield ""
        yield from _warnings(verdict.warnings)


def _warnings(warnings: Iterable[str]) -> Iterator[str]:
    return _fold((f"> :warning: {markdown_text(warning)}" for warning in warnings), _LIST_LIMIT)


def _code(text: str) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return f"`{plain}`"
