"""Files of every content: each verb has an answer, at once, without a traceback and a secret."""

import json
import os
import random
from pathlib import Path

import pytest
import yaml

from openshift_credentials.base.errors import ExitCode
from tests.cli.command import call
from tests.cli.hostile_files import COUNT, MARKER, SECRET, VERBS, arguments, contents, put
from tests.documentation.pages import BACKUP
from tests.kit.depth import SEED

pytestmark = pytest.mark.without_golden


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A good file of another kind."""
    path = tmp_path / "own.yaml"
    path.write_text(f"{BACKUP}---\n{yaml.safe_dump(SECRET)}")
    return path


def judge(verb: str, directory: Path, own: Path) -> None:
    """The verb answers with a code of its own, and with one document in JSON."""
    words = arguments(verb, directory, own)
    for form in ([], ["-o", "json"]):
        outcome = call(*words, *form)
        told = outcome.results + outcome.others
        assert outcome.code in (ExitCode.OK, ExitCode.NO, ExitCode.UNUSABLE), told
        assert MARKER not in told
        assert "Traceback" not in told
        assert told.replace("\n", "").replace("\t", "").isprintable()
        if form:
            json.loads(outcome.results)


@pytest.mark.parametrize("verb", VERBS)
def test_every_content_has_an_answer(verb: str, tmp_path: Path, own: Path) -> None:
    chosen = random.Random(SEED + verb)  # noqa: S311 - repeatable
    for _, content in zip(range(COUNT), contents(VERBS[verb][0], chosen), strict=False):
        put(tmp_path / "given", content)
        try:
            judge(verb, tmp_path / "given", own)
        except BaseException as error:
            error.add_note(f"content: {content!r}")
            raise


@pytest.mark.timeout(60)
@pytest.mark.parametrize("verb", VERBS)
def test_neither_a_pipe_nor_an_endless_file_is_waited_for(verb: str, tmp_path: Path, own: Path) -> None:
    for number, make in enumerate((os.mkfifo, endless)):
        directory = tmp_path / str(number)
        (directory / "project").mkdir(parents=True)
        for name in ("file.yaml", "project/Pulumi.yaml", "project/Pulumi.a.yaml"):
            make(directory / name)

        judge(verb, directory, own)
        assert call(*arguments(verb, directory, own)).code == ExitCode.UNUSABLE


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("verb", VERBS)
def test_the_calls_are_right_and_read_their_file(verb: str, tmp_path: Path, own: Path) -> None:
    """Otherwise the tests above would ask the parser of arguments again and again."""
    good = VERBS[verb][0]
    put(tmp_path / "given", (good if isinstance(good, str) else json.dumps(good)).encode())

    outcome = call(*arguments(verb, tmp_path / "given", own))

    assert "usage:" not in outcome.others
    assert "requires" not in outcome.others
