"""Reads folders of CredentialsRequests; only this module reads the disk."""

import os
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_regular_file

from .models import Requests
from .reader import EXTENSIONS, load_requests

SIZE_LIMIT: Final = 16 * 1024**2
"""Maximum bytes of one file; a request has a few thousand."""


def read_folder(folder: str, *, tech_preview: bool = False) -> Requests:
    """The requests in the files directly in ``folder``, without subfolders.

    Raises :class:`UnusableInputError` if the folder or a file cannot be read, or all are empty.
    """
    problems: list[Notice] = []
    files = list(_files(folder, problems))
    if not problems and not any(content.strip() for _, content in files):
        way_out = "extract them: oc adm release extract --credentials-requests --cloud=... --to=DIR"
        problems.append(input_problem("contains no CredentialsRequests", way_out, place=folder))
    if problems:
        raise UnusableInputError(problems)
    return load_requests(files, tech_preview=tech_preview)


def _files(folder: str, problems: list[Notice]) -> Iterator[tuple[str, bytes]]:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        problems.append(input_problem("the folder does not exist", place=folder))
        return
    except NotADirectoryError:
        way_out = "use the folder that contains the requests"
        problems.append(input_problem("is a file", way_out, place=folder))
        return
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        why = f"cannot be read: {reason or 'not a usable name'}"
        problems.append(input_problem(why, place=folder))
        return
    for entry in entries:
        # Upstream does not treat a link to a folder as a folder; reading it fails there and here.
        if not entry.name.endswith(EXTENSIONS) or entry.is_dir(follow_symlinks=False):
            continue
        try:
            yield entry.name, read_regular_file(entry.path, SIZE_LIMIT)
        except FileNotFoundError:
            why = "is a link to a file that does not exist"
            problems.append(input_problem(why, place=entry.path))
        except UnusableInputError as error:
            problems += [problem.at(entry.path) for problem in error.problems]
