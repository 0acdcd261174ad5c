"""What a slow program has said of files, kept until one of them changes.

The answers are in pytest's cache, which ``make clean`` removes; a fresh clone asks every program.
Only a program that reads nothing but those files and what the requirements lock may be kept.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

ANSWERS: Final = REPOSITORY / ".pytest_cache" / "answers"
LOCK: Final = REPOSITORY / "requirements-dev.txt"


def digest_of(files: Iterable[Path], below: Path) -> str:
    """A digest of names below a folder and contents, of Python and of what the lock installs."""
    digest = hashlib.sha256(sys.version.encode())
    for file in (*sorted(files), LOCK):
        name = file.relative_to(below) if file.is_relative_to(below) else file.name
        content = file.read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def answer_to(name: str, files: Iterable[Path], below: Path, ask: Callable[[], str]) -> str:
    """What ``ask`` says of the files, or has said of the same before."""
    digest, place = digest_of(files, below), ANSWERS / name
    if place.exists():
        known, _, answer = place.read_text(encoding="utf-8").partition("\n")
        if known == digest:
            return answer
    answer = ask()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{digest}\n{answer}", encoding="utf-8")
    return answer
