"""Rules of the root secret: it belongs to the platform, is complete and encrypted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.cloud_credentials.checks.tree import (
    BRANCH,
    CredentialsTree,
    meaningless,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import Platform
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings
from openshift_credentials.systems.cloud_credentials.settings.root_secret import AwsUser, GcpAccount

_ROOT: Final = f"{BRANCH}.rootSecret"
_CLOUD_OF_PLATFORM: Final[Mapping[str, str]] = {
    Platform.AWS: "aws",
    Platform.AZURE: "azure",
    Platform.GCP: "gcp",
    Platform.OPENSTACK: "openstack",
    Platform.VSPHERE: "vsphere",
}


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """The root credential of a cloud, and the identity that the stack can create in its place.

    ``about_given`` are settings that say more about a given credential.
    """

    cloud: str
    credential: Sequence[str]
    about_given: Sequence[str] = ()
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
        about_given=("roles",),
        noun="key file",
        identity="service account",
        name="accountId",
        make=GcpAccount.SERVICE_ACCOUNT,
        rights="role",
        place="project",
    ),
)


def root_secret_fits(settings: CloudCredentialsSettings, tree: CredentialsTree) -> Iterator[Notice]:
    """The root secret belongs to the platform, and to a mode that uses one."""
    if settings.remove_after_installation and settings.mode is not Mode.MINT:
        yield meaningless("removeAfterInstallation", "the mode is not Mint")
    # A wrong cloud is a cloud all the same.
    given = tree.value(_ROOT)
    clouds = [cloud for cloud in _CLOUD_OF_PLATFORM.values() if cloud in as_object(given)]
    if given == {}:
        yield invalid(
            _ROOT, "does not name a cloud", "use the root secret of the platform, or remove it"
        )
    if given and settings.mode is Mode.MANUAL:
        yield meaningless("rootSecret", "the mode is Manual: the operator uses no root secret")
    for cloud in clouds:
        if cloud != _CLOUD_OF_PLATFORM.get(settings.platform):
            yield meaningless(f"rootSecret.{cloud}", f"the platform is {settings.platform}")
    if len(clouds) > 1:
        yield invalid(
            _ROOT, "is set for more than one cloud", "keep the root secret of the platform"
        )


def root_is_whole(settings: CloudCredentialsSettings, tree: CredentialsTree) -> Iterator[Notice]:
    """A root credential is complete, or the stack creates its identity.

    Such an identity has a place, and a mode that determines its rights.
    """
    for kind in _KINDS:
        group = f"rootSecret.{kind.cloud}"
        if tree.has(f"{group}.make"):
            yield from _created(kind, settings, tree)
        elif tree.has(group):
            for name in kind.credential:
                if not tree.has(f"{group}.{name}"):
                    yield invalid(
                        f"{BRANCH}.{group}.{name}",
                        f"is required, because no {kind.identity} is created",
                        f"set the {kind.noun} as a secret, or set {group}.make to {kind.make}",
                    )
            if tree.has(f"{group}.{kind.name}"):
                yield meaningless(f"{group}.{kind.name}", f"no {kind.identity} is created")


def _created(
    kind: _Kind, settings: CloudCredentialsSettings, tree: CredentialsTree
) -> Iterator[Notice]:
    group = f"rootSecret.{kind.cloud}"
    for name in (*kind.credential, *kind.about_given):
        if tree.has(f"{group}.{name}"):
            yield meaningless(f"{group}.{name}", f"{group}.make is set")
    if not tree.has(kind.cloud):
        yield invalid(
            f"{BRANCH}.{kind.cloud}",
            f"is required, because {group}.make is set",
            f"set {kind.place}",
        )
    if settings.mode is Mode.DEFAULT:
        yield invalid(
            f"{BRANCH}.{group}.make",
            f"needs a mode: the {kind.rights} depends on it",
            "set cloudCredentials.mode to Mint or Passthrough",
        )
    if settings.mode is Mode.PASSTHROUGH and not tree.has("requests"):
        yield invalid(
            f"{BRANCH}.requests",
            f"is required: the {kind.rights} for Passthrough is the union of all requests",
            "set the folder of the release's CredentialsRequests",
        )
