"""Every system has a facade that takes a name, its settings and options; the type checker compares.

``Facade.in_stack`` creates facades by the keys of their systems, so that nothing else compares a
constructor with the settings of its system.
"""

from collections.abc import Callable
from typing import Final, TypeVar

import pulumi

from components.base.facade import Facade
from components.cloud_credentials.facade import CloudCredentials
from components.component_identities.facade import ComponentIdentities
from components.control_plane_identities.facade import ControlPlaneIdentities
from components.etcd_backup.facade import EtcdBackup
from components.image_pulls.facade import ImagePulls
from components.snapshot_store.facade import SnapshotStore
from components.token_issuer.facade import TokenIssuer
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.outputs import Outputs
from openshift_credentials.stack.registry import SYSTEMS
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

S = TypeVar("S", bound=Settings)


def takes(
    model: type[S], facade: Callable[[str, S, pulumi.ResourceOptions | None], Facade[Outputs]]
) -> tuple[type[Settings], object]:
    """A model and the facade that takes it."""
    return model, facade


FACADES: Final = (
    takes(TokenIssuerSettings, TokenIssuer),
    takes(ComponentIdentitiesSettings, ComponentIdentities),
    takes(CloudCredentialsSettings, CloudCredentials),
    takes(SnapshotStoreSettings, SnapshotStore),
    takes(ControlPlaneIdentitiesSettings, ControlPlaneIdentities),
    takes(EtcdBackupSettings, EtcdBackup),
    takes(ImagePullsSettings, ImagePulls),
)


def test_the_names_of_a_system_lead_to_its_facade() -> None:
    found = [(system.settings.MODEL, system.facade) for system in SYSTEMS.values()]
    assert found == [
        (model, f"{facade.__module__}:{facade.__name__}")
        for model, facade in FACADES
        if isinstance(facade, type)
    ]


def test_only_component_identities_depend_on_another_system() -> None:
    depending = {
        facade.__name__: facade.depends_on_systems
        for _, facade in FACADES
        if isinstance(facade, type) and issubclass(facade, Facade) and facade.depends_on_systems
    }
    assert depending == {"ComponentIdentities": ("tokenIssuer",)}
