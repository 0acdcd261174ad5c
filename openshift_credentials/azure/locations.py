"""What is known of Azure's locations."""

from typing import Final

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

    Azure adds zones to locations, so that this is a reason to warn and not to refuse. Source:
    learn.microsoft.com, "List of Azure regions".
    """
    return location.lower().replace(" ", "") in _WITHOUT_ZONES
