"""Wrong settings of cloudCredentials: the branch, the change, the setting told, its words."""

from tests.kit.tables import read_rows
from tests.systems.cloud_credentials import stacks
from tests.systems.cloud_credentials.stacks import Branch

MARK = "MarkerMarkerMarker"


# branch, change, setting, part of the rule
ROWS: list[tuple[Branch, dict[str, object], str, str]] = read_rows(__file__, "wrong_settings.json", vars(stacks))
