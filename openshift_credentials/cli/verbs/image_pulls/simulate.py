"""``image-pulls simulate``: the kubelet's steps for the images of a pod."""

import argparse
import re
from collections.abc import Mapping
from typing import Final

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_json, print_lines, print_notes
from openshift_credentials.cli.verbs.image_pulls import inputs, pod_inputs
from openshift_credentials.cli.verbs.image_pulls.scenario import (
    as_json,
    as_text,
    read_scenario,
    read_stubs,
)
from openshift_credentials.platforms.manifests.values import printable
from openshift_credentials.systems.image_pulls.rules.kubelet import Executable
from openshift_credentials.systems.image_pulls.rules.plugins import Version
from openshift_credentials.systems.image_pulls.rules.pull import KubeletStops

_VERSION: Final = re.compile(r"v?([0-9]{1,3})\.([0-9]{1,3})(?:\.[0-9A-Za-z.+-]*)?")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    whole = parser.add_mutually_exclusive_group(required=True)
    whole.add_argument("--scenario", metavar="FILE", help="everything in one document")
    whole.add_argument("--config", metavar="FILE", help="the provider file")
    parser.add_argument("--pod", metavar="FILE", help="the Pod; required with --config")
    parser.add_argument("--service-account", metavar="FILE", help="the pod's ServiceAccount")
    parser.add_argument(
        "--rbac", metavar="FILE", help="roles and bindings (default: all tokens are granted)"
    )
    parser.add_argument(
        "--plugins", metavar="FILE", help="what each executable prints: NAME: {response, exit}"
    )
    parser.add_argument(
        "--plugin-version", default="1.35", help="plugins to predict (default: %(default)s)"
    )
    inputs.add_kubelet(parser)
    parser.add_argument("--image", help="this image instead of those of the pod")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the steps for each image."""
    notes: list[str] = []
    if arguments.scenario is not None:
        scenarios = [
            read_scenario(
                arguments.scenario, inputs.document(arguments.scenario), arguments.kubelet_version
            )
        ]
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
        print_json(documents[0] if len(documents) == 1 else several)
    else:
        print_lines(printable(line) for one in outcomes for line in as_text(*one))
    print_notes(dict.fromkeys(notes))
    has_all = all(
        not isinstance(outcome, KubeletStops) and outcome.candidates for _, outcome in outcomes
    )
    return ExitCode.OK if has_all else ExitCode.NO


def _pod_inputs(arguments: argparse.Namespace) -> pod_inputs.PodInputs:
    if arguments.pod is None:
        raise unusable_input("--pod is required with --config", "or use --scenario")
    version = _VERSION.fullmatch(arguments.plugin_version)
    if version is None:
        raise unusable_input(
            f"--plugin-version {arguments.plugin_version}: must be a version such as 1.35"
        )
    files = (arguments.config, arguments.pod, arguments.service_account, arguments.rbac)
    if files.count("-") > 1:
        raise unusable_input("only one file can be -, because standard input can be read only once")
    objects = inputs.manifests(arguments.pod)
    pod = pod_inputs.the_one("Pod", objects, "--pod")
    account = pod_inputs.account_of(pod, objects)
    if arguments.service_account is not None:
        account = pod_inputs.the_one(
            "ServiceAccount", inputs.manifests(arguments.service_account), "--service-account"
        )
    plugins: Mapping[str, Executable] | None = None
    if arguments.plugins is not None:
        plugins = read_stubs(arguments.plugins, inputs.document(arguments.plugins))
    number: Version = (int(version[1]), int(version[2]))
    return pod_inputs.PodInputs(
        config=inputs.content(arguments.config),
        pod=pod,
        service_account=account,
        rbac=None if arguments.rbac is None else inputs.manifests(arguments.rbac),
        kubelet=arguments.kubelet_version,
        plugins=plugins,
        plugin_version=number,
        image=arguments.image,
    )
