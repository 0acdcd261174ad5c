"""The locations of Azure that this version knows, by cloud.

Source: Azure documentation, "List of Azure regions", "Azure Government" and "Azure operated by
21Vianet".
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.platforms.azure.clouds import AzureCloud

LOCATIONS: Final[Mapping[AzureCloud, frozenset[str]]] = {
    AzureCloud.PUBLIC: frozenset(
        (
            *("australiacentral", "australiacentral2", "australiaeast", "australiasoutheast"),
            *("austriaeast", "belgiumcentral", "brazilsouth", "brazilsoutheast"),
            *("canadacentral", "canadaeast", "centralindia", "centralus", "centraluseuap"),
            *("chilecentral", "denmarkeast", "eastasia", "eastus", "eastus2", "eastus2euap"),
            *("eastus3", "francecentral", "francesouth", "germanynorth", "germanywestcentral"),
            *("indonesiacentral", "israelcentral", "italynorth", "japaneast", "japanwest"),
            *("jioindiacentral", "jioindiawest", "koreacentral", "koreasouth", "malaysiawest"),
            *("mexicocentral", "newzealandnorth", "northcentralus", "northeurope"),
            *("norwayeast", "norwaywest", "polandcentral", "qatarcentral", "southafricanorth"),
            *("southafricawest", "southcentralus", "southeastasia", "southindia"),
            *("spaincentral", "swedencentral", "swedensouth", "switzerlandnorth"),
            *("switzerlandwest", "taiwannorth", "uaecentral", "uaenorth", "uksouth", "ukwest"),
            *("westcentralus", "westeurope", "westindia", "westus", "westus2", "westus3"),
        )
    ),
    AzureCloud.US_GOVERNMENT: frozenset(
        ("usdodcentral", "usdodeast", "usgovarizona", "usgovtexas", "usgovvirginia")
    ),
    AzureCloud.CHINA: frozenset(
        ("chinaeast", "chinaeast2", "chinaeast3", "chinanorth", "chinanorth2", "chinanorth3")
    ),
}
"""Clouds that are not listed are not public: any location is accepted there."""

_WITHOUT_ZONES: Final = frozenset(
    (
        "australiacentral", "australiacentral2", "australiasoutheast", "brazilsoutheast",
        "canadaeast", "francesouth", "germanynorth", "jioindiacentral", "jioindiawest",
        "koreasouth", "northcentralus", "norwaywest", "southafricawest", "southindia",
        "switzerlandwest", "uaecentral", "ukwest", "usgovarizona", "usgovtexas", "westcentralus",
        "westindia", "westus",
    )
)  # fmt: skip


def lacks_zones(location: str) -> bool:
    """Whether a location had no availability zones when this list was made (mid-2026).

    Azure adds zones to locations, so this is a warning and not an error. Source:
    learn.microsoft.com, "List of Azure regions".
    """
    return location.lower().replace(" ", "") in _WITHOUT_ZONES
