"""Reads the folder of CredentialsRequests of a stack."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.text_rule import DIRECTORY
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, without_capabilities
from openshift_credentials.platforms.credentials_requests.folder import read_folder

from .parts import Expanded
from .problems import invalid
from .tree import Tree

_WAY_OUT: Final = "correct it, or remove it"


@dataclass(frozen=True, slots=True)
class RequestFolder:
    """A folder, and its requests that are processed."""

    setting_type: ClassVar[str] = "path of a folder"

    path: str
    requests: tuple[CredentialsRequest, ...]


def with_requests(branch: object, directory: Path, *, path: str) -> Expanded:
    """Put the requests of the folder into the branch; a relative path starts at ``directory``.

    ``path`` is the setting that names the folder.
    """
    tree = Tree(as_object(branch))
    folder = tree.value("requests")
    if folder is None:
        return Expanded(branch)
    is_text = isinstance(folder, str)
    broken = DIRECTORY.problem(folder) if is_text else "must be the path of a folder"
    if not is_text or broken:
        way_out = 'set it, for example, to "credrequests"'
        problem = invalid(path, broken or "", way_out)
        return Expanded(branch, (problem,))
    place = str(directory / folder)
    try:
        found = read_folder(place, tech_preview=tree.value("techPreview") is True)
    except UnusableInputError as error:
        # Without the value: messages about a branch with encrypted values quote none.
        problems = tuple(invalid(path, item.why, item.way_out or _WAY_OUT) for item in error.problems)
        return Expanded(branch, problems)
    problems = tuple(invalid(path, str(item), _WAY_OUT) for item in found.errors)
    disabled = [item for item in tree.items("disabledCapabilities") if isinstance(item, str)]
    served = without_capabilities(found.requests, disabled)
    return Expanded({**as_object(branch), "requests": RequestFolder(folder, served)}, problems)
