"""What upstream's own programs answered: kubelet and API server 1.34.1."""

import base64
import json
from collections.abc import Iterator
from typing import Any, Final

from tests.kit.places import REPOSITORY

DIRECTORY: Final = REPOSITORY / "tests" / "data" / "image_pulls"

Row = dict[str, Any]


def rows(name: str, table: str = "rows") -> list[Row]:
    """One table of a file."""
    return json.loads((DIRECTORY / f"{name}.json").read_text(encoding="utf-8"))[table]


def files_of(row: Row) -> dict[str, bytes]:
    """The files of a row of credential_provider_config; one file is called f.yaml."""
    if "files" in row:
        return {name: text.encode() for name, text in row["files"].items()}
    if "document_base64" in row:
        return {"f.yaml": base64.b64decode(row["document_base64"])}
    return {"f.yaml": row["document"].encode()}


def errors_of(row: Row) -> Iterator[tuple[str | None, str | None]]:
    """Type and field of the errors, which is what counts of them."""
    for error in row.get("errors", ()):
        yield error.get("type"), error.get("field")
