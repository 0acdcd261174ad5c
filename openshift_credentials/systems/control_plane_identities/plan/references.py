"""A control-plane identity whose credentials another system of the stack also uses.

Source: openshift/hypershift ``etcd-upload/azure_uploader.go``: auth type ``managed-identity`` reads
the same document as the components of a control plane.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree

from ..rules.components import Component
from ..settings.branch import ControlPlaneIdentitiesSettings
from .identities import managed_cluster_identities

_CREDENTIALS: Final = "etcdBackup.credentials"
_REFERENCE: Final = f"{_CREDENTIALS}.controlPlaneIdentity"
_TAKEN: Final = ("managedIdentityDocument", "clientId", "principalId")
"""Settings of the backup that follow from the identity."""


def shares(
    settings: ControlPlaneIdentitiesSettings, root: Mapping[str, object]
) -> Mapping[str, Mapping[str, object]]:
    """Credentials of the identity that the etcd backup refers to, if it refers to one."""
    name = Tree(root).text(_REFERENCE)
    identity = (
        managed_cluster_identities(settings).get(Component(name))
        if name in set(Component)
        else None
    )
    if identity is None or identity.document is None:
        return {}
    taken = (identity.document.get_secret_value(), identity.client_id, identity.principal_id)
    return {"etcdBackup": {"credentials": dict(zip(_TAKEN, taken, strict=True))}}


def reference_problems(tree: Tree) -> Iterator[Notice]:
    """The identity that the etcd backup refers to exists, and no credentials are set twice."""
    name = tree.text(_REFERENCE)
    if name is None:
        return
    given = [
        component.value
        for component in Component
        if as_object(tree.value(f"controlPlaneIdentities.identities.{component}"))
    ]
    if name not in given:
        yield invalid(
            _REFERENCE,
            f"{name} is not one of the identities of controlPlaneIdentities that have credentials",
            f"name one of {', '.join(given)}" if given else "set managedIdentityDocument instead",
        )
    for setting in _TAKEN:
        if tree.value(f"{_CREDENTIALS}.{setting}") is not None:
            yield invalid(
                f"{_CREDENTIALS}.{setting}",
                "cannot be combined with controlPlaneIdentity: both set the credentials",
                "remove one of them",
            )
