"""What answers a run: an account, moto, or the stand-ins; and what a report says about it."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, assert_never, cast

import boto3
from typing_extensions import override

from openshift_credentials.live.azure_client import arm_client
from openshift_credentials.platforms.azure.clouds import AzureCloud
from tests.acceptance.account import Account
from tests.acceptance.aws_account import AwsAccount
from tests.acceptance.azure_account import AzureAccount
from tests.acceptance.report import Provider
from tests.acceptance.run import Against, Cloud, Run
from tests.acceptance.stacks import Options
from tests.acceptance.stand_in_account import StandInAccount
from tests.engine.local_aws import local_aws
from tests.engine.workspace import PROVIDERS, Workspace

LOCAL_PLACE: Final = {
    Cloud.AWS: "123456789012",
    Cloud.AZURE: "11111111-2222-3333-4444-555555555555",
}
"""Accounts of a run without an account: that of moto, and that of the examples."""

_SDKS: Final = {
    "aws": "pulumi-aws",
    "azure-native": "pulumi-azure-native",
    "kubernetes": "pulumi-kubernetes",
    "time": "pulumiverse-time",
    "tls": "pulumi-tls",
}
_OF_CLOUDS: Final = {Cloud.AWS: "aws", Cloud.AZURE: "azure-native"}
_OTHERS: Final = frozenset({*_OF_CLOUDS.values(), "gcp"})
"""Providers of clouds, of which a run has one."""


@dataclass(frozen=True)
class AccountWorkspace(Workspace):
    """The engine with its own plugins and the environment of whoever runs it."""

    @property
    @override
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name == "PULUMI_HOME"}
        dropped = {"PULUMI_HOME", "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "KUBECONFIG"}
        ours = {name: value for name, value in super().environment.items() if name not in dropped}
        if kubeconfig := os.environ.get("KUBECONFIG"):
            kept["KUBECONFIG"] = kubeconfig
        return {**ours, **kept, "PATH": os.environ["PATH"]}


def open_workspace(root: Path, against: Against) -> Workspace:
    """A workspace that :func:`new_workspace` has made, by this run or by one that was killed."""
    kind = AccountWorkspace if against is Against.ACCOUNT else Workspace
    return kind(root / "program")


def new_workspace(root: Path, against: Against) -> Workspace:
    """A copy of the program with a state of its own."""
    kind = AccountWorkspace if against is Against.ACCOUNT else Workspace
    return kind.create(root)


@contextmanager
def account_of(
    run: Run, workspace: Workspace, options: Options, provider: Path | None
) -> Generator[Account]:
    """The account of a run, for as long as it is there; ``provider`` is the one for moto."""
    match run.against:
        case Against.STAND_IN:
            yield StandInAccount(workspace.clouds, run, options.region)
        case Against.MOTO:
            if provider is None:
                raise LookupError("a run against moto needs --provider")
            with local_aws() as served:
                workspace.use_provider("aws", provider, served.environment)
                yield AwsAccount(served.client, options.region, [options.second_region])
        case Against.ACCOUNT:
            yield _real(run, options)
        case _:
            assert_never(run.against)


def _real(run: Run, options: Options) -> Account:
    match run.cloud:
        case Cloud.AWS:
            client = cast("Callable[[str, str], Any]", boto3.client)  # pyright: ignore[reportUnknownMemberType]
            return AwsAccount(client, options.region, [options.second_region])
        case Cloud.AZURE:
            arm = arm_client(AzureCloud.PUBLIC, 30)
            return AzureAccount(arm, run.place, options.region)
        case _:
            assert_never(run.cloud)


def providers_of(run: Run, workspace: Workspace, provider: Path | None) -> Iterator[Provider]:
    """The providers of a run, and which program really answered to each name."""
    released = dict(_plugins(workspace)) if run.against is Against.ACCOUNT else {}
    for name in PROVIDERS:
        if name in _OTHERS - {_OF_CLOUDS[run.cloud]}:
            continue
        if run.against is Against.ACCOUNT:
            answered = f"plugin {released.get(name, 'that was not needed')}"
        elif run.against is Against.MOTO and name == "aws" and provider:
            answered = f"the file {provider.name} of this machine; AWS was moto"
        else:
            answered = "stand-in of this repository"
        yield Provider(name=name, sdk=version(_SDKS[name]), answered_by=answered)


def _plugins(workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Name and version of every plugin that the engine has; of several versions the last."""
    listed = cast("list[dict[str, str]]", workspace.json("plugin", "ls", "--json"))
    for plugin in listed:
        yield plugin["name"], plugin["version"]
