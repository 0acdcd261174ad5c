"""What the identities can do, in words that people know."""

import re

from openshift_credentials.platforms.azure.identifiers import role_name
from openshift_credentials.systems.control_plane_identities.explain import explain
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.roles import role_of
from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from tests.kit.nonempty import nonempty
from tests.systems.control_plane_identities.samples import tree


def test_every_role_is_explained_by_name_and_guid() -> None:
    settings = ControlPlaneIdentitiesSettings.model_validate(tree())
    for permission in nonempty(explain(settings).permissions):
        (action,) = permission.actions
        assert re.fullmatch(r"role [A-Z][A-Za-z ]+ \([0-9a-f-]{36}\)", action), action


def test_every_role_of_a_component_has_a_known_name() -> None:
    known = [role for component in Component if (role := role_of(component))]
    assert all(role_name(role.role) for role in nonempty(known))
