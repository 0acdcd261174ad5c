"""What the operator tests of a root credential on Google Cloud, and its answer.

It asks ``projects.testIamPermissions`` for the permissions, and ``services.list`` with filter
``state:ENABLED`` for their services. Source: openshift/cloud-credential-operator
``pkg/operator/utils/gcp/utils.go``, ``pkg/operator/secretannotator/gcp/reconciler.go`` and
``pkg/gcp/client.go`` at b187feee66f4.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Annotation
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_MINT_PERMISSIONS,
    GCP_PASSTHROUGH_TESTED,
)

_SERVICE: Final = re.compile(r"([A-Za-z0-9-]*)\..*")
_ENABLED_AS: Final = {"resourcemanager.googleapis.com": "cloudresourcemanager.googleapis.com"}
"""Services whose name is not the first part of their permissions."""


def services_of(permissions: Sequence[str]) -> tuple[str, ...]:
    """Services that must be enabled in the project, each once."""
    names = (_SERVICE.sub(r"\1.googleapis.com", name, count=1) for name in permissions)
    return tuple(dict.fromkeys(_ENABLED_AS.get(name, name) for name in names))


def probed_annotation(allowed: Collection[str], enabled: Collection[str]) -> Annotation:
    """The annotation of the root secret in the default mode.

    ``allowed`` are permissions in the project, ``enabled`` the names of its services.
    """
    for permissions, annotation in (
        (GCP_MINT_PERMISSIONS, Annotation.MINT),
        (GCP_PASSTHROUGH_TESTED, Annotation.PASSTHROUGH),
    ):
        if {*permissions} <= {*allowed} and {*services_of(permissions)} <= {*enabled}:
            return annotation
    return Annotation.INSUFFICIENT
