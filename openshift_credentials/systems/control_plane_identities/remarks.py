"""Notices about control-plane identities before they are created or changed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

from .plan import expiry
from .settings import ControlPlaneIdentitiesSettings

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    for component, lifetime in expiry(settings, datetime.now(UTC)).items():
        if lifetime.get("endsSoon"):
            yield REMARKS["credentials-end-soon"].fill(component=component, end=lifetime["not_after"])
