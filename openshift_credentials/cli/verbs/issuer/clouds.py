"""The clouds that ``--cloud`` accepts, and reasons to reject others."""

import argparse
from collections.abc import Callable, Iterable
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.component_identities.rules.gcp import PoolOptions

_REFUSED: Final = {
    "ibmcloud": "IBM Cloud has no token issuer for components: 'ccoctl ibmcloud' creates service "
    "IDs with long-lived API keys, which this program does not support",
    "alibabacloud": "ccoctl and OpenShift removed Alibaba Cloud in 2024",
    "nutanix": "Nutanix accepts no ServiceAccount tokens; 'issuer identities' writes its Secrets",
    "openstack": "OpenStack accepts no ServiceAccount tokens: components share the root Secret",
    "vsphere": "vSphere accepts no ServiceAccount tokens: components share the root Secret",
}


def add_cloud(parser: argparse.ArgumentParser, choices: Iterable[str]) -> None:
    """Declare ``--cloud``."""
    parser.add_argument("--cloud", required=True, metavar="CLOUD", help=f"one of {', '.join(choices)}")


def check_cloud(cloud: str, choices: Iterable[str]) -> str:
    """The cloud; raises :class:`UnusableInputError` with the reason for any other."""
    taken = tuple(choices)
    if cloud in taken:
        return cloud
    reason = _REFUSED.get(cloud.lower(), "this cloud is not supported")
    raise unusable_input(f"--cloud {cloud!a}: {reason}", f"use one of {', '.join(taken)}")


def require(arguments: argparse.Namespace, *names: str) -> None:
    """Raise :class:`UnusableInputError` for arguments that the cloud needs and that are absent."""
    missing = [
        input_problem(f"--cloud {arguments.cloud} requires --{name}")
        for name in names
        if not getattr(arguments, name.replace("-", "_"))
    ]
    if missing:
        raise UnusableInputError(missing)


def pool_options(arguments: argparse.Namespace) -> PoolOptions:
    """The workload identity pool of Google Cloud."""
    return PoolOptions(
        name=arguments.name,
        project=arguments.project,
        project_number=arguments.project_number,
        pool=arguments.workload_identity_pool,
        provider=arguments.workload_identity_provider,
        universe=arguments.universe_domain,
    )


def all_usable(*steps: Callable[[], object]) -> None:
    """Run independent steps; raise once, with the problems of all."""
    problems: list[Notice] = []
    for step in steps:
        try:
            step()
        except UnusableInputError as error:
            problems += error.problems
    if problems:
        raise UnusableInputError(dict.fromkeys(problems))
