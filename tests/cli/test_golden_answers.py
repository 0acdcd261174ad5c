"""What verbs answer to good files, as text and as JSON, compared with what was last found right."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command import call
from tests.cli.hostile_files import MARKER, VERBS, arguments, put
from tests.cli.test_hostile_files import own
from tests.kit.golden import REFRESH, Golden

__all__ = ["own"]
FOLDER: Final = Path(__file__).parent / "golden"
NOW: Final = {
    "azure-identities check": "its document expires some days from now",
    "azure-identities rotate": "its documents expire some days from now",
    "fleet status": "its stacks succeeded some hours ago",
}
"""Verbs whose answers depend on the time, and why."""


@pytest.mark.parametrize("verb", sorted(VERBS.keys() - NOW))
def test_the_answers_to_a_good_file_are_the_golden_ones(verb: str, tmp_path: Path, own: Path, golden: Golden) -> None:
    good = VERBS[verb][0]
    put(tmp_path / "given", (good if isinstance(good, str) else json.dumps(good)).encode())
    shown = [f"# Written by: {REFRESH}\n"]
    for form in ([], ["-o", "json"]):
        outcome = call(*arguments(verb, tmp_path / "given", own), *form)
        shown.append(f"code {outcome.code}\n{outcome.results}--- messages\n{outcome.others}")
    text = "======\n".join(shown).replace(str(tmp_path), "DIR")
    assert MARKER not in text
    golden(FOLDER / f"{re.sub('[^a-z]+', '-', verb.lower())}.txt", text)
