"""The command line of a run, and what cannot work before anything has begun."""

import argparse
import os
import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar, assert_never, cast

import boto3

from openshift_credentials.platforms.aws.text_rules import AWS_REGION
from openshift_credentials.platforms.azure.text_rules import AZURE_LOCATION, GUID
from tests.acceptance.against import LOCAL_PLACE
from tests.acceptance.costs import MINUTES
from tests.acceptance.run import Against, Cloud
from tests.acceptance.stacks import Options
from tests.engine.conftest import NEEDED
from tests.kit.places import REPOSITORY

E = TypeVar("E", bound=StrEnum)

STACKS: Final = ("dev", "replicated", "kms", "issuer", "import")
REGIONS: Final = {Cloud.AWS: ("us-east-1", "us-west-2"), Cloud.AZURE: ("westeurope", "northeurope")}
_LOCAL_TENANT: Final = "66666666-7777-8888-9999-000000000000"


def parser() -> argparse.ArgumentParser:
    """All arguments; docs/acceptance.md explains them."""
    made = argparse.ArgumentParser(prog="python -m tests.acceptance", description=__doc__)
    add = made.add_argument
    add("--cloud", type=_one_of(Cloud), required=True, help=" or ".join(Cloud))
    against = ", ".join(Against)
    add("--against", type=_one_of(Against), default=Against.ACCOUNT, help=f"one of {against}")
    add("--clean", action="store_true", help="only remove what killed runs have left")
    add("--yes", action="store_true", help="agree to cost and time without a question")
    add("--stacks", type=_names, default=STACKS, help=f"default: {','.join(STACKS)}")
    add("--minutes", type=int, default=MINUTES, help="no step begins later (default: %(default)s)")
    add("--directory", type=Path, default=REPOSITORY / "build" / "acceptance")
    provider = os.environ.get("PROVIDER_AWS")
    add("--provider", type=Path, default=provider, help="pulumi-resource-aws, against moto")
    add("--region", help="region or location (default: us-east-1, westeurope)")
    add("--second-region", help="region of the copies (default: us-west-2, northeurope)")
    add("--subscription", default=os.environ.get("ARM_SUBSCRIPTION_ID", ""))
    add("--tenant", default=os.environ.get("ARM_TENANT_ID", ""))
    add("--key", default="", help="VAULT_ID/keys/NAME of a key, for stack kms on Azure")
    add("--kubeconfig", type=Path, help="a cluster, for an upload with the role's own token")
    add("--oidc-issuer", default="", help="issuer of that cluster's tokens")
    add("--create-oidc-provider", action="store_true", help="the account has none for the issuer")
    return made


def problem_of(asked: argparse.Namespace) -> str:
    """Why a run cannot begin; empty if it can."""
    if missing := [program for program in NEEDED if not shutil.which(program)]:
        return f"{' and '.join(missing)} not on PATH; 'make cli' installs them"
    if unknown := [name for name in asked.stacks if name not in STACKS]:
        return f"--stacks {','.join(unknown)}: no such stack; there are {', '.join(STACKS)}"
    if asked.minutes < 1:
        return f"--minutes {asked.minutes}: at least 1"
    if bool(asked.kubeconfig) is not bool(asked.oidc_issuer):
        return "--kubeconfig and --oidc-issuer belong together"
    if asked.kubeconfig and asked.against is not Against.ACCOUNT:
        return "--kubeconfig needs an account: stand-ins and moto accept no token"
    return _problem_of_place(asked)


def _problem_of_place(asked: argparse.Namespace) -> str:
    region = AZURE_LOCATION if asked.cloud is Cloud.AZURE else AWS_REGION
    for name, value, rule in (
        ("--region", asked.region, region),
        ("--second-region", asked.second_region, region),
        ("--subscription", asked.subscription, GUID),
        ("--tenant", asked.tenant, GUID),
    ):
        if value and (problem := rule.problem(value)):
            return f"{name} {value}: {problem}; for example {rule.example}"
    if asked.region and asked.region == asked.second_region:
        return f"--second-region {asked.region}: is --region; copies need another one"
    if asked.key and "/keys/" not in asked.key:
        return f"--key {asked.key}: the resource ID of a vault, followed by /keys/NAME"
    if asked.against is Against.MOTO:
        if asked.cloud is not Cloud.AWS:
            return "--against moto: moto is AWS; Azure has stand-ins and accounts"
        if not (asked.provider and asked.provider.is_file()):
            return f"--provider {asked.provider}: not a file; name a pulumi-resource-aws"
    azure = asked.cloud is Cloud.AZURE and asked.against is Against.ACCOUNT
    if azure and not (asked.subscription and asked.tenant):
        return "--subscription and --tenant are needed, or ARM_SUBSCRIPTION_ID and ARM_TENANT_ID"
    return ""


def options_of(asked: argparse.Namespace) -> Options:
    region, second = REGIONS[asked.cloud]
    local = asked.against is not Against.ACCOUNT
    return Options(
        region=asked.region or region,
        second_region=asked.second_region or second,
        tenant=_LOCAL_TENANT if local else asked.tenant,
        key=asked.key,
        oidc_issuer=asked.oidc_issuer,
        create_oidc_provider=asked.create_oidc_provider,
    )


def place_of(asked: argparse.Namespace) -> str:
    """Account ID or subscription ID: that of the credentials in the environment."""
    cloud: Cloud = asked.cloud
    if asked.against is not Against.ACCOUNT:
        return LOCAL_PLACE[cloud]
    match cloud:
        case Cloud.AWS:
            region = asked.region or REGIONS[cloud][0]
            sts = cast("Any", boto3.client)("sts", region)  # pyright: ignore[reportUnknownMemberType]
            return str(sts.get_caller_identity()["Account"])
        case Cloud.AZURE:
            return str(asked.subscription)
        case _:
            assert_never(cloud)


def _one_of(kind: type[E]) -> Callable[[str], E]:
    """A member by its value; argparse itself does not say which there are."""

    def member(text: str) -> E:
        try:
            return kind(text)
        except ValueError:
            there_are = ", ".join(kind)
            raise argparse.ArgumentTypeError(f"{text!r} is not one of {there_are}") from None

    return member


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))
