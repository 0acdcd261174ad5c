"""Verb ``image-pulls``: kubelet credential provider files, and how a pod's image is pulled."""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from openshift_credentials.cli import PROGRAM
from openshift_credentials.errors import UnusableInputError
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.image_pulls import inputs, pod_inputs, token_rows
from openshift_credentials.image_pulls.config_check import CheckAnswer, check
from openshift_credentials.image_pulls.rules.kubelet import Executable
from openshift_credentials.image_pulls.rules.locations import matches, pattern_problem
from openshift_credentials.image_pulls.rules.plugins import Version
from openshift_credentials.image_pulls.rules.pull import KubeletStops
from openshift_credentials.image_pulls.scenario import (
    as_json,
    as_text,
    read_scenario,
    read_stubs,
)
from openshift_credentials.manifests.values import printable

_EPILOG: Final = f"""\
Examples:
  {PROGRAM} image-pulls check /etc/kubernetes/credential-providers/ecr-credential-provider.yaml
  {PROGRAM} image-pulls match --config providers.yaml registry.example.com/team/app:1
  {PROGRAM} image-pulls simulate --config providers.yaml --pod pod.yaml --rbac rbac.yaml
Exit codes: 0 yes, 1 no (refused, no match, no credentials), 2 something cannot be read.
"""
_VERSION: Final = re.compile(r"v?([0-9]{1,3})\.([0-9]{1,3})(?:\.[0-9A-Za-z.+-]*)?")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the sub-verbs and their arguments."""
    parser.epilog = _EPILOG
    verbs = parser.add_subparsers(metavar="WHAT", required=True, dest="what")
    raw = argparse.RawDescriptionHelpFormatter

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(
            name, help=summary, description=summary, formatter_class=raw, allow_abbrev=False
        )
        made.add_argument("-o", "--output", choices=("text", "json"), default="text")
        return made

    checking = add("check", "Check whether a kubelet would start with a provider file.")
    checking.add_argument("path", metavar="FILE|DIR", help="- is standard input")
    checking.add_argument(
        "--gate-off", action="store_true", help="the kubelet's token feature gate is disabled"
    )
    checking.set_defaults(sub_verb=_check)

    matching = add("match", "Show which providers match images, or whether one pattern does.")
    one = matching.add_mutually_exclusive_group(required=True)
    one.add_argument("--config", metavar="FILE", help="a provider file; - is standard input")
    one.add_argument("--pattern", metavar="PATTERN", help="one entry of matchImages")
    matching.add_argument("images", metavar="IMAGE", nargs="+")
    matching.set_defaults(sub_verb=_match)

    simulating = add("simulate", "Simulate what the kubelet does for the images of a pod.")
    whole = simulating.add_mutually_exclusive_group(required=True)
    whole.add_argument("--scenario", metavar="FILE", help="everything in one document")
    whole.add_argument("--config", metavar="FILE", help="the provider file")
    simulating.add_argument("--pod", metavar="FILE", help="the Pod; needed with --config")
    simulating.add_argument("--service-account", metavar="FILE", help="the pod's ServiceAccount")
    simulating.add_argument(
        "--rbac", metavar="FILE", help="roles and bindings (default: all tokens are granted)"
    )
    simulating.add_argument(
        "--plugins", metavar="FILE", help="what each executable prints: NAME: {response, exit}"
    )
    simulating.add_argument(
        "--plugin-version", default="1.35", help="plugins to predict (default: %(default)s)"
    )
    simulating.add_argument("--image", help="this image instead of those of the pod")
    simulating.set_defaults(sub_verb=_simulate)

    tokens = add("token-request", "Check whether a node gets a token or may read ServiceAccounts.")
    tokens.add_argument(
        "--scenario", metavar="FILE", required=True, help="request, rbac (or rules) and pods"
    )
    tokens.set_defaults(sub_verb=_token_request)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Run the sub-verb."""
    answer: ExitCode = arguments.sub_verb(arguments)
    return answer


def _check(arguments: argparse.Namespace) -> ExitCode:
    path = Path(arguments.path)
    is_directory = arguments.path != "-" and path.is_dir()
    files = inputs.directory(path) if is_directory else {path.name: inputs.content(arguments.path)}
    answer = check(files, is_directory=is_directory, token_gate=not arguments.gate_off)
    if arguments.output == "json":
        _print_json(answer.as_json())
    else:
        sys.stdout.write(_check_text(arguments.path, answer))
    _say(answer.notes)
    return ExitCode.OK if answer.ok else ExitCode.NO


def _check_text(path: str, answer: CheckAnswer) -> str:
    lines = [f"{path}: the kubelet {'would start' if answer.ok else 'would not start'}"]
    lines += (f"  {error}" for error in answer.texts)
    if answer.hash:
        lines.append(f"  providers: {', '.join(answer.providers or ()) or 'none'}")
        lines.append(f"  hash: {answer.hash}")
    return "".join(f"{printable(line)}\n" for line in lines)


