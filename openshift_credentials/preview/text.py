"""The preview as text, in the form of ``pulumi preview``."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import is_array, is_object, json_in
from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wrapping import group_by_setting, shorten, wrap
from openshift_credentials.platforms.azure.roles import role_name
from openshift_credentials.stack.verdict import Verdict

from .digest import SECRET, UNKNOWN, Preview, PreviewStep

_AROUND: Final = 17
"""Characters of a line of the tree beside its type and its name."""

_SIGNS: Final = {"create": ("+", "green"), "import": ("=", "cyan"), "read": (">", "cyan")}


def draw(preview: Preview, style: Style, *, diff: bool) -> str:
    """Tree or inputs, a panel for each verdict, notes, warnings and the number of resources."""
    title = f"Previewing stack {preview.stack.stack} offline: nothing was contacted"
    blocks = [
        [style(title, "bold")],
        list(_inputs(preview, style) if diff else _tree(preview, style)),
        *(list(_panel(verdict, style)) for verdict in preview.verdicts),
        [wrap(f"note: {item}", style.width) for item in group_by_setting(preview.messages("info"))],
        [_warning(item, style) for item in group_by_setting(preview.messages("warning"))],
        list(_count(preview, style)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def short_type(token: str) -> str:
    """``aws:s3/bucket:Bucket`` as ``aws:s3:Bucket``, as Pulumi shows it."""
    package, _, rest = token.partition(":")
    module, _, name = rest.partition(":")
    front, _, last = module.rpartition("/")
    return f"{package}:{front}:{name}" if front and last.lower() == name.lower() else token


def guides(steps: tuple[PreviewStep, ...], style: Style) -> Iterator[str]:
    """The lines in front of each step that show its parent."""
    line, branch, last = ("│  ", "├─", "└─") if style.draws_lines else ("|  ", "|-", "`-")
    last_at: dict[int, bool] = {}
    for step in steps:
        last_at[step.depth] = step.is_last
        if step.depth == 0:
            yield ""
            continue
        above = "".join("   " if last_at[depth] else line for depth in range(1, step.depth))
        yield f"{above}{last if step.is_last else branch} "


def _tree(preview: Preview, style: Style) -> Iterator[str]:
    types = [
        guide + short_type(step.type)
        for guide, step in zip(guides(preview.steps, style), preview.steps, strict=True)
    ]
    type_width, name_width = _widths(types, [step.name for step in preview.steps], style.width)
    mark = "…" if style.draws_lines else "~"
    yield style(f"     {'Type':{type_width}}  {'Name':{name_width}}  Plan", "bold")
    for type_, step in zip(types, preview.steps, strict=True):
        sign, colour = _SIGNS[step.operation]
        plan = style(step.operation, colour) + (", overridden" if step.overridden else "")
        shown = shorten(type_, type_width, mark)
        name = shorten(step.name, name_width, mark)
        yield f" {style(sign, colour)}   {shown:{type_width}}  {name:{name_width}}  {plan}"


def _widths(types: Sequence[str], names: Sequence[str], width: int | None) -> tuple[int, int]:
    """Widths of both columns; in a narrow terminal, names are cut first, to half of the line."""
    type_width = max(map(len, [*types, "Type"]))
    name_width = max(map(len, [*names, "Name"]))
    if width is None or type_width + name_width <= (room := width - _AROUND):
        return type_width, name_width
    name_width = max(room - type_width, min(name_width, room // 2))
    return room - name_width, name_width


def _warning(text: str, style: Style) -> str:
    return wrap(f"warning: {text}", style.width).replace("warning:", style("warning:", "yellow"), 1)


def _inputs(preview: Preview, style: Style) -> Iterator[str]:
    for step in preview.steps:
        indent = "    " * step.depth
        sign, colour = _SIGNS[step.operation]
        yield style(f"{indent}{sign} {step.type}: ({step.operation})", colour)
        if step.existing_id is not None:
            yield f"{indent}    [id={step.existing_id}]"
        yield f"{indent}    [urn={step.urn}]"
        if step.request.provider:
            yield f"{indent}    [provider={step.request.provider}]"
        if step.overridden:
            yield f"{indent}    [overridden={', '.join(step.overridden)}]"
        yield from _properties(step.inputs, f"{indent}    ")


def _properties(properties: Mapping[str, object], indent: str) -> Iterator[str]:
    width = max(map(len, properties), default=0)
    for name, value in properties.items():
        yield from _value(f"{indent}{name:{width}}: ", value, indent)


def _value(front: str, value: object, indent: str) -> Iterator[str]:
    if is_object(value) and value:
        yield f"{front}{{"
        yield from _properties(value, f"{indent}    ")
        yield f"{indent}}}"
    elif is_array(value) and value:
        yield f"{front}["
        for index, item in enumerate(value):
            yield from _value(f"{indent}    [{index}]: ", item, f"{indent}    ")
        yield f"{indent}]"
    elif value == UNKNOWN:
        yield f"{front}[unknown]"
    elif value == SECRET:
        yield f"{front}{SECRET}"
    elif isinstance(value, str) and value[:1] in ("{", "[") and (document := json_in(value)):
        yield from _value(f"{front}(json) ", document, indent)
    else:
        role = role_name(value) if isinstance(value, str) else None
        yield f"{front}{json.dumps(value, ensure_ascii=False)}{f' ({role})' if role else ''}"


def _panel(verdict: Verdict, style: Style) -> Iterator[str]:
    yield style(verdict.subject, "bold")
    width = max(map(len, verdict.rows))
    for name, text in verdict.rows.items():
        row = wrap(f"    {name:{width}}  {text}", style.width, " " * (width + 6))
        if text.startswith(verdict.answer) and name != "mode expected":
            yield row.replace(verdict.answer, style(verdict.answer, "green", "bold"), 1)
        elif text:
            yield row
    for warning in verdict.warnings:
        yield f"    {_warning(warning, style)}"


def _count(preview: Preview, style: Style) -> Iterator[str]:
    yield style("Resources:", "bold")
    for operation, count in preview.change_summary.items():
        yield f"    {style(*_SIGNS[operation])} {count} to {operation}"
