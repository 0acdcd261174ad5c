"""What a change does: the preview of a stack beside an earlier one, as JSON documents.

The earlier one is a file with the output of ``preview -o json``, or the same stack at a revision of
git, previewed by the program of that revision in a process of its own. An encrypted setting is compared by
the digest of its ciphertext. No state is read: a resource counts as replaced if an input
changes that is its name or place, which no cloud changes.
"""

import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

from openshift_credentials.base.errors import UnusableInputError, unusable_argument, unusable_input
from openshift_credentials.base.json_values import as_object, is_array, is_object, json_in, object_items, text_member
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.base.wording import quantity
from openshift_credentials.platforms.go.yaml import YamlError

from .engine_yaml import read_yaml
from .stack_files import SIZE_LIMIT

_DOCUMENT_LIMIT: Final = 64 * 1024**2
_VALUE_LIMIT: Final = 120
_NAMES: Final = frozenset(
    [
        *("accountName", "bucket", "containerName", "location", "name", "namespace", "principalId", "region"),
        *("resourceGroupName", "resourceName", "role", "roleDefinitionId", "scope", "url", "vaultName"),
        *("metadata.name", "metadata.namespace"),
    ]
)
"""Inputs that no cloud changes in place; ``spec`` of a backup is beside them."""

Object = Mapping[str, object]


@dataclass(frozen=True)
class Earlier:
    """The earlier preview, and the digests of its encrypted settings if its stack file is known."""

    name: str
    document: Object
    sealed: Mapping[str, str] | None = None


class Change(TypedDict):
    before: object
    after: object


class Named(TypedDict):
    type: str
    name: str


class Changed(Named):
    """A resource of both previews whose inputs differ: values before and after, by path."""

    replaced: bool
    inputs: Mapping[str, Change]


class ChangedVerdict(Change):
    subject: str


class Difference(TypedDict):
    """Everything that differs; ``encrypted`` are encrypted settings with another ciphertext."""

    against: str
    added: Sequence[Named]
    removed: Sequence[Named]
    changed: Sequence[Changed]
    verdicts: Sequence[ChangedVerdict]
    encrypted: Mapping[str, Change]


_REFUSED: Final = "cannot be deployed"
"""The verdict on a stack with errors."""


def summary_of(difference: Difference) -> str:
    """The numbers in one line."""
    for verdict in difference["verdicts"]:
        if _REFUSED in (verdict["before"], verdict["after"]):
            return "cannot be deployed, so no resource was compared" if verdict["after"] else "can be deployed again"
    replaced = sum(item["replaced"] for item in difference["changed"])
    numbers = {
        "added": len(difference["added"]),
        "changed": len(difference["changed"]) - replaced,
        "replaced": replaced,
        "removed": len(difference["removed"]),
    }
    told = [f"{number} {what}" for what, number in numbers.items() if number]
    if difference["encrypted"]:
        told.append(quantity(len(difference["encrypted"]), "encrypted setting") + " changed")
    return ", ".join(told) or "no resource changes"


def lines_of(difference: Difference) -> Iterator[str]:
    """One line for each verdict, resource, input and encrypted setting, as a list in Markdown."""
    for verdict in difference["verdicts"]:
        old, new = verdict["before"] or "none", verdict["after"] or "none"
        yield f"- **verdict** of {verdict['subject']}: `{old}` -> `{new}`"
    for item in sorted(difference["changed"], key=lambda each: not each["replaced"]):
        yield f"- {'**replaced**' if item['replaced'] else 'changed'} `{item['type']}` `{item['name']}`"
        for path, change in item["inputs"].items():
            yield f"  - `{path}`: {_shown(change['before'])} -> {_shown(change['after'])}"
    yield from (f"- **removed** `{item['type']}` `{item['name']}`" for item in difference["removed"])
    yield from (f"- added `{item['type']}` `{item['name']}`" for item in difference["added"])
    for path, change in difference["encrypted"].items():
        yield f"- encrypted `{path}`: {change['before'] or 'not set'} -> {change['after'] or 'not set'}"


def read_earlier(asked: str, stack_file: Path, command: Sequence[str]) -> Earlier:
    """The preview in a file, or of the revision ``asked``; ``command`` are the arguments of the verb.

    Raises :class:`UnusableInputError`.
    """
    if Path(asked).is_file():
        text = read_text_file(Path(asked), _DOCUMENT_LIMIT)
        return Earlier(asked, _document(asked, text))
    with tempfile.TemporaryDirectory() as place:
        here = _extract(asked, Path(place))
        file = here / stack_file
        if not file.is_file():
            return Earlier(f"{asked}, which does not have the stack", {}, {})
        shown = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "openshift_credentials", *command, "-o", "json"],
            cwd=here,
            capture_output=True,
            text=True,
            check=False,
        )
        return Earlier(asked, _document(asked, shown.stdout), sealed_digests(file))


