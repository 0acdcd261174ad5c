"""A fault of the program, on the real engine: one line that names its place, and no answer."""

import ast
from pathlib import Path

import pytest

from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace

ENGINE = "an unhandled error occurred: program exited with non-zero exit code"
MARKER = "AKIAIOSFODNN7EXAMPLE"
FAULTS = {
    "where resources are declared": ("preview", "components/systems.py", "deploy"),
    "where an output is known": ("up", "components/aws/iam.py", "_same_as_expected"),
    "where a backup is awaited": ("up", "components/etcd_backup/backups.py", "run"),
    "before the stack is read": ("preview", "components/base/program.py", "leave_out_positions"),
}
"""The command that meets the fault, and the function that has it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported_in_one_line_with_its_place(workspace: Workspace, fault: str) -> None:
    command, file, function = FAULTS[fault]
    make_stack(workspace, "dev")
    line = break_function(workspace.directory / file, function)

    options = () if command == "preview" else ("--yes", "--skip-preview")
    outcome = workspace.pulumi(command, "--stack", "dev", *options)

    assert outcome.code != 0
    module = file.removesuffix(".py").replace("/", ".")
    told = errors(outcome.text)
    assert len(told) == 1, outcome.text
    assert told.pop().startswith(f"internal error: KeyError in {module}, line {line}; this is a ")
    assert "report this line" in outcome.text
    assert "Traceback" not in outcome.text
    assert MARKER not in outcome.text


def errors(output: str) -> set[str]:
    """What was shown as an error, besides the line that the engine adds to each."""
    shown = (line.partition("error: ") for line in output.splitlines())
    return {text for _, error, text in shown if error and not text.startswith(ENGINE)}


def break_function(file: Path, name: str) -> int:
    """Let a function raise what nobody expects; the line that does."""
    lines = file.read_text().splitlines()
    function = next(
        node
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name
    )
    first = function.body[0]
    lines.insert(first.lineno - 1, f"{' ' * first.col_offset}raise KeyError({MARKER!r})")
    file.write_text("\n".join(lines) + "\n")
    return first.lineno
