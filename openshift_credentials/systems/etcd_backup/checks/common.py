"""Places of the settings of backups, and helpers for several checks."""

import difflib
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.problems import invalid

S3: Final = "etcdBackup.storage.s3"
BLOB: Final = "etcdBackup.storage.azureBlob"
CREDENTIALS: Final = "etcdBackup.credentials"

Told = Notice | tuple[str, str, str]
"""A problem: a notice, or setting, rule and way out, to be told with the value of the setting."""


def check_given(
    group: Settings, path: str, names: Iterable[str], rule: str, way_out: str, *, wanted: bool = False
) -> Iterator[Told]:
    """The settings of a group that are given and must not be, or with ``wanted`` the other way round."""
    for name in names:
        if (group.given(name) is None) is wanted:
            yield (f"{path}.{name}", rule, way_out)


def way_out_of_unknown(name: str, known: Collection[str], what: str, setting: str) -> str:
    """The most similar name, if one is similar, and the setting that allows a new one."""
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? For" if near else "for"
    return f"{hint} a new {what} set {setting} to true"


def tags_differ_by_more_than_case(tags: Iterable[str], path: str, service: str) -> Iterator[Notice]:
    """No two names of tags differ only in case, which the service ignores."""
    seen: dict[str, str] = {}
    for name in tags:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            why = f"differs from {first} only in case, and {service} ignores case"
            yield invalid(f"{path}.tags.{name}", why, "keep one of them")
