"""What an update cannot change of control-plane identities, and whether one would try to."""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.errors import ContractError

from ..settings.branch import ControlPlaneIdentitiesSettings, Vault

_BRANCH: Final = "openshift-credentials:controlPlaneIdentities"
_LOCATION: Final = "location"


def fixed_properties(settings: ControlPlaneIdentitiesSettings) -> Mapping[str, str]:
    """The location, and the name of each vault that the stack creates, by setting.

    Azure moves neither a vault nor an identity (pulumi-azure-native ``provider/pkg/gen/
    replacement.go``: a vault's location is updated in place, and Azure refuses it).
    """
    vault_names = {
        setting: vault.name for setting, vault in _vaults(settings) if not vault.existing
    }
    return {_LOCATION: settings.location, **vault_names}


def assert_nothing_moves(
    earlier: Mapping[str, str], settings: ControlPlaneIdentitiesSettings
) -> None:
    """Raise :class:`ContractError` if a vault or an identity of the stack would move or go.

    ``earlier`` is :func:`fixed_properties` of the last update.
    """
    if problems := list(_problems(earlier, settings)):
        raise ContractError("\n".join(problems))


def _problems(
    earlier: Mapping[str, str], settings: ControlPlaneIdentitiesSettings
) -> Iterator[str]:
    location = earlier.get(_LOCATION, settings.location)
    if location != settings.location:
        yield (
            f'{_BRANCH}.{_LOCATION}: is "{settings.location}", but was "{location}" when vaults '
            "and identities were created, and Azure moves neither; set it back, or use a separate "
            "stack for a hosted cluster in the other location"
        )
    for setting, vault in _vaults(settings):
        if vault.existing and earlier.get(setting) == vault.name:
            yield (
                f"{_BRANCH}.{setting.removesuffix('.name')}.existing: is true, but this stack "
                f"created vault {vault.name}, so it would be deleted with all that is in it; set "
                "the setting to false"
            )


def _vaults(settings: ControlPlaneIdentitiesSettings) -> Iterator[tuple[str, Vault]]:
    if settings.vault:
        yield "vault.name", settings.vault
    if settings.kms:
        yield "kms.vault.name", settings.kms.vault
