"""Names that are nearly the same: a misspelt place, and tags that a cloud takes for one."""

import difflib
from collections.abc import Collection, Iterable, Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid


def did_you_mean(name: str, known: Collection[str]) -> str:
    """A question about the most similar name, with a space behind it; empty if none is similar."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}? " if near else ""


def tags_differ_by_more_than_case(tags: Iterable[str], path: str, service: str) -> Iterator[Notice]:
    """No two names of tags differ only in case, which the service ignores."""
    seen: dict[str, str] = {}
    for name in tags:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            yield invalid(
                f"{path}.tags.{name}",
                f"differs from {first} only in case, and {service} ignores case",
                "keep one of them",
            )
