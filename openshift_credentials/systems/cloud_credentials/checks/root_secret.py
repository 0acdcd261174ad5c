"""Rules of the root secret: it belongs to the platform, is complete and encrypted."""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import Platform

BRANCH: Final = "cloudCredentials"
_ROOT: Final = f"{BRANCH}.rootSecret"
_CLOUD_OF_PLATFORM: Final[Mapping[str, str]] = {
    Platform.AWS: "aws",
    Platform.AZURE: "azure",
    Platform.GCP: "gcp",
    Platform.OPENSTACK: "openstack",
    Platform.VSPHERE: "vsphere",
}


def root_secret_problems(tree: Tree) -> Iterator[Notice]:
    """All problems of the root secret."""
    yield from root_secret_fits(tree)
    yield from aws_root_is_whole(tree)


def value_of(tree: Tree, name: str) -> object:
    """A setting of the branch, from the raw tree."""
    return tree.value(f"{BRANCH}.{name}")


def meaningless(name: str, reason: str) -> Notice:
    """A setting without effect because of another one."""
    return invalid(
        f"{BRANCH}.{name}",
        f"cannot be used when {reason}",
        "remove it, or change the other setting",
    )


def root_secret_fits(tree: Tree) -> Iterator[Notice]:
    """The root secret belongs to the platform, and to a mode that uses one."""
    given = as_group(value_of(tree, "rootSecret"))
    removed = value_of(tree, "removeAfterInstallation") is True
    if removed and value_of(tree, "mode") != Mode.MINT:
        yield meaningless("removeAfterInstallation", "the mode is not Mint")
    if value_of(tree, "rootSecret") == {}:
        yield invalid(
            _ROOT, "does not name a cloud", "use the root secret of the platform, or remove it"
        )
    if not given:
        return
    if value_of(tree, "mode") == Mode.MANUAL:
        yield meaningless("rootSecret", "the mode is Manual: the operator uses no root secret")
    wanted = _CLOUD_OF_PLATFORM.get(str(value_of(tree, "platform")))
    for cloud in given:
        if cloud in _CLOUD_OF_PLATFORM.values() and cloud != wanted:
            yield meaningless(
                f"rootSecret.{cloud}", f"the platform is {value_of(tree, 'platform')}"
            )
    if len([cloud for cloud in given if cloud in _CLOUD_OF_PLATFORM.values()]) > 1:
        yield invalid(
            _ROOT, "is set for more than one cloud", "keep the root secret of the platform"
        )


def aws_root_is_whole(tree: Tree) -> Iterator[Notice]:
    """A key is set as a pair, or the stack creates a user."""
    aws = as_group(value_of(tree, "rootSecret.aws"))
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
            yield meaningless("rootSecret.aws.userName", "no user is created")
        return
    for name in keys:
        yield meaningless(f"rootSecret.aws.{name}", "rootSecret.aws.make is set")
    if value_of(tree, "aws") is None:
        yield invalid(
            f"{BRANCH}.aws",
            "is required, because rootSecret.aws.make is set",
            "set region and accountId",
        )
    if value_of(tree, "mode") == Mode.DEFAULT:
        yield invalid(
            f"{_ROOT}.aws.make",
            "needs a mode: the policy depends on it",
            "set cloudCredentials.mode to Mint or Passthrough",
        )
    if value_of(tree, "mode") == Mode.PASSTHROUGH and value_of(tree, "requests") is None:
        yield invalid(
            f"{BRANCH}.requests",
            "is required: the policy for Passthrough is the union of all requests",
            "set the folder of the release's CredentialsRequests",
        )
