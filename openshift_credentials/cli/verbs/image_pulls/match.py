"""``image-pulls match``: which providers, or whether one pattern, match images."""

import argparse
import sys
from collections.abc import Sequence

from openshift_credentials.base.errors import ExitCode, UnusableInputError, input_problem
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.image_pulls.rules.kubelets import KubeletVersion, matches, pattern_problem

from ...output import print_json
from . import inputs
from .config_check import check


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("--config", metavar="FILE", help="a provider file; - is standard input")
    one.add_argument("--pattern", metavar="PATTERN", help="one entry of matchImages")
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="image of a container")
    inputs.add_kubelet(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the providers that match each image."""
    images: Sequence[str] = arguments.images
    kubelet: KubeletVersion = arguments.kubelet_version
    if arguments.pattern is not None:
        return _match_pattern(arguments.pattern, images, kubelet, arguments.output)
    answer = check({"": inputs.content(arguments.config)}, kubelet, is_directory=False)
    if not answer.ok:
        raise UnusableInputError(
            input_problem(f"{arguments.config}: the kubelet would not start: {text}") for text in answer.texts
        )
    found = {
        image: {
            name: [pattern for pattern in patterns if matches(pattern, image, kubelet)]
            for name, patterns in answer.patterns.items()
        }
        for image in images
    }
    rows = [
        {"image": image, "providers": {name: matching for name, matching in by_name.items() if matching}}
        for image, by_name in found.items()
    ]
    if arguments.output == "json":
        print_json(rows)
    for row in rows if arguments.output == "text" else ():
        names = ", ".join(f"{name} ({matching[0]})" for name, matching in row["providers"].items())  # type: ignore[union-attr]
        sys.stdout.write(printable(f"{row['image']}: {names or 'no provider matches'}") + "\n")
    return ExitCode.OK if all(row["providers"] for row in rows) else ExitCode.NO


def _match_pattern(pattern: str, images: Sequence[str], kubelet: KubeletVersion, output: str) -> ExitCode:
    problem = pattern_problem(pattern, kubelet)
    found = {image: matches(pattern, image, kubelet) for image in images}
    if output == "json":
        rows = [{"match": is_match, "patternParses": problem is None} for is_match in found.values()]
        several = [{"image": image, **row} for image, row in zip(found, rows, strict=True)]
        print_json(rows[0] if len(rows) == 1 else several)
    else:
        for image, is_match in found.items():
            answer = "matches" if is_match else "does not match"
            sys.stdout.write(printable(f"{image}: {answer} {pattern}") + "\n")
        if problem:
            sys.stdout.write(printable(f"{pattern}: the kubelet rejects it: {problem}") + "\n")
    return ExitCode.OK if all(found.values()) else ExitCode.NO
