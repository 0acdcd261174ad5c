"""Verb ``preview``: resources of a stack, and the credential mode that the operator detects."""

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from openshift_credentials.base.errors import ContractError, ExitCode, UnusableInputError
from openshift_credentials.base.json_values import as_object, json_in
from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.stack_files import StackConfiguration

from ..stack_arguments import add_lines, add_stack_arguments, line_finder, read_named_stack, stack_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from openshift_credentials.preview.against import Difference, Earlier
    from openshift_credentials.preview.recorder import Diagnostic
    from openshift_credentials.preview.run import Preview


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Examples:\n  openshift-credentials preview --stack dev\n  openshift-credentials preview --stack dev --diff "
        "--config etcdBackup.backupDefaults.trigger=now\n  openshift-credentials preview --stack aro --against main -o "
        "markdown > comment.md\nExit codes: 0 the stack can be deployed, 1 the operator would not behave as predicted, "
        "2 unusable input."
    )
    add_stack_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        choices=("text", "json", "markdown"),
        default="text",
        help="text (default), json as 'pulumi preview --json' prints it, or markdown for a pull request",
    )
    parser.add_argument("--diff", action="store_true", help="show the inputs of each resource")
    parser.add_argument(
        "--against",
        metavar="REF|FILE",
        help="show what has changed since a revision of git, or since a file with the output of -o json, both as seen "
        "from DIR; settings of -c are part of the change",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.preview.run import Preview, digest, preview_of_error, run_program  # noqa: PLC0415

    stack = StackConfiguration.unread(arguments.stack)
    if arguments.against and not os.path.lexists(stack_file(arguments)):
        from openshift_credentials.preview.against import compare  # noqa: PLC0415

        earlier = _earlier(arguments)
        if earlier.document:
            preview = Preview(stack, (), (), {}, ())
            sys.stdout.write(_render(preview, arguments, compare(earlier, None, {})))
            return ExitCode.OK
    try:
        stack = read_named_stack(arguments)
        result = digest(stack, run_program(stack))
        result = replace(result, diagnostics=tuple(_with_lines(result.diagnostics, arguments)))
    except (ContractError, UnusableInputError) as error:
        if isinstance(error, UnusableInputError):
            add_lines(error, arguments)
        if arguments.output != "text" or arguments.against:
            stream = sys.stderr if arguments.output == "text" else sys.stdout  # in a text, next to the reason
            stream.write(_render(preview_of_error(stack, error), arguments))
            error.has_result = True
        raise
    sys.stdout.write(_render(result, arguments))
    return ExitCode.OK


def _with_lines(diagnostics: "Iterable[Diagnostic]", arguments: argparse.Namespace) -> "Iterator[Diagnostic]":
    """Each warning with file and line, if it begins with a setting of the stack file."""
    find = line_finder(arguments)
    for each in diagnostics:
        setting = each.message.partition(": ")[0]
        line = find(setting) if each.severity == "warning" and " " not in setting else None
        at = f" ({stack_file(arguments).name}, line {line})" if line else ""
        yield replace(each, message=each.message + at)


def _render(preview: "Preview", arguments: argparse.Namespace, difference: "Difference | None" = None) -> str:
    from openshift_credentials.preview.formats import draw, draw_difference, mark_difference, to_json, to_markdown  # noqa: PLC0415

    if arguments.against:
        difference = difference or _difference(preview, arguments)
        if arguments.output == "text":
            return draw_difference(preview, difference)
        return to_json(preview, difference) if arguments.output == "json" else mark_difference(preview, difference)
    if arguments.output == "text":
        return draw(preview, Style.of(sys.stdout), diff=arguments.diff)
    return to_json(preview) if arguments.output == "json" else to_markdown(preview)


def _difference(preview: "Preview", arguments: argparse.Namespace) -> "Difference":
    from openshift_credentials.preview.against import compare, sealed_digests  # noqa: PLC0415
    from openshift_credentials.preview.formats import to_json  # noqa: PLC0415

    document = as_object(json_in(to_json(preview)))
    return compare(_earlier(arguments), document, sealed_digests(stack_file(arguments)))


def _earlier(arguments: argparse.Namespace) -> "Earlier":
    from openshift_credentials.preview.against import read_earlier  # noqa: PLC0415

    return read_earlier(arguments.against, arguments.cwd, arguments.stack, stack_file(arguments))
