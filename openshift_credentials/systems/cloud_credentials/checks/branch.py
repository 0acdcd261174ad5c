"""Rules between the settings of cloud credentials, as far as they can be read."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import as_far_as_readable
from openshift_credentials.systems.cloud_credentials.checks.gcp_root import gcp_place_is_used
from openshift_credentials.systems.cloud_credentials.checks.release import (
    release_has_the_rules,
    release_is_known,
    upgrade_is_to_a_newer_release,
)
from openshift_credentials.systems.cloud_credentials.checks.root_secret import (
    root_is_whole,
    root_secret_fits,
)
from openshift_credentials.systems.cloud_credentials.checks.tree import (
    BRANCH,
    CredentialsTree,
    meaningless,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import (
    Platform,
    Strategy,
    support,
    supported_strategies,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    """All problems between settings."""
    tree = CredentialsTree(root, secret_keys)
    if (settings := tree.settings) is not None:
        yield from as_far_as_readable(check(settings, tree) for check in CHECKS)
    yield from nothing_is_rendered(tree)


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


def mode_is_supported(settings: CloudCredentialsSettings, _: CredentialsTree) -> Iterator[Notice]:
    """The platform supports the mode (table 19.1)."""
    platform, mode = settings.platform, settings.mode
    if not any(support(platform, strategy).supported for strategy in _strategies(mode)):
        possible = ", ".join(supported_strategies(platform)) or "none"
        yield invalid(
            f"{BRANCH}.mode",
            f"{mode or 'the default'} is not supported on {platform}",
            f"the platform supports: {possible}",
        )


def components_fit_the_mode(
    settings: CloudCredentialsSettings, tree: CredentialsTree
) -> Iterator[Notice]:
    """The stack owns component secrets only in Manual mode: users on AWS, settings elsewhere.

    Users on AWS need a place and requests; without both the stack sets only the mode, as it does
    elsewhere without component secrets.
    """
    if settings.mode is not Mode.MANUAL:
        if settings.component_secrets:
            yield meaningless("componentSecrets", "the operator writes the Secrets of components")
        return
    if settings.platform is not Platform.AWS:
        if tree.has("aws"):
            yield meaningless("aws", f"the platform is {settings.platform}")
        return
    if settings.component_secrets:
        yield meaningless(
            "componentSecrets", "the platform is AWS: users or componentIdentities provide them"
        )
    for name, other, what in (
        ("requests", "aws", "they determine the users"),
        ("aws", "requests", "users are created there"),
    ):
        if not tree.has(name) and tree.has(other):
            yield invalid(
                f"{BRANCH}.{name}",
                f"is required in mode Manual on AWS if {other} is set: {what}",
                f"set it, or remove {other} and use componentIdentities for short-term credentials",
            )


def nothing_is_rendered(tree: CredentialsTree) -> Iterator[Notice]:
    """Objects of an existing cluster are changed in place."""
    if tree.value("kubernetes.renderTo") is not None:
        yield invalid(
            "kubernetes.renderTo",
            "cannot be combined with cloudCredentials, which changes existing objects in place",
            "remove it; for a cluster that does not exist yet, set cloudCredentials.clusterExists "
            "to false",
        )


def cluster_is_there(settings: CloudCredentialsSettings, _: CredentialsTree) -> Iterator[Notice]:
    """What is written to a cluster needs one."""
    if settings.cluster_exists:
        return
    root = settings.root_secret
    if root and not root.is_of_others:
        yield meaningless(
            "rootSecret", "the cluster does not exist: openshift-install writes the root secret"
        )
    for name, value in (
        ("removeAfterInstallation", settings.remove_after_installation),
        ("upgradeableTo", settings.upgradeable_to),
    ):
        if value:
            yield meaningless(name, "the cluster does not exist")


def upgrade_is_prepared(
    settings: CloudCredentialsSettings, tree: CredentialsTree
) -> Iterator[Notice]:
    """The stack allows the upgrade only for requests that it covers."""
    if settings.upgradeable_to is None:
        return
    if settings.mode is not Mode.MANUAL:
        yield meaningless(
            "upgradeableTo",
            "the mode is not Manual: the operator determines the requirements itself",
        )
    elif not tree.has("requests") and tree.value("componentIdentities.requests") is None:
        yield invalid(
            f"{BRANCH}.requests",
            "is required: the cluster is upgradeable only if all requests have credentials",
            "set the folder of the CredentialsRequests of that release, here or in "
            "componentIdentities",
        )


def boundary_is_of_the_account(
    settings: CloudCredentialsSettings, _: CredentialsTree
) -> Iterator[Notice]:
    """The permissions boundary belongs to the users' account and partition."""
    aws = settings.aws
    if aws is None or aws.permissions_boundary is None:
        return
    partition, owner = aws.permissions_boundary.split(":")[1:5:3]
    own = get_partition(aws.region)
    if partition != own or owner not in (aws.account_id, "aws"):
        yield invalid(
            f"{BRANCH}.aws.permissionsBoundary",
            f"belongs to account {owner} in {partition}, and the users to {aws.account_id} in "
            f"{own}",
            "use a policy of the users' account",
        )


CHECKS: Final[
    tuple[Callable[[CloudCredentialsSettings, CredentialsTree], Iterator[Notice]], ...]
] = (
    release_is_known,
    release_has_the_rules,
    upgrade_is_to_a_newer_release,
    mode_is_supported,
    root_secret_fits,
    root_is_whole,
    gcp_place_is_used,
    components_fit_the_mode,
    cluster_is_there,
    upgrade_is_prepared,
    boundary_is_of_the_account,
)
