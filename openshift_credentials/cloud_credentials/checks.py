"""Rules between the settings of cloud credentials, and between them and the requests."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.aws import text_rules as aws_rules
from openshift_credentials.cloud_credentials.root_secret_settings import AwsUser
from openshift_credentials.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.cloud_credentials.rules.modes.platforms import (
    Platform,
    Strategy,
    support,
    supported_strategies,
)
from openshift_credentials.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.sealed import SEALED
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.token_issuer.rules.issuers import get_partition

_BRANCH: Final = "cloudCredentials"
_ROOT: Final = f"{_BRANCH}.rootSecret"
_CLOUD_OF_PLATFORM: Final[Mapping[str, str]] = {
    Platform.AWS: "aws",
    Platform.AZURE: "azure",
    Platform.GCP: "gcp",
    Platform.OPENSTACK: "openstack",
    Platform.VSPHERE: "vsphere",
}
_SECRETS: Final = (
    "rootSecret.aws.accessKeyId",
    "rootSecret.aws.secretAccessKey",
    "rootSecret.azure.clientSecret",
    "rootSecret.gcp.serviceAccountJson",
    "rootSecret.openstack.cloudsYaml",
    "rootSecret.vsphere.vcenters",
    "componentSecrets",
)


def cross_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    """All problems between settings."""
    tree = Tree(root, secret_keys)
    yield from mode_is_supported(tree)
    yield from root_secret_fits(tree)
    yield from aws_root_is_whole(tree)
    yield from components_fit_the_mode(tree)
    yield from what_needs_a_cluster(tree)
    yield from upgrade_is_prepared(tree)
    yield from secrets_are_encrypted(tree)
    yield from boundary_is_of_the_account(tree)


def _of(tree: Tree, name: str) -> object:
    return tree.value(f"{_BRANCH}.{name}")


def _meaningless(name: str, reason: str) -> Notice:
    return invalid(
        f"{_BRANCH}.{name}",
        f"cannot be used when {reason}",
        "remove it, or change the other setting",
    )


def _strategies(mode: Mode) -> tuple[Strategy, ...]:
    """The strategies of table 19.1 that a mode can result in."""
    match mode:
        case Mode.MINT:
            return (Strategy.MINT,)
        case Mode.PASSTHROUGH:
            return (Strategy.PASSTHROUGH,)
        case Mode.MANUAL:
            return (Strategy.MANUAL_LONG_TERM, Strategy.MANUAL_SHORT_TERM)
        case Mode.DEFAULT:
            return (Strategy.MINT, Strategy.PASSTHROUGH)
        case _:
            assert_never(mode)


def mode_is_supported(tree: Tree) -> Iterator[Notice]:
    """The platform supports the mode (table 19.1)."""
    platform, mode = (tree.text(f"{_BRANCH}.{name}") for name in ("platform", "mode"))
    if platform not in set(Platform) or mode not in set(Mode):
        return
    known = Platform(platform)
    if not any(support(known, each).supported for each in _strategies(Mode(mode))):
        possible = ", ".join(supported_strategies(known)) or "none"
        yield invalid(
            f"{_BRANCH}.mode",
            f"{mode or 'the default'} is not supported on {known}",
            f"the platform supports: {possible}",
        )


def root_secret_fits(tree: Tree) -> Iterator[Notice]:
    """The root secret belongs to the platform, and to a mode that uses one."""
    given = as_group(_of(tree, "rootSecret"))
    removed = _of(tree, "removeAfterInstallation") is True
    if removed and _of(tree, "mode") != Mode.MINT:
        yield _meaningless("removeAfterInstallation", "the mode is not Mint")
    if _of(tree, "rootSecret") == {}:
        yield invalid(
            _ROOT, "does not name a cloud", "use the root secret of the platform, or remove it"
        )
    if not given:
        return
    if _of(tree, "mode") == Mode.MANUAL:
        yield _meaningless("rootSecret", "the mode is Manual: the operator uses no root secret")
    wanted = _CLOUD_OF_PLATFORM.get(str(_of(tree, "platform")))
    for cloud in given:
        if cloud in _CLOUD_OF_PLATFORM.values() and cloud != wanted:
            yield _meaningless(f"rootSecret.{cloud}", f"the platform is {_of(tree, 'platform')}")
    if len([cloud for cloud in given if cloud in _CLOUD_OF_PLATFORM.values()]) > 1:
        yield invalid(
            _ROOT, "is set for more than one cloud", "keep the root secret of the platform"
        )


def aws_root_is_whole(tree: Tree) -> Iterator[Notice]:
    """A key is set as a pair, or the stack creates a user."""
    aws = as_group(_of(tree, "rootSecret.aws"))
    if not aws:
        return
    keys = [name for name in ("accessKeyId", "secretAccessKey") if aws.get(name) is not None]
    make = aws.get("make")
    if make is None:
        for name in {"accessKeyId", "secretAccessKey"} - set(keys):
            yield invalid(
                f"{_ROOT}.aws.{name}",
                "is required, because no user is created",
                "set the key as a secret, or set rootSecret.aws.make to user",
            )
        if aws.get("userName") is not None:
            yield _meaningless("rootSecret.aws.userName", "no user is created")
        return
    for name in keys:
        yield _meaningless(f"rootSecret.aws.{name}", "rootSecret.aws.make is set")
    if _of(tree, "aws") is None:
        yield invalid(
            f"{_BRANCH}.aws",
            "is required, because rootSecret.aws.make is set",
            "set region and accountId",
        )
    if _of(tree, "mode") == Mode.DEFAULT:
        yield invalid(
            f"{_ROOT}.aws.make",
            "needs a mode: the policy depends on it",
            "set cloudCredentials.mode to Mint or Passthrough",
        )
    if _of(tree, "mode") == Mode.PASSTHROUGH and _of(tree, "requests") is None:
        yield invalid(
            f"{_BRANCH}.requests",
            "is required: the policy for Passthrough is the union of all requests",
            "set the folder of the release's CredentialsRequests",
        )


def components_fit_the_mode(tree: Tree) -> Iterator[Notice]:
    """The stack owns component secrets only in Manual mode: users on AWS, settings elsewhere."""
    is_aws, given = _of(tree, "platform") == Platform.AWS, _of(tree, "componentSecrets")
    if _of(tree, "mode") != Mode.MANUAL:
        if given:
            yield _meaningless("componentSecrets", "the operator writes the Secrets of components")
        return
    if not is_aws:
        if _of(tree, "aws") is not None:
            yield _meaningless("aws", f"the platform is {_of(tree, 'platform')}")
        return
    if given:
        yield _meaningless("componentSecrets", "the stack creates users for components on AWS")
    for name, what in (
        ("requests", "they determine the users"),
        ("aws", "the stack creates users there"),
    ):
        if _of(tree, name) is None:
            yield invalid(
                f"{_BRANCH}.{name}",
                f"is required in mode Manual on AWS: {what}",
                "set it, or use componentIdentities for short-term credentials",
            )


def what_needs_a_cluster(tree: Tree) -> Iterator[Notice]:
    """Objects that are written to a cluster need one, and cannot be rendered."""
    if tree.value("kubernetes.renderTo") is not None:
        yield invalid(
            "kubernetes.renderTo",
            "cannot be combined with cloudCredentials, which changes existing objects in place",
            "remove it; for a cluster that does not exist yet, set cloudCredentials.clusterExists "
            "to false",
        )
    if _of(tree, "clusterExists") is not False:
        return
    root = as_group(_of(tree, "rootSecret"))
    if root and as_group(root.get("aws")).get("make") != AwsUser.POLICY:
        yield _meaningless(
            "rootSecret", "the cluster does not exist: openshift-install writes the root secret"
        )
    for name in ("removeAfterInstallation", "upgradeableTo"):
        if _of(tree, name):
            yield _meaningless(name, "the cluster does not exist")


def upgrade_is_prepared(tree: Tree) -> Iterator[Notice]:
    """The stack allows the upgrade only for requests that it covers."""
    if _of(tree, "upgradeableTo") is None:
        return
    if _of(tree, "mode") != Mode.MANUAL:
        yield _meaningless(
            "upgradeableTo",
            ("the mode is not Manual: the operator determines the requirements itself"),
        )
    elif _of(tree, "requests") is None:
        yield invalid(
            f"{_BRANCH}.requests",
            "is required: the cluster is upgradeable only if all requests have credentials",
            "set the folder of the CredentialsRequests of that release",
        )


def secrets_are_encrypted(tree: Tree) -> Iterator[Notice]:
    """Credentials are encrypted in the stack file."""
    if tree.is_secret(_BRANCH):
        return
    for name in _SECRETS:
        if any(each != SEALED for each in _secret_texts(_of(tree, name))):
            yield invalid(
                f"{_BRANCH}.{name}",
                "contains credentials and is not encrypted in the stack file",
                f"set it with: pulumi config set --secret --path {_BRANCH}.{name}",
            )


def _secret_texts(value: object) -> Iterator[object]:
    """The secrets in a setting; for logins only the passwords."""
    group = as_group(value)
    if not group:
        yield from [] if value is None else [value]
    elif "password" in group and "username" in group:
        yield group["password"]
    else:
        for member in group.values():
            yield from _secret_texts(member)


def boundary_is_of_the_account(tree: Tree) -> Iterator[Notice]:
    """The permissions boundary belongs to the users' account and partition."""
    region = tree.text(f"{_BRANCH}.aws.region", aws_rules.AWS_REGION)
    account = tree.text(f"{_BRANCH}.aws.accountId", aws_rules.AWS_ACCOUNT_ID)
    arn = tree.text(f"{_BRANCH}.aws.permissionsBoundary", aws_rules.IAM_POLICY_ARN)
    if not region or not account or not arn:
        return
    _, partition, _, _, owner, _ = arn.split(":", 5)
    if partition != get_partition(region) or owner not in (account, "aws"):
        yield invalid(
            f"{_BRANCH}.aws.permissionsBoundary",
            f"belongs to account {owner} in {partition}, and the users to {account} in "
            f"{get_partition(region)}",
            "use a policy of the users' account",
        )
