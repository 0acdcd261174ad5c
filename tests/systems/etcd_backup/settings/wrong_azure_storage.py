"""Wrong settings of a storage account and its container: change, setting, words."""

from typing import Any, Final

from tests.kit.tables import read_rows

BLOB = "etcdBackup.storage.azureBlob"
Row = tuple[dict[str, Any], str, str]

ROWS_OF_BLOB: Final[list[Row]] = read_rows(__file__, "wrong_azure_storage.json")
