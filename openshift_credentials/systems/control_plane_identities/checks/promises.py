"""Assert before anything is registered that each pod gets a file that its component loads."""

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID
from openshift_credentials.platforms.azure.managed_identity.loading import load
from openshift_credentials.platforms.kubernetes.admission.structural import (
    rule_problems,
    shape_problems,
)

from ..plan.identities import created_identities, managed_cluster_identities, secrets_to_write
from ..plan.outputs import authentication, encryption
from ..rules.components import Component
from ..rules.csi_provider import MountStep, mount
from ..rules.hosted_cluster_rules import SCHEMAS
from ..rules.secret_provider_class import objects_text
from ..settings.branch import ControlPlaneIdentitiesSettings


def assert_promises(settings: ControlPlaneIdentitiesSettings) -> None:
    """Follow each secret through vault, class, provider and loader, and check the stanza.

    Raises :class:`ContractError`; the message contains no secret.
    """
    identities = managed_cluster_identities(settings)
    for planned in secrets_to_write(settings):
        if planned.secret is None or planned.value is None:
            continue
        encoding = identities[planned.component].object_encoding
        mounted = mount(objects_text(planned.name, encoding), planned.value)
        whole = mounted.content == planned.secret.value.encode()
        if mounted.step is not MountStep.OK or mounted.file != planned.name or not whole:
            raise ContractError(
                f"identity {planned.component}: the pod's file would not be the document "
                f"({mounted.why or 'another content'})"
            )
        loading = load(planned.secret.value.encode(), sets_cloud=True)
        if not loading.loads:
            raise ContractError(f"identity {planned.component}: {loading.why}")
    _assert_the_api_takes_it(settings)


def _assert_the_api_takes_it(settings: ControlPlaneIdentitiesSettings) -> None:
    created = {identity.component: STAND_IN_GUID for identity in created_identities(settings)}
    client_ids = dict.fromkeys(Component, STAND_IN_GUID) if settings.data_plane else created
    parts = (
        (authentication(settings, client_ids), "Authentication"),
        (encryption(settings, "1", client_ids), "SecretEncryption"),
    )
    for value, name in parts:
        if not value:
            continue
        schema = SCHEMAS[name]
        for problem in (*shape_problems(value, schema, name), *rule_problems(value, schema, name)):
            raise ContractError(f"the API server would reject the stanza: {problem.path}")
