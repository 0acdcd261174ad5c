"""Verb ``upgrade``: a file in, a state out, and what is said of other files."""

import json
from pathlib import Path

import pytest

from openshift_credentials.cli import main
from tests.kit.places import REPOSITORY

STATE = REPOSITORY / "tests" / "engine" / "states" / "0.1.0" / "dev.json"


def test_the_rewritten_state_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade", str(STATE)]) == 0
    printed = capsys.readouterr()
    assert (
        "urn:pulumi:dev::openshift-credentials::"
        in json.loads(printed.out)["deployment"]["resources"][0]["urn"]
    )
    assert printed.err == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ("[]", "is JSON, but not an object"),
        ("{}", "not a state of project hcp-etcd"),
        (
            '{"deployment": {"resources": [{"type": "x"}]}}',
            "not a state of project hcp-etcd",
        ),
        ('{"deployment": {"resources": 1}}', "not a state of project hcp-etcd"),
        ('{"deployment": []}', "not a state of project hcp-etcd"),
        ('{"deployment": {"resources": [1]}}', "not a state of project hcp-etcd"),
    ],
)
def test_another_file_is_refused_by_name_and_without_a_traceback(
    tmp_path: Path, content: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.json"
    file.write_text(content)
    assert main(["upgrade", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{file}: " in printed.err
    assert words in printed.err
