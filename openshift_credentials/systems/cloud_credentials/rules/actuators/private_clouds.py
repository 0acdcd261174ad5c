"""The actuators of OpenStack and vSphere, which copy the root secret.

Source: openshift/cloud-credential-operator ``pkg/openstack/actuator.go`` and
``pkg/vsphere/actuator/actuator.go`` at b187feee66f4.
"""

from typing import Final

from openshift_credentials.platforms.credentials_requests import CredentialsRequest, ProviderKind
from openshift_credentials.systems.cloud_credentials.rules.actuators.run import (
    ClusterState,
    name_of,
    run,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    UPDATE_UNKNOWN,
    Synced,
    SyncError,
    TargetSecret,
    data_before,
    fetch_annotated_root,
    fetch_root,
    refuse_unusable,
    write_target,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Annotation,
    OperatorError,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.metrics import Condition
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    CA_CERT,
    CLOUDS_YAML,
    root_secret_openstack,
)

_VSPHERE_ROOT: Final = "vsphere-creds"


def openstack_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of OpenStack: ignores annotation and provider kind, and merges."""
    return run(_openstack, None, request, state)


def vsphere_sync(request: CredentialsRequest, state: ClusterState) -> Synced:
    """The actuator of vSphere: replaces all data; an unknown annotation silently stops it."""
    return run(_vsphere, ProviderKind.VSPHERE, request, state)


def _openstack(request: CredentialsRequest, state: ClusterState) -> TargetSecret:
    root = fetch_root(state.root_secret, "openstack-credentials")
    try:
        clouds, ca_cert = root_secret_openstack(root.data, state.release)
    except OperatorError as error:
        raise SyncError(str(error), Condition.INSUFFICIENT_CLOUD_CREDS) from None
    kept = data_before(state.target_secret)
    copied = {CLOUDS_YAML: clouds, **({CA_CERT: ca_cert} if ca_cert else {})} if clouds else {}
    return write_target(state.target_secret, name_of(request), data={**kept, **copied})


def _vsphere(request: CredentialsRequest, state: ClusterState) -> TargetSecret | None:
    if state.target_secret is not None:
        try:
            root = fetch_annotated_root(state.root_secret, _VSPHERE_ROOT)
        except SyncError:
            raise SyncError(UPDATE_UNKNOWN) from None
        if root.data == state.target_secret.data:
            return state.target_secret
    root = fetch_annotated_root(state.root_secret, _VSPHERE_ROOT)
    if root.annotation == Annotation.INSUFFICIENT:
        refuse_unusable(root.annotation)
    if root.annotation != Annotation.PASSTHROUGH:
        return state.target_secret
    return write_target(state.target_secret, name_of(request), data=dict(root.data))
