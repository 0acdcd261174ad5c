"""Reads the credential files that the settings name, before the settings are validated."""

from dataclasses import replace
from pathlib import Path

from openshift_credentials.control_plane_identities.document_checks import KEY
from openshift_credentials.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.system import Expanded
from openshift_credentials.stack.tree import as_group

_LIMIT = 1024 * 1024


def with_documents(branch: object, directory: Path) -> Expanded:
    """The branch, with the content of each ``documentFile`` as its ``document``."""
    identities = as_group(as_group(branch).get("identities"))
    problems: list[Notice] = []
    read: dict[str, object] = {}
    for name, value in identities.items():
        identity = as_group(value)
        file = identity.get("documentFile")
        if not isinstance(file, str):
            read[name] = value
            continue
        path = f"{KEY}.identities.{name}.documentFile"
        if "document" in identity:
            problems.append(invalid(path, "cannot go with document", "remove one of them"))
        content = _content(directory / file)
        if isinstance(content, Notice):
            problems.append(replace(content, setting=path))
            content = None
        read[name] = {**identity, **({"document": content} if content is not None else {})}
    if not read:
        return Expanded(branch)
    return Expanded({**as_group(branch), "identities": read}, tuple(problems))


def _content(path: Path) -> str | Notice:
    """The file, or what is wrong with it: never anything from its content."""
    try:
        if not path.is_file():
            return invalid("", "names no regular file", "give the path of one")
        if path.stat().st_size > _LIMIT:
            return invalid("", "names a file of more than 1 MiB", "give a credential document")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return invalid("", "names a file that cannot be read as UTF-8", "make it readable")
