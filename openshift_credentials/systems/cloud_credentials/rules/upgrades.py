"""Whether the operator allows an upgrade of the cluster to the next minor release.

Source: openshift/cloud-credential-operator ``pkg/operator/utils/utils.go`` (``UpgradeableCheck``)
at b187feee66f4, and golang.org/x/mod/semver: a leading ``v`` is required, ``v1`` and ``v1.2`` are
short for ``v1.0.0`` and ``v1.2.0`` unless a suffix follows; an invalid version is less than all
others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.platforms.credentials_requests import SecretRef

from .modes import Mode, not_found
from .platforms import GCP_ROLE_ADMIN, LATEST_COMPLETED, Release

UPGRADEABLE_ANNOTATION: Final = "cloudcredential.openshift.io/upgradeable-to"
"""Annotation of CloudCredential ``cluster``: up to which release the credentials are prepared."""


class UpgradeableReason(StrEnum):
    ERROR = "ErrorDeterminingUpgradeable"
    MISSING_ANNOTATION = "MissingUpgradeableAnnotation"
    MISSING_ROOT_CREDENTIAL = "MissingRootCredential"


@dataclass(frozen=True, slots=True)
class UpdateHistory:
    """An entry of ``ClusterVersion`` ``status.history``, newest first."""

    state: str
    version: str


@dataclass(frozen=True, slots=True)
class NotUpgradeable:
    """The condition ``Upgradeable`` with status False."""

    reason: UpgradeableReason
    message: str


def current_version(history: Sequence[UpdateHistory], release: Release = Release.CURRENT) -> str:
    """``v`` and the version that was completed last; empty if there is none.

    An operator before 4.22 takes that of the highest minor release ever completed.
    """
    completed = [f"v{update.version}" for update in history if update.state == "Completed"]
    newest = completed[0] if completed else ""
    if not release.has(LATEST_COMPLETED):
        for version in completed[1:]:
            newest = version if is_newer(version, newest) else newest
    return newest


def upgradeable(
    *,
    mode: str,
    history: Sequence[UpdateHistory] | None,
    annotation: str | None,
    root_secret: SecretRef,
    root_secret_present: bool,
    cloudcredential_present: bool = True,
    platform: str = "",
    release: Release = Release.CURRENT,
) -> NotUpgradeable | None:
    """Why the cluster is not upgradeable; ``None`` if it is, or was never installed.

    ``history`` is ``None`` if there is no ClusterVersion. The annotation counts in every mode, with
    or without a leading ``v``.
    """
    if history is None:
        missing = not_found("clusterversions.config.openshift.io", "version")
        return NotUpgradeable(
            UpgradeableReason.ERROR, f"Error getting ClusterVersion while determining upgradability: {missing}"
        )
    version = current_version(history, release)
    if not version:
        return None
    if not is_valid(version):
        return NotUpgradeable(UpgradeableReason.ERROR, f"Unable to decode cluster version: {version}")
    if not cloudcredential_present:
        missing = not_found("cloudcredentials.operator.openshift.io", "cluster")
        return NotUpgradeable(UpgradeableReason.ERROR, f"Error determining if cluster can be upgraded: {missing}")
    if allows_upgrade(annotation, version):
        return None
    if mode == Mode.MANUAL:
        return NotUpgradeable(
            UpgradeableReason.MISSING_ANNOTATION,
            f"Upgradeable annotation {UPGRADEABLE_ANNOTATION} on "
            "cloudcredential.operator.openshift.io/cluster object needs updating before upgrade. "
            "See Manually Creating IAM documentation for instructions on preparing a cluster for "
            "upgrade.",
        )
    if not root_secret_present:
        return NotUpgradeable(
            UpgradeableReason.MISSING_ROOT_CREDENTIAL,
            f"Parent credentials secret must be restored prior to upgrade: {root_secret}",
        )
    if platform == "GCP" and mode != Mode.PASSTHROUGH and release.has(GCP_ROLE_ADMIN):
        return NotUpgradeable(
            UpgradeableReason.MISSING_ANNOTATION,
            "The GCP service account requires additional permissions starting with v4.15. Ensure "
            "the service account has the RoleAdmin role before proceeding.",
        )
    return None


def allows_upgrade(annotation: str | None, version: str) -> bool:
    text = annotation or ""
    wanted = text if text.startswith("v") else f"v{text}"
    return is_newer(major_minor(wanted), major_minor(version))


_NUMBER: Final = r"(?:0|[1-9][0-9]*)"
_IDENTIFIERS: Final = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION: Final = re.compile(
    rf"v(?P<major>{_NUMBER})(?:\.(?P<minor>{_NUMBER})"
    rf"(?:\.{_NUMBER}(?:-(?P<prerelease>{_IDENTIFIERS}))?(?:\+{_IDENTIFIERS})?)?)?"
)
_BAD_NUMBER: Final = re.compile(r"0[0-9]+")


def is_valid(version: str) -> bool:
    return _parse(version) is not None


def major_minor(version: str) -> str:
    """``v4.10`` of ``v4.10.3``; empty for an invalid version."""
    parsed = _parse(version)
    return "" if parsed is None else f"v{parsed[0]}.{parsed[1]}"


def is_newer(version: str, other: str) -> bool:
    first, second = _parse(version), _parse(other)
    return first is not None and (second is None or _sizes(first) > _sizes(second))


def _sizes(numbers: tuple[str, str]) -> list[tuple[int, str]]:
    """For comparison: numbers without leading zeros, of any number of digits."""
    return [(len(number), number) for number in numbers]


def _parse(version: str) -> tuple[str, str] | None:
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    prerelease = (match["prerelease"] or "").split(".")
    if any(_BAD_NUMBER.fullmatch(identifier) for identifier in prerelease):
        return None
    return match["major"], match["minor"] or "0"
