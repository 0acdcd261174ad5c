"""Questions with which the operator tests a root credential on Google Cloud, and its answer.

Source: openshift/cloud-credential-operator ``pkg/operator/utils/gcp/utils.go``,
``pkg/operator/secretannotator/gcp/reconciler.go`` and ``pkg/gcp/client.go`` at b187feee66f4.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Annotation
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_MINT_PERMISSIONS,
    GCP_PASSTHROUGH_TESTED,
)

PERMISSIONS_PER_TEST: Final = 100
"""Permissions in one call of ``projects.testIamPermissions``."""

_SERVICE: Final = re.compile(r"([A-Za-z0-9-]*)\..*")
_ENABLED_AS: Final = {"resourcemanager.googleapis.com": "cloudresourcemanager.googleapis.com"}
"""Services whose name is not the first part of their permissions."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Permissions that the project does not grant, and services that are not enabled in it."""

    missing: tuple[str, ...]
    disabled: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the operator accepts the credential."""
        return not self.missing and not self.disabled


def permission_batches(
    permissions: Sequence[str], testable: Collection[str]
) -> tuple[tuple[str, ...], ...]:
    """Permissions for each call of ``projects.testIamPermissions``.

    ``testable`` are those of ``permissions.queryTestablePermissions`` for the project; the operator
    skips all others.
    """
    tested = [name for name in permissions if name in testable]
    return tuple(
        tuple(tested[start : start + PERMISSIONS_PER_TEST])
        for start in range(0, len(tested), PERMISSIONS_PER_TEST)
    )


def services_of(permissions: Sequence[str]) -> tuple[str, ...]:
    """Services that must be enabled in the project, each once."""
    names = (_SERVICE.sub(r"\1.googleapis.com", name, count=1) for name in permissions)
    return tuple(dict.fromkeys(_ENABLED_AS.get(name, name) for name in names))


def probe(
    permissions: Sequence[str],
    *,
    testable: Collection[str],
    allowed: Collection[str],
    enabled: Collection[str],
) -> Probe:
    """Compare the answers of Google Cloud with what is needed.

    ``allowed`` are the permissions that ``projects.testIamPermissions`` returned, ``enabled`` the
    services of ``services.list`` with filter ``state:ENABLED``. The operator asks for services only
    if no permission is missing; both are reported here.
    """
    tested = [name for test in permission_batches(permissions, testable) for name in test]
    return Probe(
        tuple(name for name in tested if name not in allowed),
        tuple(name for name in services_of(permissions) if name not in enabled),
    )


def probed_annotation(
    *, testable: Collection[str], allowed: Collection[str], enabled: Collection[str]
) -> Annotation:
    """The annotation of the root secret in the default mode."""
    for permissions, annotation in (
        (GCP_MINT_PERMISSIONS, Annotation.MINT),
        (GCP_PASSTHROUGH_TESTED, Annotation.PASSTHROUGH),
    ):
        if probe(permissions, testable=testable, allowed=allowed, enabled=enabled).passed:
            return annotation
    return Annotation.INSUFFICIENT
