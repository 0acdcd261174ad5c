"""Settings of Pulumi's providers in a stack file: only those that are known to be public are shown.

A secret can stand under a mistyped name or a mistyped prefix, so that no list of secret names would
be complete. Source of the names: the providers' schemas in the Pulumi Registry.
"""

from typing import Final

from openshift_credentials.base.package_data import package_lists

from .secret_texts import MASK, holds_a_secret

_PUBLIC: Final = package_lists(__package__ or "", "provider_settings.yaml")


def mask_foreign_setting(namespace: str, name: str, value: object) -> object:
    """``value`` of a setting of another project or provider, masked unless it is public."""
    is_public = name in _PUBLIC.get(namespace, ()) and not holds_a_secret(str(value))
    return value if is_public else MASK
