"""Verb ``explain``: what the identities of a stack can do, and who can assume them."""

import argparse
import sys

from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.verbs.json_errors import errors_as_json
from openshift_credentials.verbs.stack_arguments import add_stack_arguments, named_stack


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Examples:\n"
        "  python -m openshift_credentials explain --stack dev\n"
        "  python -m openshift_credentials explain --stack dev -o json\n"
        "Exit codes: 0 explained, 1 the operator would not do what the stack promises, "
        "2 unusable input."
    )
    add_stack_arguments(parser)
    parser.add_argument(
        "-o", "--output", choices=("text", "json"), default="text", help="text (default) or json"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read the settings, and explain what follows from them."""
    from openshift_credentials.stack.explanation_text import to_json, to_text  # noqa: PLC0415
    from openshift_credentials.stack.load import load_settings  # noqa: PLC0415
    from openshift_credentials.terminal import Style  # noqa: PLC0415

    with errors_as_json(arguments.output):
        stack = named_stack(arguments)
        deployments = load_settings(stack.config, stack.secrets, stack.program)
        for deployment in deployments:
            deployment.assert_promises()
        explanations = {each.system.key: each.explain() for each in deployments}
    if arguments.output == "json":
        sys.stdout.write(to_json(explanations))
    else:
        style = Style.of(sys.stdout)
        sys.stdout.write("\n".join(to_text(each, style) for each in explanations.values()))
    return ExitCode.OK
