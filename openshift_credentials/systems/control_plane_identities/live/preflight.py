"""What must be true of a management cluster before managed identities can work.

Source: openshift/hypershift ``support/azureutil/azureutil.go`` (``IsAroHCP``) and
``support/config/constants.go`` for the flags of the operator's installation.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import object_items
from openshift_credentials.live.check import Check, Purpose, failure, success, unread
from openshift_credentials.live.observed import Object, Observed, Obstacle

from ..plan.outputs import install_flags
from ..rules.secret_provider_class import CSI_DRIVER
from ..settings.branch import ControlPlaneIdentitiesSettings
from . import places

_SERVICE: Final = "MANAGED_SERVICE"
_READER: Final = "ARO_HCP_KEY_VAULT_USER_CLIENT_ID"


def preflight(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """The CSI driver is installed, and the operator knows the service and the vault's reader."""
    yield from unread(places.reads(settings, Purpose.PREFLIGHT), observed)
    yield from installation(settings, observed)


def installation(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """The same for the verb ``verify``, which itself reports what was not read."""
    if not settings.is_managed:
        return
    if observed.one(places.DRIVER):
        yield success(
            "identity-csi-driver", CSI_DRIVER, "the Secrets Store CSI driver is installed"
        )
    elif observed.obstacle(places.DRIVER) is Obstacle.ABSENT:
        yield failure(
            "identity-csi-driver",
            CSI_DRIVER,
            "the Secrets Store CSI driver is not installed, so no pod would get its file",
            "on AKS enable the add-on azure-keyvault-secrets-provider",
        )
    operator = observed.one(places.OPERATOR)
    if operator is not None and settings.key_vault_user is not None:
        yield from _flags(settings, operator, settings.key_vault_user.client_id)


def _flags(
    settings: ControlPlaneIdentitiesSettings, operator: Object, client_id: str
) -> Iterator[Check]:
    variables = _environment(operator)
    wrong = [
        f"{name} is {variables.get(name) or 'not set'}"
        for name, wanted in ((_SERVICE, "ARO-HCP"), (_READER, client_id))
        if str(variables.get(name) or "").lower() != wanted.lower()
    ]
    if wrong:
        yield failure(
            "identity-install-flags",
            "HyperShift Operator",
            "; ".join(wrong),
            f"run 'hypershift install {install_flags(settings)}'",
        )
    else:
        yield success(
            "identity-install-flags", "HyperShift Operator", "it knows the vault's reader"
        )


def _environment(deployment: Object) -> Mapping[str, str]:
    containers = object_items(deployment, "spec", "template", "spec", "containers")
    return {
        str(variable.get("name")): str(variable.get("value") or "")
        for container in containers
        for variable in object_items(container, "env")
    }
