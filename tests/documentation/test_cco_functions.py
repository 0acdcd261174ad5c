"""docs/cco-functions.md names functions that exist."""

import importlib
import re
from typing import Final

import pytest

from tests.kit.places import REPOSITORY

PAGE: Final = (REPOSITORY / "docs" / "cco-functions.md").read_text(encoding="utf-8")
ROOMS: Final = {
    "rules": "openshift_credentials.systems.cloud_credentials.rules",
    "identities": "openshift_credentials.systems.component_identities.rules",
    "issuer": "openshift_credentials.systems.token_issuer.rules",
}
NAMED: Final = re.compile(r"`((?:rules|identities|issuer|openshift_credentials)?\.[\w.]+)(?:\(.*?\))?`")
CELLS: Final = [line.split("|")[2] for line in PAGE.splitlines() if line.startswith("| `")]


def names() -> list[str]:
    """Dotted names of all functions; a name that starts with a period shares the module before."""
    found: list[str] = []
    for cell in CELLS:
        module = ""
        for text in NAMED.findall(cell):
            name = f"{module}{text}" if text.startswith(".") else text
            module = name.rpartition(".")[0]
            found.append(name)
    return found


def test_every_row_names_a_function() -> None:
    assert len(CELLS) > 25
    assert all(NAMED.search(cell) for cell in CELLS)


@pytest.mark.parametrize("name", names())
def test_a_function_of_the_page_exists(name: str) -> None:
    room, _, rest = name.partition(".")
    module, _, function = f"{ROOMS.get(room, room)}.{rest}".rpartition(".")
    assert callable(getattr(importlib.import_module(module), function))
