"""Rules between the settings of cloud credentials, and between them and the requests."""

from collections.abc import Collection, Iterator, Mapping
from typing import assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.cloud_credentials.checks.root_secret import (
    BRANCH,
    meaningless,
    root_secret_problems,
    value_of,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import (
    Platform,
    Strategy,
    support,
    supported_strategies,
)
from openshift_credentials.systems.cloud_credentials.settings.root_secret import AwsUser
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    """All problems between settings."""
    tree = Tree(root, secret_keys)
    yield from mode_is_supported(tree)
    yield from root_secret_problems(tree)
    yield from components_fit_the_mode(tree)
    yield from what_needs_a_cluster(tree)
    yield from upgrade_is_prepared(tree)
    yield from boundary_is_of_the_account(tree)


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
    platform, mode = (tree.text(f"{BRANCH}.{name}") for name in ("platform", "mode"))
    if platform not in set(Platform) or mode not in set(Mode):
        return
    known = Platform(platform)
    if not any(support(known, strategy).supported for strategy in _strategies(Mode(mode))):
        possible = ", ".join(supported_strategies(known)) or "none"
        yield invalid(
            f"{BRANCH}.mode",
            f"{mode or 'the default'} is not supported on {known}",
            f"the platform supports: {possible}",
        )


def components_fit_the_mode(tree: Tree) -> Iterator[Notice]:
    """The stack owns component secrets only in Manual mode: users on AWS, settings elsewhere.

    Users on AWS need a place and requests; without both the stack sets only the mode, as it does
    elsewhere without component secrets.
    """
    is_aws, given = value_of(tree, "platform") == Platform.AWS, value_of(tree, "componentSecrets")
    if value_of(tree, "mode") != Mode.MANUAL:
        if given:
            yield meaningless("componentSecrets", "the operator writes the Secrets of components")
        return
    if not is_aws:
        if value_of(tree, "aws") is not None:
            yield meaningless("aws", f"the platform is {value_of(tree, 'platform')}")
        return
    if given:
        yield meaningless(
            "componentSecrets", "the platform is AWS: users or componentIdentities provide them"
        )
    for name, other, what in (
        ("requests", "aws", "they determine the users"),
        ("aws", "requests", "users are created there"),
    ):
        if value_of(tree, name) is None and value_of(tree, other) is not None:
            yield invalid(
                f"{BRANCH}.{name}",
                f"is required in mode Manual on AWS if {other} is set: {what}",
                f"set it, or remove {other} and use componentIdentities for short-term credentials",
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
    if value_of(tree, "clusterExists") is not False:
        return
    root = as_group(value_of(tree, "rootSecret"))
    if root and as_group(root.get("aws")).get("make") != AwsUser.POLICY:
        yield meaningless(
            "rootSecret", "the cluster does not exist: openshift-install writes the root secret"
        )
    for name in ("removeAfterInstallation", "upgradeableTo"):
        if value_of(tree, name):
            yield meaningless(name, "the cluster does not exist")


def upgrade_is_prepared(tree: Tree) -> Iterator[Notice]:
    """The stack allows the upgrade only for requests that it covers."""
    if value_of(tree, "upgradeableTo") is None:
        return
    if value_of(tree, "mode") != Mode.MANUAL:
        yield meaningless(
            "upgradeableTo",
            ("the mode is not Manual: the operator determines the requirements itself"),
        )
    elif value_of(tree, "requests") is None and tree.value("componentIdentities.requests") is None:
        yield invalid(
            f"{BRANCH}.requests",
            "is required: the cluster is upgradeable only if all requests have credentials",
            "set the folder of the CredentialsRequests of that release, here or in "
            "componentIdentities",
        )


def boundary_is_of_the_account(tree: Tree) -> Iterator[Notice]:
    """The permissions boundary belongs to the users' account and partition."""
    region = tree.text(f"{BRANCH}.aws.region", aws_rules.AWS_REGION)
    account = tree.text(f"{BRANCH}.aws.accountId", aws_rules.AWS_ACCOUNT_ID)
    arn = tree.text(f"{BRANCH}.aws.permissionsBoundary", aws_rules.IAM_POLICY_ARN)
    if not region or not account or not arn:
        return
    _, partition, _, _, owner, _ = arn.split(":", 5)
    if partition != get_partition(region) or owner not in (account, "aws"):
        yield invalid(
            f"{BRANCH}.aws.permissionsBoundary",
            f"belongs to account {owner} in {partition}, and the users to {account} in "
            f"{get_partition(region)}",
            "use a policy of the users' account",
        )
