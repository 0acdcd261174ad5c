"""Reads the credential files that the settings name, before the settings are validated."""

from dataclasses import replace
from pathlib import Path

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.parts import Expanded
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import as_group

_LIMIT = 1024 * 1024


def expand(branch: object, directory: Path) -> Expanded:
    """The branch, with the content of each ``documentFile`` set as ``document``."""
    identities = as_group(as_group(branch).get("identities"))
    problems: list[Notice] = []
    read: dict[str, object] = {}
    for name, value in identities.items():
        identity = as_group(value)
        file = identity.get("documentFile")
        if not isinstance(file, str):
            read[name] = value
            continue
        path = f"controlPlaneIdentities.identities.{name}.documentFile"
        if "document" in identity:
            problems.append(invalid(path, "cannot be combined with document", "remove one of them"))
        content = _content(directory / file)
        if isinstance(content, Notice):
            problems.append(replace(content, setting=path))
            content = None
        read[name] = {**identity, **({"document": content} if content is not None else {})}
    if not read:
        return Expanded(branch)
    return Expanded({**as_group(branch), "identities": read}, tuple(problems))


def _content(path: Path) -> str | Notice:
    """The content of the file, or the problem with the file, which never quotes the content."""
    try:
        if not path.is_file():
            return invalid("", "does not name a regular file", "set the path of a file")
        if path.stat().st_size > _LIMIT:
            return invalid(
                "",
                "names a file that is larger than 1 MiB",
                "set the path of a credential document",
            )
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return invalid("", "names a file that cannot be read as UTF-8", "make it readable")
