"""tests/README.md says where a test stands, and it is true."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

TESTS: Final = REPOSITORY / "tests"
ROOMS: Final = (REPOSITORY, REPOSITORY / "openshift_credentials")


def folders_with_tests() -> Iterator[Path]:
    """Folders of tests, relative to ``tests``."""
    for folder in sorted({file.parent for file in TESTS.rglob("test_*.py")} - {TESTS}):
        yield folder.relative_to(TESTS)


def code_of(folder: Path) -> Iterator[Path]:
    """Where the page says that the code is which a folder tests."""
    yield from (room / folder for room in ROOMS)
    if folder.parts[0] == "cli":
        yield ROOMS[1].joinpath("cli", "verbs", *folder.parts[1:])


def folders_of_their_own() -> set[str]:
    """The folders that mirror nothing, as the page lists them."""
    page = (TESTS / "README.md").read_text(encoding="utf-8")
    table = page.partition("| Folder | Content |")[2].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def test_a_folder_has_the_place_of_what_it_tests_or_is_listed() -> None:
    own = folders_of_their_own()
    strangers = [
        str(folder)
        for folder in folders_with_tests()
        if folder.parts[0] not in own
        if not any(place.is_dir() for place in code_of(folder))
    ]
    assert strangers == [], "move the tests, or say in tests/README.md what the folder is"


def test_every_listed_folder_is_there_and_mirrors_nothing() -> None:
    own = folders_of_their_own()
    assert len(own) > 5
    assert {name for name in own if not (TESTS / name).is_dir()} == set()
    assert {name for name in own if any((room / name).is_dir() for room in ROOMS)} == set()
