"""What the real ccoctl did: command cases, live states and function rows, read once."""

import gzip
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

_FOLDER = Path(__file__).parent / "data" / "cco"
REAL_REQUESTS = "CCO_REAL_REQUESTS"
"""Environment variable: a JSON file of real request folders, which are not ours to copy."""


Row = Mapping[str, Any]
"""A case, a step or a row of the samples."""


@cache
def sample(name: str) -> Any:  # noqa: ANN401 - JSON of many forms
    """A file of the samples, with every reference to a shared text replaced by the text."""
    content = (_FOLDER / name).read_bytes()
    text = gzip.decompress(content) if name.endswith(".gz") else content
    return _resolved(json.loads(text))


def rows(file: str, function: str) -> list[Row]:
    """The rows of one upstream function."""
    return [row for row in sample(f"rows-{file}.json") if row["fn"] == function]


def public_key(name: str) -> bytes:
    """A public key file."""
    content: str = sample("keys.json.gz")[name]["public"]
    return content.encode()


def request_folder(name: str) -> list[tuple[str, bytes]]:
    """Files directly in a request folder; skips the test where it is real and not at hand."""
    made = sample("inputs-made.json")
    folder: Mapping[str, str] = made[name] if name in made else _real_folder(name)
    return [(file, text.encode()) for file, text in folder.items() if "/" not in file]


def _real_folder(name: str) -> Mapping[str, str]:
    path = os.environ.get(REAL_REQUESTS)
    if not path:
        pytest.skip(f"{REAL_REQUESTS} names no file of real requests")
    folders: Mapping[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    files: Mapping[str, str] = folders[name]["files"]
    return files


@cache
def _blobs() -> Mapping[str, str]:
    blobs: Mapping[str, str] = json.loads((_FOLDER / "blobs.json").read_text(encoding="utf-8"))
    return blobs


def _resolved(value: Any) -> Any:  # noqa: ANN401 - JSON of any form
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if set(members) == {"ref"}:
            return _blobs()[members["ref"]]
        return {key: _resolved(member) for key, member in members.items()}
    return [_resolved(each) for each in cast("list[Any]", value)] if isinstance(value, list) else value
