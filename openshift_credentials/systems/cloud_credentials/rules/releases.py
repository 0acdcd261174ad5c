"""Rules of the operator that differ between releases of OpenShift.

Source: openshift/cloud-credential-operator, the branches ``release-4.14`` to ``release-4.23``,
compared symbol by symbol. The last one is the commit that all other rules name. docs/cco.md has the
differences as a table.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from openshift_credentials.platforms.kubernetes.text_rules import OPENSHIFT_VERSION


class Release(StrEnum):
    """Releases whose rules are known; ``CURRENT`` is the default."""

    V4_14 = "4.14"
    V4_15 = "4.15"
    V4_16 = "4.16"
    V4_17 = "4.17"
    V4_18 = "4.18"
    V4_19 = "4.19"
    V4_20 = "4.20"
    V4_21 = "4.21"
    V4_22 = "4.22"
    V4_23 = "4.23"
    CURRENT = V4_23
    OLDEST = V4_14

    @classmethod
    def of(cls, version: str) -> Self:
        """The release whose rules a version follows: its own, or the nearest known one.

        A version that is not 4.N follows those of ``CURRENT``.
        """
        match = OPENSHIFT_VERSION.pattern.fullmatch(version.removeprefix("v"))
        minor = int(match[1]) if match else cls.CURRENT.minor
        known = sorted(cls, key=lambda release: release.minor)
        return next((release for release in known if release.minor >= minor), known[-1])

    @property
    def minor(self) -> int:
        """N of 4.N."""
        return int(self.partition(".")[2])

    def has(self, rule: "ReleaseRule") -> bool:
        """Whether the operator of this release has a rule."""
        return rule.first.minor <= self.minor <= rule.last.minor


@dataclass(frozen=True, slots=True)
class ReleaseRule:
    """A rule that not all releases have, from ``first`` to ``last``."""

    first: Release = Release.OLDEST
    last: Release = Release.CURRENT

    @property
    def releases(self) -> str:
        """Which releases have it."""
        if self.first is Release.OLDEST:
            return f"{self.last} and older"
        return f"{self.first} and newer"


HEAD_BUCKET: Final = ReleaseRule(last=Release.V4_14)
"""A test of s3:HeadBucket in passthrough mode."""
GCP_ROLE_ADMIN: Final = ReleaseRule(last=Release.V4_14)
"""A stop of upgrades on Google Cloud until the annotation is set."""
CAPABILITY: Final = ReleaseRule(Release.V4_15)
"""The capability CloudCredential."""
AZURE_METRIC: Final = ReleaseRule(Release.V4_15)
"""Short-term credentials of Azure in metrics."""
ALIBABA: Final = ReleaseRule(last=Release.V4_16)
"""Platform AlibabaCloud."""
OPENSTACK_CA: Final = ReleaseRule(Release.V4_19)
"""The key cacert of OpenStack."""
LATEST_COMPLETED: Final = ReleaseRule(Release.V4_22)
"""The version that was completed last, not the highest one."""
