"""Rules between the settings of cloud credentials."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.names import split_arn
from openshift_credentials.platforms.kubernetes.names import OPENSHIFT_VERSION
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.system import Stack
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition

from ..rules.modes import Mode
from ..rules.platforms import ALIBABA, CAPABILITY, OPENSTACK_CA, Platform, Release, Strategy, supported_strategies
from ..settings import AwsRoot, AwsUser, CloudCredentialsSettings, GcpAccount, GcpRoot

BRANCH = "cloudCredentials"


def meaningless(name: str, reason: str) -> Notice:
    return invalid(f"{BRANCH}.{name}", f"cannot be used when {reason}", "remove it, or change the other setting")


_ROOT: Final = f"{BRANCH}.rootSecret"
_CLOUDS: Final = ("aws", "azure", "gcp", "openstack", "vsphere")


class _Kind(NamedTuple):
    """The root credential of a cloud, and the identity that the stack can create in its place."""

    cloud: str
    credential: Sequence[str]
    noun: str
    identity: str
    name: str
    make: str
    rights: str
    place: str


_KINDS: Final = (
    _Kind(
        cloud="aws",
        credential=("accessKeyId", "secretAccessKey"),
        noun="key",
        identity="user",
        name="userName",
        make=AwsUser.USER,
        rights="policy",
        place="region and accountId",
    ),
    _Kind(
        cloud="gcp",
        credential=("serviceAccountJson",),
        noun="key file",
        identity="service account",
        name="accountId",
        make=GcpAccount.SERVICE_ACCOUNT,
        rights="role",
        place="project",
    ),
)


def check_root_secret(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    if settings.remove_after_installation and settings.mode is not Mode.MINT:
        yield meaningless("removeAfterInstallation", "the mode is not Mint")
    root = settings.root_secret
    clouds = [cloud for cloud in _CLOUDS if root and root.given(cloud) is not None]
    if root and not clouds:
        yield invalid(_ROOT, "does not name a cloud", "use the root secret of the platform, or remove it")
    if clouds and settings.mode is Mode.MANUAL:
        yield meaningless("rootSecret", "the mode is Manual: the operator uses no root secret")
    for cloud in clouds:
        if cloud != settings.platform.lower():
            yield meaningless(f"rootSecret.{cloud}", f"the platform is {settings.platform}")
    if len(clouds) > 1:
        yield invalid(_ROOT, "is set for more than one cloud", "keep the root secret of the platform")


def check_root_credential(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """A root credential is complete, or the stack creates its identity.

    Such an identity has a place, and a mode that determines its rights.
    """
    for kind in _KINDS:
        group = f"rootSecret.{kind.cloud}"
        root = settings.root_secret and settings.root_secret.given(kind.cloud)
        if not isinstance(root, AwsRoot | GcpRoot):
            continue
        if root.make:
            yield from _created(kind, settings, root)
        else:
            for name in kind.credential:
                if root.given(name) is None:
                    path = f"{BRANCH}.{group}.{name}"
                    why = f"is required, because no {kind.identity} is created"
                    yield invalid(path, why, f"set the {kind.noun} as a secret, or set {group}.make to {kind.make}")
            if root.given(kind.name) is not None:
                yield meaningless(f"{group}.{kind.name}", f"no {kind.identity} is created")


def _created(kind: _Kind, settings: CloudCredentialsSettings, root: AwsRoot | GcpRoot) -> Iterator[Notice]:
    group = f"rootSecret.{kind.cloud}"
    for name in kind.credential:
        if root.given(name) is not None:
            yield meaningless(f"{group}.{name}", f"{group}.make is set")
    if settings.given(kind.cloud) is None:
        yield invalid(f"{BRANCH}.{kind.cloud}", f"is required, because {group}.make is set", f"set {kind.place}")
    if settings.mode is Mode.DEFAULT:
        why = f"needs a mode: the {kind.rights} depends on it"
        yield invalid(f"{BRANCH}.{group}.make", why, "set cloudCredentials.mode to Mint or Passthrough")
    if settings.mode is Mode.PASSTHROUGH and settings.requests is None:
        why = f"is required: the {kind.rights} for Passthrough is the union of all requests"
        yield invalid(f"{BRANCH}.requests", why, "set the folder of the release's CredentialsRequests")


def check_release(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """The operator of the release is known and has what the settings ask for, and an upgrade is to a newer one."""
    version, target = settings.openshift_version, settings.upgradeable_to
    own = OPENSHIFT_VERSION.pattern.fullmatch(version or "")
    if own is not None and int(own[1]) < Release.OLDEST.minor:
        why = f"is older than {Release.OLDEST}, the oldest release whose operator is known"
        way_out = f"use {Release.OLDEST} or newer, or remove the branch from the stack"
        yield invalid(f"{BRANCH}.openshiftVersion", why, way_out, version)
    openstack = settings.root_secret.openstack if settings.root_secret else None
    has_capability = "CloudCredential" in settings.disabled_capabilities
    has_ca_cert = bool(openstack and openstack.ca_cert)
    for name, what, rule, is_asked in (
        ("platform", "AlibabaCloud", ALIBABA, settings.platform is Platform.ALIBABA),
        ("disabledCapabilities", "the capability CloudCredential", CAPABILITY, has_capability),
        ("rootSecret.openstack.caCert", "the key cacert of OpenStack", OPENSTACK_CA, has_ca_cert),
    ):
        if is_asked and not settings.release.has(rule):
            yield invalid(
                f"{BRANCH}.{name}",
                f"the operator of {settings.release} does not have {what}: that is in {rule.releases}",
                f"remove it, or set {BRANCH}.openshiftVersion to the release of the cluster",
            )
    major, _dot, minor = (target or "").partition(".")
    if own is not None and target and (int(major), int(minor)) <= (4, int(own[1])):
        why = f"is not newer than {BRANCH}.openshiftVersion, {version}"
        yield invalid(f"{BRANCH}.upgradeableTo", why, "name the release of the upgrade", target)


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


def check_mode(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    platform, mode = settings.platform, settings.mode
    if supported_strategies(platform).keys().isdisjoint(_strategies(mode)):
        possible = ", ".join(supported_strategies(platform)) or "none"
        why = f"{mode or 'the default'} is not supported on {platform}"
        yield invalid(f"{BRANCH}.mode", why, f"the platform supports: {possible}")


def check_components(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """The stack owns component secrets only in Manual mode: users on AWS, settings elsewhere.

    Users on AWS need a place and requests; without both the stack sets only the mode, as it does
    elsewhere without component secrets.
    """
    if settings.mode is not Mode.MANUAL:
        if settings.component_secrets:
            yield meaningless("componentSecrets", "the operator writes the Secrets of components")
        return
    if settings.platform is not Platform.AWS:
        if settings.aws:
            yield meaningless("aws", f"the platform is {settings.platform}")
        return
    if settings.component_secrets:
        yield meaningless("componentSecrets", "the platform is AWS: users or componentIdentities provide them")
    for name, other, what in (
        ("requests", "aws", "they determine the users"),
        ("aws", "requests", "users are created there"),
    ):
        if settings.given(name) is None and settings.given(other) is not None:
            way_out = f"set it, or remove {other} and use componentIdentities for short-term credentials"
            yield invalid(f"{BRANCH}.{name}", f"is required in mode Manual on AWS if {other} is set: {what}", way_out)


def check_cluster(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    root, why = settings.root_secret, "the cluster does not exist"
    if settings.cluster_exists:
        return
    if root and not root.is_of_others:
        yield meaningless("rootSecret", f"{why}: openshift-install writes the root secret")
    if settings.remove_after_installation:
        yield meaningless("removeAfterInstallation", why)
    if settings.upgradeable_to:
        yield meaningless("upgradeableTo", why)


def check_upgrade(settings: CloudCredentialsSettings, stack: Stack) -> Iterator[Notice]:
    if settings.upgradeable_to is None:
        return
    if settings.mode is not Mode.MANUAL:
        yield meaningless("upgradeableTo", "the mode is not Manual: the operator determines the requirements itself")
    elif settings.requests is None and "componentIdentities" not in stack:
        path = f"{BRANCH}.requests"
        way_out = "set the folder of the CredentialsRequests of that release, here or in componentIdentities"
        yield invalid(path, "is required: the cluster is upgradeable only if all requests have credentials", way_out)


def check_boundary(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    aws = settings.aws
    if aws is None or aws.permissions_boundary is None:
        return
    boundary = split_arn(aws.permissions_boundary)
    own = get_partition(aws.region)
    if boundary.partition != own or boundary.account not in (aws.account_id, "aws"):
        why = (
            f"belongs to account {boundary.account} in {boundary.partition}, and the users to {aws.account_id} in {own}"
        )
        yield invalid(f"{BRANCH}.aws.permissionsBoundary", why, "use a policy of the users' account")


def check_gcp_place(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    if settings.gcp is None:
        return
    if settings.platform is not Platform.GCP:
        yield meaningless("gcp", f"the platform is {settings.platform}")
    elif settings.mode is Mode.MANUAL:
        yield meaningless("gcp", "the mode is Manual: the stack creates no service account")
    elif settings.gcp.given("settleSeconds") is not None and not settings.makes_service_account:
        yield meaningless("gcp.settleSeconds", "no service account is created")


CHECKS: Final[tuple[Callable[[CloudCredentialsSettings], Iterator[Notice]], ...]] = (
    check_release,
    check_mode,
    check_root_secret,
    check_root_credential,
    check_gcp_place,
    check_components,
    check_cluster,
    check_boundary,
)


def branch_problems(settings: CloudCredentialsSettings, stack: Stack) -> Iterator[Notice]:
    for check in CHECKS:
        yield from check(settings)
    if settings.kubernetes.render_to is not None:
        why = "cannot be combined with cloudCredentials, which changes existing objects in place"
        way_out = "remove it; for a cluster that does not exist yet, set cloudCredentials.clusterExists to false"
        yield invalid("kubernetes.renderTo", why, way_out)
    yield from check_upgrade(settings, stack)
