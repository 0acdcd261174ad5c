"""Checks the types of what has changed since they were right, and of all that imports it.

``make test`` and ``make check`` run it on every file of the program. A module counts as changed
when it comes, goes or has another content; whatever imports it, directly or not, is checked with
it. After a change of the settings, of the lock or of Python, everything is checked.
"""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

RIGHT: Final = REPOSITORY / ".venv" / "types.json"
"""Digests of the files of the last check without an error."""

SETTINGS: Final = ("pyproject.toml", "requirements-dev.txt")
OVERALL: Final = "settings"


def main(files: Iterable[str]) -> int:
    now = digests(REPOSITORY, sorted(files))
    known: dict[str, str] = json.loads(RIGHT.read_text()) if RIGHT.exists() else {}
    if now == known:
        print("skipped: nothing has changed since they were right")  # noqa: T201 - for make
        return 0
    everything = [name for name in now if name != OVERALL]
    if now[OVERALL] == known.get(OVERALL):
        changed = {name for name in now.keys() | known if now.get(name) != known.get(name)}
        chosen = sorted(affected(REPOSITORY, everything, changed))
        print(f"{len(chosen)} of {len(everything)} files, which a change can touch")  # noqa: T201
    else:
        chosen = everything
    # Without a file the checker would read its settings and check all.
    failed = (
        chosen
        and subprocess.run(
            [sys.executable, "-m", "basedpyright", "--warnings", *chosen], cwd=REPOSITORY, check=False
        ).returncode
    )
    if failed:
        return 1
    RIGHT.write_text(json.dumps(now))
    return 0


def digests(root: Path, files: Iterable[str]) -> dict[str, str]:
    """A digest of each file, and one of all settings."""
    overall = "".join([sys.version, *(_digest(root / name) for name in SETTINGS)])
    return {OVERALL: overall, **{name: _digest(root / name) for name in files}}


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def affected(root: Path, files: Iterable[str], changed: Iterable[str]) -> set[str]:
    """Those of the files that changed, or import by any way what changed."""
    files, changed = set(files), set(changed)
    importers: dict[str, set[str]] = {}
    for file in files:
        for module in imported(file, (root / file).read_text(encoding="utf-8")):
            importers.setdefault(module, set()).add(file)
    found, waiting = set[str](), list(changed)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(importers.get(module_of(file), ()))
    return found & files


def module_of(file: str) -> str:
    """``a.b`` of ``a/b.py`` and of ``a/b/__init__.py``."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(file: str, source: str) -> Iterator[str]:
    """Every module that an import can mean: ``from a import b`` means ``a``, or also ``a.b``."""
    package = module_of(file).split(".")
    if not file.endswith("/__init__.py"):
        package.pop()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield from accumulate(name.name.split("."), "{}.{}".format)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield base
                yield from (f"{base}.{name.name}" for name in names)
            case _:
                pass


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
