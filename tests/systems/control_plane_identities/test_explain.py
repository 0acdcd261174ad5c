"""What the identities can do, in words that people know."""

import json
import re

from openshift_credentials.base.terminal import Style
from openshift_credentials.platforms.azure.identifiers import role_name
from openshift_credentials.stack.explanation import to_json, to_text
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


def test_each_identity_has_a_block_that_says_what_it_may_do() -> None:
    settings = ControlPlaneIdentitiesSettings.model_validate(tree())
    explanation = explain(settings)
    for one in nonempty(explanation.identities):
        scopes = [permission.scope for permission in one.permissions]
        assert scopes, one.identity
        wanted = [item for item in explanation.permissions if item.why == one.identity]
        assert not wanted or list(one.permissions) == wanted, one.identity
    text = to_text(explanation, Style())
    document = json.loads(to_json({"controlPlaneIdentities": explanation}))["controlPlaneIdentities"]
    assert [item["identity"] for item in document["identities"]] == [one.identity for one in explanation.identities]
    for one in explanation.identities:
        assert text.lower().count(f"{one.identity.lower()}:\n") == 1
    disk = text.split("control-plane identity disk:\n")[1].split("\n\n")[0]
    assert "Disk Storage Operator" in disk
    assert "Contributor" not in disk
