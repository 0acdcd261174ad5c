"""What an update cannot change of control-plane identities stops it."""

from typing import Any

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.control_plane_identities.plan import assert_nothing_moves, fixed_properties
from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from tests.systems.control_plane_identities.samples import identity, tree

KMS = {"kms": {"vault": {"name": "etcd-keys"}}, "identities__kms": identity(9)}


def settings(branch: dict[str, Any]) -> ControlPlaneIdentitiesSettings:
    return ControlPlaneIdentitiesSettings.model_validate(branch)


def test_another_location_stops() -> None:
    earlier = fixed_properties(settings(tree()))
    with pytest.raises(ContractError, match=r'location: is "uksouth", but was .*moves neither'):
        assert_nothing_moves(earlier, settings(tree(location="uksouth")))
    assert_nothing_moves(earlier, settings(tree()))
    assert_nothing_moves({}, settings(tree(location="uksouth")))


@pytest.mark.parametrize("vault", ["vault", "kms.vault"])
def test_a_vault_of_the_stack_is_not_called_existing(vault: str) -> None:
    earlier = fixed_properties(settings(tree(**KMS)))
    existing = tree(**KMS, **{f"{vault.replace('.', '__')}__existing": True})
    with pytest.raises(ContractError, match=f"{vault}.existing: is true, but this stack created"):
        assert_nothing_moves(earlier, settings(existing))
    assert_nothing_moves(fixed_properties(settings(existing)), settings(existing))
