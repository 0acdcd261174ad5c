"""The preview as a comment for a pull request."""

from collections.abc import Iterator

from openshift_credentials.preview.digest import Preview
from openshift_credentials.preview.text import draw, short_type
from openshift_credentials.stack.verdict import Verdict
from openshift_credentials.terminal import Style


def to_markdown(preview: Preview) -> str:
    """Summary line, table, verdict, folded details and a picture of the identities."""
    errors = [each.message for each in preview.diagnostics if each.severity == "error"]
    blocks = _failure(preview, errors) if errors else _success(preview)
    return "\n\n".join(blocks) + "\n"


def _failure(preview: Preview, errors: list[str]) -> Iterator[str]:
    yield f"### :x: Stack `{preview.stack.stack}` cannot be deployed as it is"
    yield "\n".join(f"- {_cell(error)}" for error in errors)
    yield "Nothing was made."


def _success(preview: Preview) -> Iterator[str]:
    answers = ", ".join(f"`{verdict.answer}`" for verdict in preview.verdicts)
    yield (
        f"### :white_check_mark: Stack `{preview.stack.stack}`: "
        f"{len(preview.steps)} resources to create, credential mode {answers}"
    )
    yield "\n".join(
        [
            "| resources | number |",
            "| --- | ---: |",
            *(
                f"| `{short_type(type_)}` | {count} |"
                for type_, count in sorted(preview.count_by_type().items())
            ),
        ]
    )
    for verdict in preview.verdicts:
        yield "\n".join(_verdict(verdict))
    if preview.notes:
        yield "\n".join(f"> {_cell(note)}" for note in preview.notes)
    if preview.warnings:
        yield "\n".join(f"> :warning: {_cell(warning)}" for warning in preview.warnings)
    for picture in preview.pictures:
        yield f"```mermaid\n{picture}\n```"
    tree = draw(preview, Style(), diff=False)
    yield f"<details><summary>Details</summary>\n\n```text\n{tree}```\n\n</details>"


def _verdict(verdict: Verdict) -> Iterator[str]:
    yield verdict.sentence
    yield ""
    for number, (name, text) in enumerate(verdict.table.items()):
        yield f"| {name} | {_cell(text)} |"
        if number == 0:
            yield "| --- | --- |"
    for warning in verdict.warnings:
        yield f"\n> :warning: {_cell(warning)}"


def _cell(text: str) -> str:
    """Text that neither ends a table cell nor becomes markup."""
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
