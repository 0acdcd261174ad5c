"""Writes generated files: ``python -m plugin.reference`` in the repository."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from plugin.readme import render_readme
from plugin.schema import package_schema

FOLDER: Final = Path(__file__).parent


def _schema() -> str:
    return json.dumps(package_schema(), indent=2, ensure_ascii=False) + "\n"


def _readme() -> str:
    return render_readme(package_schema())


FILES: Final[dict[str, Callable[[], str]]] = {"schema.json": _schema, "README.md": _readme}
"""Generated files of this folder."""

if __name__ == "__main__":
    for name, render in FILES.items():
        (FOLDER / name).write_text(render(), encoding="utf-8")