def _match(arguments: argparse.Namespace) -> ExitCode:
    images: Sequence[str] = arguments.images
    if arguments.pattern is not None:
        return _match_pattern(arguments.pattern, images, arguments.output)
    answer = check({"": inputs.content(arguments.config)}, is_directory=False)
    if not answer.ok:
        raise UnusableInputError(
            f"{arguments.config}: the kubelet would not start: {text}" for text in answer.texts
        )
    found = {
        image: {
            name: [pattern for pattern in patterns if matches(pattern, image)]
            for name, patterns in answer.patterns.items()
        }
        for image in images
    }
    rows = [
        {"image": image, "providers": {name: each for name, each in by_name.items() if each}}
        for image, by_name in found.items()
    ]
    if arguments.output == "json":
        _print_json(rows)
    for row in rows if arguments.output == "text" else ():
        names = ", ".join(f"{name} ({each[0]})" for name, each in row["providers"].items())  # type: ignore[union-attr]
        sys.stdout.write(printable(f"{row['image']}: {names or 'no provider matches'}") + "\n")
    return ExitCode.OK if all(row["providers"] for row in rows) else ExitCode.NO


def _match_pattern(pattern: str, images: Sequence[str], output: str) -> ExitCode:
    problem = pattern_problem(pattern)
    found = {image: matches(pattern, image) for image in images}
    if output == "json":
        rows = [{"match": each, "patternParses": problem is None} for each in found.values()]
        several = [{"image": image, **row} for image, row in zip(found, rows, strict=True)]
        _print_json(rows[0] if len(rows) == 1 else several)
    else:
        for image, is_match in found.items():
            answer = "matches" if is_match else "does not match"
            sys.stdout.write(printable(f"{image}: {answer} {pattern}") + "\n")
        if problem:
            sys.stdout.write(printable(f"{pattern}: the kubelet refuses it: {problem}") + "\n")
    return ExitCode.OK if all(found.values()) else ExitCode.NO


def _simulate(arguments: argparse.Namespace) -> ExitCode:
    notes: list[str] = []
    if arguments.scenario is not None:
        scenarios = [read_scenario(inputs.document(arguments.scenario))]
    else:
        read = _pod_inputs(arguments)
        scenarios, notes = read.scenarios(), read.notes
    outcomes = [(scenario, scenario.run()) for scenario in scenarios]
    if arguments.output == "json":
        documents = [as_json(scenario, outcome) for scenario, outcome in outcomes]
        several = [
            {"image": scenario.image, **document}
            for scenario, document in zip(scenarios, documents, strict=True)
        ]
        _print_json(documents[0] if len(documents) == 1 else several)
    else:
        for scenario, outcome in outcomes:
            lines = as_text(scenario, outcome)
            sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))
    _say(dict.fromkeys(notes))
    has_all = all(
        not isinstance(outcome, KubeletStops) and outcome.candidates for _, outcome in outcomes
    )
    return ExitCode.OK if has_all else ExitCode.NO


def _pod_inputs(arguments: argparse.Namespace) -> pod_inputs.PodInputs:
    if arguments.pod is None:
        raise UnusableInputError(["--pod is required with --config; or give --scenario"])
    version = _VERSION.fullmatch(arguments.plugin_version)
    if version is None:
        raise UnusableInputError(
            [f"--plugin-version {arguments.plugin_version}: must be a version such as 1.35"]
        )
    files = (arguments.config, arguments.pod, arguments.service_account, arguments.rbac)
    if files.count("-") > 1:
        raise UnusableInputError(
            [("only one file can be -, because standard input can be read only once")]
        )
    objects = inputs.manifests(arguments.pod)
    pod = pod_inputs.the_one("Pod", objects, "--pod")
    account = pod_inputs.account_of(pod, objects)
    if arguments.service_account is not None:
        account = pod_inputs.the_one(
            "ServiceAccount", inputs.manifests(arguments.service_account), "--service-account"
        )
    plugins: Mapping[str, Executable] | None = None
    if arguments.plugins is not None:
        plugins = read_stubs(inputs.document(arguments.plugins))
    number: Version = (int(version[1]), int(version[2]))
    return pod_inputs.PodInputs(
        config=inputs.content(arguments.config),
        pod=pod,
        service_account=account,
        rbac=None if arguments.rbac is None else inputs.manifests(arguments.rbac),
        plugins=plugins,
        plugin_version=number,
        image=arguments.image,
    )


def _token_request(arguments: argparse.Namespace) -> ExitCode:
    decision = token_rows.decide(inputs.document(arguments.scenario))
    if arguments.output == "json":
        _print_json(
            {"allowed": decision.allowed, "http": int(decision.http), "message": decision.why}
        )
    else:
        answer = "allowed" if decision.allowed else f"refused: {decision.why}"
        sys.stdout.write(printable(f"HTTP {int(decision.http)}, {answer}") + "\n")
    return ExitCode.OK if decision.allowed else ExitCode.NO


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def _say(notes: Sequence[str] | Mapping[str, None]) -> None:
    sys.stderr.writelines(f"note: {printable(note)}\n" for note in notes)
