"""Control-plane identities as a system of the family."""

from typing import Final

from openshift_credentials.stack.system import System
from openshift_credentials.systems.control_plane_identities.checks.branch import cross_problems
from openshift_credentials.systems.control_plane_identities.checks.document_files import (
    with_documents,
)
from openshift_credentials.systems.control_plane_identities.checks.promises import (
    assert_pods_get_them,
)
from openshift_credentials.systems.control_plane_identities.explain import explain
from openshift_credentials.systems.control_plane_identities.plan.references import (
    shared_credentials,
)
from openshift_credentials.systems.control_plane_identities.remarks import remarks
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)


def _operation() -> object:
    """Operation part of the system; imported only by the verbs that read a cluster."""
    from openshift_credentials.systems.control_plane_identities.live import (  # noqa: PLC0415
        OPERATION,
    )

    return OPERATION


SYSTEM: Final = System(
    key="controlPlaneIdentities",
    resource_name="control-plane-identities",
    settings=ControlPlaneIdentitiesSettings,
    facade="components.control_plane_identities.facade:ControlPlaneIdentities",
    expand=with_documents,
    checks=cross_problems,
    assert_promises=assert_pods_get_them,
    remarks=remarks,
    explain=explain,
    shares=shared_credentials,
    operation=_operation,
)
