"""Reads the credential files that the settings name, before the settings are validated."""

from dataclasses import replace
from pathlib import Path

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.stack.parts import Expanded
from openshift_credentials.stack.problems import invalid

_LIMIT = 1024 * 1024


def expand(branch: object, directory: Path) -> Expanded:
    """The branch, with the content of each ``documentFile`` set as ``document``."""
    identities = as_object(as_object(branch).get("identities"))
    problems: list[Notice] = []
    read: dict[str, object] = {}
    for name, value in identities.items():
        identity = as_object(value)
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
    return Expanded({**as_object(branch), "identities": read}, tuple(problems))


def _content(path: Path) -> str | Notice:
    """The content of the file, or the problem with the file, which never quotes the content."""
    way_out = "set the path of a credential document"
    try:
        return read_text_file(path, _LIMIT)
    except FileNotFoundError:
        return invalid("", "names a file that does not exist", way_out)
    except UnusableInputError as error:
        return invalid("", f"names a file that {error.problems[0].why}", way_out)
