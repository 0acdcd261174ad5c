"""A script for each verb: files, and calls of which every answer is compared whole with what was last found right.

``scripts/VERB.yaml`` has ``files`` by name, ``secrets``, each a file with the Secret hypershift/creds of that content,
``folders`` of recorded requests, and ``calls``, where ``< FILE`` is standard input. A call is made as JSON too: the
code is the same, the answer is one document, and neither shows the marker that stands for a secret in the files.
The answers are in ``VERB.txt`` beside it.
"""

import json
import shlex
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from tests.cli.running import Result, Runner
from tests.cli.samples import MARKER
from tests.kit.cco import folder
from tests.kit.golden import Golden
from tests.kit.golden_answers import drawn, whole_file

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.yaml"))


def write_files(script: dict[str, Any]) -> None:
    """Write the files of a script into this directory: texts as they are, objects as YAML, a list as documents."""
    files: dict[str, Any] = {**script.get("files", {})}
    for name, text in script.get("secrets", {}).items():
        metadata = {"name": "creds", "namespace": "hypershift"}
        files[name] = {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "stringData": text}
    for name, recorded in script.get("folders", {}).items():
        files |= {f"{name}/{file}": content for file, content in folder(recorded)}
    for name, content in files.items():
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content)
        else:
            documents = cast("list[object]", content if isinstance(content, list) else [content])
            path.write_text(yaml.safe_dump_all(documents))


def run(verbs: Runner, line: str, *more: str) -> Result:
    command, _, given = line.partition(" < ")
    return verbs.run(*shlex.split(command), *more, stdin=Path(given).read_bytes() if given else b"")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_answers_of_a_verb_are_the_golden_ones(
    script: Path, verbs: Runner, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = yaml.safe_load(script.read_text())
    monkeypatch.chdir(tmp_path)
    write_files(read)
    answers: list[str] = []
    for line in read["calls"]:
        told = run(verbs, line)
        answers.append(drawn(f"{told.code} {line}", told.out.rstrip("\n"), told.err.rstrip("\n"), longest=100_000))
        if " -o " not in line:
            as_json = run(verbs, line, "-o", "json")
            assert as_json.code == told.code, line
            json.loads(as_json.out)
            assert MARKER not in as_json.out + as_json.err, line
        assert MARKER not in told.out + told.err, line
    golden(script.with_suffix(".txt"), whole_file(answers))
