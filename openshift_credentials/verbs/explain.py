"""Verb ``explain``: what the identities of a stack can do, and who can assume them."""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict

from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.stack.explanation import Needed
from openshift_credentials.verbs.stack_arguments import add_stack_arguments, named_stack


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Examples:\n"
        "  python -m openshift_credentials explain --stack dev\n"
        "  python -m openshift_credentials explain --stack dev -o json\n"
        "  python -m openshift_credentials explain --stack mycluster --deployer\n"
        "Exit codes: 0 explained, 1 the operator would not do what the stack promises, "
        "2 unusable input."
    )
    add_stack_arguments(parser)
    parser.add_argument(
        "--deployer",
        action="store_true",
        help="say what whoever runs 'pulumi up' has to be allowed, in place of that",
    )
    parser.add_argument(
        "-o", "--output", choices=("text", "json"), default="text", help="text (default) or json"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read the settings, and explain what follows from them."""
    from openshift_credentials.stack.explanation_text import to_json, to_text  # noqa: PLC0415
    from openshift_credentials.stack.load import load_settings  # noqa: PLC0415
    from openshift_credentials.terminal import Style  # noqa: PLC0415

    stack = named_stack(arguments)
    deployments = load_settings(stack.config, stack.secrets, stack.program)
    for deployment in deployments:
        deployment.assert_promises()
    if arguments.deployer:
        needed = {each.system.key: each.deployer() for each in deployments}
        sys.stdout.write(_needed_json(needed) if arguments.output == "json" else _text(needed))
        return ExitCode.OK
    explanations = {each.system.key: each.explain() for each in deployments}
    if arguments.output == "json":
        sys.stdout.write(to_json(explanations))
    else:
        style = Style.of(sys.stdout)
        sys.stdout.write("\n".join(to_text(each, style) for each in explanations.values()))
    return ExitCode.OK


def _needed_json(needed: Mapping[str, tuple[Needed, ...]]) -> str:
    listed = {key: [asdict(each) for each in found] for key, found in needed.items()}
    return json.dumps(listed, indent=2) + "\n"


def _text(needed: Mapping[str, tuple[Needed, ...]]) -> str:
    """One block for each reason; a system that says nothing says so."""
    lines: list[str] = []
    for key, found in needed.items():
        if not found:
            lines += [f"{key}: what its deployer needs is not known here", ""]
        for each in found:
            lines += [f"{key} {each.why}, on {', '.join(each.resources)}:"]
            lines += [*(f"  {action}" for action in each.actions), ""]
    return "\n".join(lines)
