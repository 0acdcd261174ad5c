"""The locations of Azure that this version knows, by cloud.

Source: Azure documentation, "List of Azure regions", "Azure Government" and "Azure operated by
21Vianet".
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.base.package_data import package_lists

from .clouds import AzureCloud

_TABLE: Final = package_lists(__package__ or "", "locations.yaml")

LOCATIONS: Final[Mapping[AzureCloud, tuple[str, ...]]] = {
    cloud: _TABLE[cloud] for cloud in AzureCloud if cloud in _TABLE
}
"""Clouds that are not listed are not public: any location is accepted there."""
