"""Running verbs in this process, and files for them."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.cli.program import main
from tests.kit.golden_answers import note


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.out)


class Runner:
    """``run`` gives the exit code and what was written; an exception fails the test."""

    def __init__(self, directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._directory = directory
        self._capsys = capsys

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        self._capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            try:
                code = main(arguments)
            except SystemExit as exit_:
                code = exit_.code if isinstance(exit_.code, int) else 1
        captured = self._capsys.readouterr()
        note(arguments, code, captured.out, captured.err)
        return Result(code, captured.out, captured.err)

    def in_both_forms(self, *arguments: str, stdin: bytes = b"") -> Result:
        """The answer as JSON; that for people is compared with the golden one."""
        self.run(*arguments, stdin=stdin)
        return self.run(*arguments, "-o", "json", stdin=stdin)

    def file(self, name: str, content: bytes | str | Mapping[str, object]) -> str:
        path = self._directory / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content)
        else:
            path.write_text(yaml.safe_dump(dict(content)))
        return str(path)