def _extract(revision: str, place: Path) -> Path:
    """Write the tree of a revision, and return its directory that corresponds to the current one."""
    try:
        prefix = _git("rev-parse", "--show-prefix").decode().strip()
        commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
        root = _git("rev-parse", "--show-toplevel").decode().strip()
        with tarfile.open(fileobj=io.BytesIO(_git("-C", root, "archive", commit))) as tree:
            tree.extractall(place, filter="data")
    except (OSError, subprocess.CalledProcessError, tarfile.TarError):
        raise unusable_argument(
            f"--against {revision}: is neither a file with the output of 'preview -o json' nor a revision of git; "
            "fetch the revision, or name another one"
        ) from None
    return place / prefix


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], capture_output=True, check=True).stdout  # noqa: S603, S607


def _document(name: str, text: str) -> Object:
    document = as_object(json_in(text))
    if not is_array(document.get("steps")):
        raise unusable_input(f"--against {name}: has no preview", "pass the output of 'preview -o json', or a revision")
    return document


def sealed_digests(file: Path) -> dict[str, str]:
    """The encrypted settings of a stack file by path, each as the digest of its ciphertext."""
    try:
        root = as_object(read_yaml(read_text_file(file, SIZE_LIMIT).encode()))
    except (UnusableInputError, OSError, YamlError):
        return {}
    return dict(_sealed(root.get("config"), ""))


def _sealed(value: object, path: str) -> Iterator[tuple[str, str]]:
    if is_object(value):
        if isinstance(text := value.get("secure"), str) and len(value) == 1:
            yield path, hashlib.sha256(text.encode()).hexdigest()[:12]
            return
        for key, item in value.items():
            yield from _sealed(item, f"{path}.{key}".lstrip("."))
    elif is_array(value):
        for index, item in enumerate(value):
            yield from _sealed(item, f"{path}[{index}]")


def compare(earlier: Earlier, document: Object, sealed: Mapping[str, str]) -> Difference:
    """What differs between the earlier preview and this one."""
    before, after = (_steps(each) for each in (earlier.document, document))
    verdicts = [_verdicts(each) for each in (earlier.document, document)]
    if "the stack" in verdicts[1]:  # nothing is known of its resources
        before = after = {}
    changed: list[Changed] = []
    for urn, (named, new) in after.items():
        if urn in before and (inputs := dict(_differences(before[urn][1], new, ""))):
            is_backup = named["type"].endswith(":HCPEtcdBackup")
            replaced = any(path.startswith("spec") if is_backup else path in _NAMES for path in inputs)
            changed.append({**named, "replaced": replaced, "inputs": inputs})
    return {
        "against": earlier.name,
        "added": [after[urn][0] for urn in after if urn not in before],
        "removed": [before[urn][0] for urn in before if urn not in after],
        "changed": changed,
        "verdicts": [{"subject": name, **change} for name, change in _changes(*verdicts).items()],
        "encrypted": _changes(sealed if earlier.sealed is None else earlier.sealed, sealed),
    }


def _changes(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, Change]:
    changes: dict[str, Change] = {key: {"before": old.get(key), "after": new.get(key)} for key in {**old, **new}}
    return {key: change for key, change in changes.items() if change["before"] != change["after"]}


def _steps(document: Object) -> dict[str, tuple[Named, Object]]:
    """Type, name and inputs of each resource by URN, components and the stack left out."""
    found: dict[str, tuple[Named, Object]] = {}
    for step in object_items(document, "steps"):
        state = as_object(step.get("newState"))
        urn = text_member(step, "urn")
        if state.get("custom"):
            named: Named = {"type": text_member(state, "type"), "name": urn.rpartition("::")[2]}
            found[urn] = named, as_object(state.get("inputs"))
    return found


def _verdicts(document: Object) -> dict[str, str]:
    found = {
        f"{text_member(item, 'namespace')}/{text_member(item, 'secret')}": text_member(item, "detectedMode")
        for item in object_items(document, "credentials")
    }
    errors = [item for item in object_items(document, "diagnostics") if item.get("severity") == "error"]
    return {**found, "the stack": _REFUSED} if errors else found


def _differences(before: object, after: object, path: str) -> Iterator[tuple[str, Change]]:
    if is_object(before) and is_object(after):
        for key in sorted({*before, *after}):
            yield from _differences(before.get(key), after.get(key), f"{path}.{key}".lstrip("."))
    elif before != after:
        yield path, {"before": before, "after": after}


def _shown(value: object) -> str:
    if value is None:
        return "not set"
    text = json.dumps(value, ensure_ascii=False).replace("`", "'")
    return f"`{text if len(text) <= _VALUE_LIMIT else text[: _VALUE_LIMIT - 3] + '...'}`"
