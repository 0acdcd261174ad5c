"""Rules of the root secret: it belongs to the platform, is complete and encrypted."""

from collections.abc import Iterator, Mapping
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

_ROOT: Final = f"{BRANCH}.rootSecret"
_CLOUD_OF_PLATFORM: Final[Mapping[str, str]] = {
    Platform.AWS: "aws",
    Platform.AZURE: "azure",
    Platform.GCP: "gcp",
    Platform.OPENSTACK: "openstack",
    Platform.VSPHERE: "vsphere",
}
_KEY_PAIR: Final = ("accessKeyId", "secretAccessKey")


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


def aws_root_is_whole(
    settings: CloudCredentialsSettings, tree: CredentialsTree
) -> Iterator[Notice]:
    """A key is set as a pair, unless the stack creates a user."""
    aws = settings.root_secret.aws if settings.root_secret else None
    if aws is None or tree.has("rootSecret.aws.make"):
        return
    for name in _KEY_PAIR:
        if not tree.has(f"rootSecret.aws.{name}"):
            yield invalid(
                f"{_ROOT}.aws.{name}",
                "is required, because no user is created",
                "set the key as a secret, or set rootSecret.aws.make to user",
            )
    if aws.user_name is not None:
        yield meaningless("rootSecret.aws.userName", "no user is created")


def aws_user_can_be_made(
    settings: CloudCredentialsSettings, tree: CredentialsTree
) -> Iterator[Notice]:
    """A user that the stack creates has a place, and a mode that determines its policy."""
    if not tree.has("rootSecret.aws.make"):
        return
    for name in _KEY_PAIR:
        if tree.has(f"rootSecret.aws.{name}"):
            yield meaningless(f"rootSecret.aws.{name}", "rootSecret.aws.make is set")
    if not tree.has("aws"):
        yield invalid(
            f"{BRANCH}.aws",
            "is required, because rootSecret.aws.make is set",
            "set region and accountId",
        )
    if settings.mode is Mode.DEFAULT:
        yield invalid(
            f"{_ROOT}.aws.make",
            "needs a mode: the policy depends on it",
            "set cloudCredentials.mode to Mint or Passthrough",
        )
    if settings.mode is Mode.PASSTHROUGH and not tree.has("requests"):
        yield invalid(
            f"{BRANCH}.requests",
            "is required: the policy for Passthrough is the union of all requests",
            "set the folder of the release's CredentialsRequests",
        )
