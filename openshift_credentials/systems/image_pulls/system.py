"""Image pulls as a system of the family."""

from typing import Final

from openshift_credentials.stack.system import System
from openshift_credentials.systems.image_pulls.checks import whole_problems
from openshift_credentials.systems.image_pulls.checks.promises import assert_kubelet_starts
from openshift_credentials.systems.image_pulls.explain import explain
from openshift_credentials.systems.image_pulls.remarks import remarks
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings


def _operation() -> object:
    """Operation part of the system; imported only by the verbs that read a cluster."""
    from openshift_credentials.systems.image_pulls.live import OPERATION  # noqa: PLC0415

    return OPERATION


SYSTEM: Final = System(
    key="imagePulls",
    resource_name="image-pulls",
    settings=ImagePullsSettings,
    facade="components.image_pulls.facade:ImagePulls",
    whole_checks=whole_problems,
    remarks=remarks,
    assert_promises=assert_kubelet_starts,
    explain=explain,
    operation=_operation,
)
