"""Action ``fleet render``: the objects of every cluster, written below a directory."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import ExitCode, ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.regular_file import read_regular_file, read_text_file
from openshift_credentials.base.wording import quantity
from openshift_credentials.fleet.check import Findings
from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rendering import files_of

from ...output import print_answer

_EPILOG = """\
Nothing is written unless every check of 'fleet check' passes. A file of an earlier
rendering that is no longer needed is removed; other files in DIR are not changed.
Exit codes: 0 written, 2 the inventory or the directory is unusable.
"""

_SIZE_LIMIT: Final = 16 * 1024**2
"""Largest rendered file in bytes."""

LISTING: Final = ".rendered"
"""Lists the files of a rendering, so that the next one can remove obsolete files."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("--inventory", required=True, metavar="FILE", help="of the fleet, in YAML")
    parser.add_argument("--out", required=True, metavar="DIR", help="output directory")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check the inventory, then write what follows from it."""
    loaded = load_inventory(Path(arguments.inventory))
    findings = Findings()
    findings.add_inventory(loaded)
    if findings.problems:
        raise UnusableInputError(findings.problems)
    for warning in findings.warnings:
        sys.stderr.write(f"{warning.severity}: {warning}\n")
    files = files_of(loaded.fleet)
    changed, removed = write_files(Path(arguments.out), files)
    count = f"{quantity(len(files), 'file')} for {quantity(len(loaded.fleet.members), 'cluster')}"
    print_answer(
        arguments.output,
        {"files": list(files), "changed": changed, "removed": removed},
        [f"{count}: {len(changed)} changed, {len(removed)} removed"],
    )
    return ExitCode.OK


def write_files(out: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Write changed files and remove obsolete ones; return the paths of both."""
    listing = out / LISTING
    if out.exists() and not out.is_dir():
        raise _unusable(out, "is a file; use a directory")
    earlier: set[str] = set()
    if listing.is_file():
        lines = read_text_file(listing, _SIZE_LIMIT).splitlines()
        earlier = {line for line in lines if _is_within(line)}
    changed = [path for path, text in files.items() if not _has(out / path, text)]
    for path in changed:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(files[path], encoding="utf-8", newline="\n")
    removed = sorted(path for path in earlier - files.keys() if (out / path).is_file())
    for path in removed:
        (out / path).unlink()
    out.mkdir(parents=True, exist_ok=True)
    (out / LISTING).write_text("".join(f"{path}\n" for path in files), encoding="utf-8")
    return changed, removed


def _has(path: Path, text: str) -> bool:
    return path.is_file() and read_regular_file(path, _SIZE_LIMIT) == text.encode()


def _is_within(line: str) -> bool:
    """Whether a path of a listing is below its directory, even in a manipulated listing."""
    return bool(line) and not line.startswith("/") and ".." not in Path(line).parts


def _unusable(path: Path, text: str) -> UnusableInputError:
    return UnusableInputError([input_problem(f"{path}: {text}", code=ProblemCode.FILE, file=str(path))])
