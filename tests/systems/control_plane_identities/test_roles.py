"""Roles that HyperShift's command gives with ``--assign-custom-hcp-roles``.

Source: openshift/hypershift ``support/config/constants.go`` (``CPOCustomRoleDefinitionID``,
``CAPZCustomRoleDefinitionID``).
"""

import pytest

from openshift_credentials.systems.control_plane_identities.rules.components import (
    CONTRIBUTOR,
    Component,
    Groups,
    control_plane_assignments,
)

GROUPS = Groups(subscription_id="SUB", managed="m", nsg="n", vnet="v", dns_zone="d")
DEFINITIONS = "/subscriptions/SUB/providers/Microsoft.Authorization/roleDefinitions"


@pytest.mark.parametrize(
    ("component", "role", "groups"),
    [
        (Component.CONTROL_PLANE_OPERATOR, "7d8bb4e4-6fa7-4545-96cf-20fce11b705d", "mnv"),
        (Component.NODE_POOL_MANAGEMENT, "Azure Red Hat OpenShift NodePool Management Role", "mv"),
    ],
)
def test_two_identities_get_another_role_than_contributor(component: Component, role: str, groups: str) -> None:
    for custom_roles, wanted in ((True, role), (False, CONTRIBUTOR)):
        found = control_plane_assignments("i", GROUPS, [component], custom_roles=custom_roles)
        assert {each.role_definition("SUB") for each in found} == {f"{DEFINITIONS}/{wanted}"}
        assert "".join(each.scope[-1] for each in found) == groups
