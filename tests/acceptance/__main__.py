"""Runs the acceptance of one cloud, or cleans up: ``python -m tests.acceptance --cloud aws``."""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, cast

import boto3
from botocore.exceptions import BotoCoreError, ClientError
from typing_extensions import override

from openshift_credentials.live.clouds import azure_client
from openshift_credentials.platforms.azure.names import AzureCloud
from tests.acceptance.aws_account import AwsAccount
from tests.acceptance.azure_account import AzureAccount
from tests.acceptance.life import Life, clean
from tests.acceptance.run import Account, Cloud, Item, Run, holding, recorded
from tests.engine.conftest import NEEDED
from tests.engine.fake_provider.cloud import Clouds
from tests.kit.places import REPOSITORY

_REGIONS: Final = {Cloud.AWS: "us-east-1", Cloud.AZURE: "westeurope"}
_STAND_INS: Final = {Cloud.AWS: "123456789012", Cloud.AZURE: "11111111-2222-3333-4444-555555555555"}
_TENANT: Final = "66666666-7777-8888-9999-000000000000"
_say: Final[Callable[[str], None]] = partial(print, flush=True)
_SDKS: Final = {Cloud.AWS: "pulumi-aws", Cloud.AZURE: "pulumi-azure-native"}


class StandInAccount(Account):
    """Stricter than a real one: whatever the stand-ins still have is left, under any name."""

    def __init__(self, clouds: Clouds) -> None:
        self._clouds = clouds

    @override
    def own(self) -> list[Item]:
        keys = [key.partition(" ") for key in self._clouds.world.resources]
        return [Item(kind, name) for kind, _, name in keys if kind.startswith(("aws:", "azure"))]

    @override
    def empty(self) -> None:
        self._clouds.empty_stores()

    @override
    def remove(self, item: Item) -> None:
        with self._clouds.changing() as world:
            world.remove(item.kind, item.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: passed and nothing left; 1: something failed or is left; 2: nothing was run."""
    asked = _parser().parse_args(arguments)
    if missing := [program for program in NEEDED if not shutil.which(program)]:
        return _refuse(f"{' and '.join(missing)} not on PATH; 'make cli' installs them")
    named = asked.stand_in or (asked.subscription and asked.tenant)
    if asked.cloud is Cloud.AZURE and not named:
        return _refuse("name --subscription and --tenant, or set ARM_SUBSCRIPTION_ID and ARM_TENANT_ID")
    try:
        return _clean(asked) if asked.clean else _prove(asked)
    except (BotoCoreError, ClientError, ConnectionError, KeyboardInterrupt) as error:
        again = f"'make acceptance-clean CLOUD={asked.cloud}' removes what there is"
        return _refuse(f"{type(error).__name__}: {error}; {again}", code=1)


def _parser() -> argparse.ArgumentParser:
    """All arguments; docs/acceptance.md explains them."""
    made = argparse.ArgumentParser(prog="python -m tests.acceptance", description=__doc__)
    add = made.add_argument
    add("--cloud", choices=[*Cloud], type=Cloud, required=True)
    add("--clean", action="store_true", help="only remove what killed runs of this machine left")
    add("--yes", action="store_true", help="begin without a question")
    add("--stand-in", action="store_true", help="on the stand-ins of this repository")
    add("--directory", type=Path, default=REPOSITORY / "build" / "acceptance")
    add("--region", help="region or location (default: us-east-1, westeurope)")
    add("--subscription", default=os.environ.get("ARM_SUBSCRIPTION_ID", ""))
    add("--tenant", default=os.environ.get("ARM_TENANT_ID", ""))
    return made


def _prove(asked: argparse.Namespace) -> int:
    region = asked.region or _REGIONS[asked.cloud]
    tenant = _TENANT if asked.stand_in else asked.tenant
    run = Run.begin(asked.cloud, _place(asked), region, tenant, stand_in=asked.stand_in)
    what = "the stand-ins of this repository" if run.stand_in else f"account {run.place}"
    _say(f"Run {run.prefix} in {what}: makes and destroys what begins with this prefix.")
    if not asked.yes and not (sys.stdin.isatty() and input("Type 'yes': ").strip() == "yes"):
        return _refuse("nobody agreed to it; --yes agrees")
    root = run.create(asked.directory)
    with holding(root):
        workspace = run.workspace(root)
        engine = workspace.succeed("version").output.strip()
        life = Life(run, _account(run, root), workspace, _say)
        passed = life.live()
    report = asked.directory / f"report-{run.cloud}-{run.prefix}.md"
    report.write_text(_report(run, life, engine, passed=passed))
    _say(f"{'passed' if passed else 'FAILED'}: see {report}")
    if not life.account.own():
        shutil.rmtree(root)
    return 0 if passed else 1


def _report(run: Run, life: Life, engine: str, *, passed: bool) -> str:
    """It is there to be published, with the last four characters of the account alone."""
    answered = "stand-ins of this repository, no provider and no account"
    if not run.stand_in:
        answered = f"{_SDKS[run.cloud]} {version(_SDKS[run.cloud])} in account {run.place}"
    lines = [
        f"# Acceptance on {run.cloud}: {'passed' if passed else 'failed'}",
        f"\nRun `{run.prefix}`, Pulumi {engine}; what answered: {answered}.\n",
        "| stack | step | ended |\n| --- | --- | --- |",
    ]
    for stack, step, problem in life.steps:
        ended = problem.replace("|", "/").replace("\n", " ") or "passed"
        lines.append(f"| {stack} | {step} | {ended} |")
    return "\n".join(lines).replace(run.place, f"...{run.place[-4:]}") + "\n"


def _clean(asked: argparse.Namespace) -> int:
    """Clean up after the runs of this machine that are of the same cloud and account."""
    place, still = _place(asked), False
    for run, root in recorded(asked.directory):
        if (run.cloud, run.place, run.stand_in) != (asked.cloud, place, asked.stand_in):
            continue
        with holding(root) as alone:
            if not alone:
                _say(f"{run.prefix} is going on; it is left alone")
            elif left := clean(run, _account(run, root), run.workspace(root), _say):
                _say(f"{run.prefix}: still there: {', '.join(map(str, left))}")
                still = True
            else:
                shutil.rmtree(root)
    return int(still)


def _account(run: Run, root: Path) -> Account:
    if run.stand_in:
        return StandInAccount(run.workspace(root).clouds)
    if run.cloud is Cloud.AZURE:
        return AzureAccount(run, azure_client(AzureCloud.PUBLIC))
    return AwsAccount(run, lambda service: _boto(service, run.region))


def _boto(service: str, region: str) -> Any:  # noqa: ANN401 - boto3 has no types
    return cast("Any", boto3.client)(service, region)  # pyright: ignore[reportUnknownMemberType]


def _place(asked: argparse.Namespace) -> str:
    """Account ID or subscription ID: that of the credentials in the environment."""
    if asked.stand_in:
        return _STAND_INS[asked.cloud]
    if asked.cloud is Cloud.AZURE:
        return str(asked.subscription)
    return str(_boto("sts", _REGIONS[Cloud.AWS]).get_caller_identity()["Account"])


def _refuse(problem: str, code: int = 2) -> int:
    sys.stderr.write(f"error: {problem}\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
