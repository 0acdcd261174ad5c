"""Rules of the cluster's release: a rule that its operator does not have is refused."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes.text_rules import OPENSHIFT_VERSION
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.cloud_credentials.checks.tree import BRANCH, CredentialsTree
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import Platform
from openshift_credentials.systems.cloud_credentials.rules.releases import (
    ALIBABA,
    CAPABILITY,
    OPENSTACK_CA,
    Release,
    ReleaseRule,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

_CAPABILITY_NAME = "CloudCredential"


def release_is_known(settings: CloudCredentialsSettings, _: CredentialsTree) -> Iterator[Notice]:
    """The rules of the release were read."""
    stated = settings.openshift_version
    match = OPENSHIFT_VERSION.pattern.fullmatch(stated or "")
    if match is not None and int(match[1]) < Release.OLDEST.minor:
        yield invalid(
            f"{BRANCH}.openshiftVersion",
            f"is older than {Release.OLDEST}, the oldest release whose operator is known",
            f"use {Release.OLDEST} or newer, or remove the branch from the stack",
            stated,
        )


def release_has_the_rules(
    settings: CloudCredentialsSettings, _: CredentialsTree
) -> Iterator[Notice]:
    """What the settings ask for exists in the release."""
    openstack = settings.root_secret.openstack if settings.root_secret else None
    has_capability = _CAPABILITY_NAME in settings.disabled_capabilities
    has_ca_cert = bool(openstack and openstack.ca_cert)
    asked: tuple[tuple[str, str, ReleaseRule, bool], ...] = (
        ("platform", "AlibabaCloud", ALIBABA, settings.platform is Platform.ALIBABA),
        ("disabledCapabilities", "the capability CloudCredential", CAPABILITY, has_capability),
        ("rootSecret.openstack.caCert", "the key cacert of OpenStack", OPENSTACK_CA, has_ca_cert),
    )
    for name, what, rule, is_asked in asked:
        if is_asked and not settings.release.has(rule):
            yield invalid(
                f"{BRANCH}.{name}",
                f"the operator of {settings.release} does not have {what}: that is in "
                f"{rule.releases}",
                f"remove it, or set {BRANCH}.openshiftVersion to the release of the cluster",
            )


def upgrade_is_to_a_newer_release(
    settings: CloudCredentialsSettings, _: CredentialsTree
) -> Iterator[Notice]:
    """A cluster is never upgraded to its own release or an older one."""
    version, target = settings.openshift_version, settings.upgradeable_to
    if version is None or target is None:
        return
    major, _dot, minor = target.partition(".")
    own = OPENSHIFT_VERSION.pattern.fullmatch(version)
    if own is not None and (int(major), int(minor)) <= (4, int(own[1])):
        yield invalid(
            f"{BRANCH}.upgradeableTo",
            f"is not newer than {BRANCH}.openshiftVersion, {version}",
            "name the release of the upgrade",
            target,
        )
