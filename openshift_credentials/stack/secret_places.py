"""Which settings of a stack are encrypted, as precisely as the program can know it.

The engine passes only the top-level keys that contain encrypted values. The stack file has the
exact settings; if it is not available, or is not the file that the engine read, a whole branch
counts as secret.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.base.notices import Notice

from .secret_texts import MASK, SEALED
from .tree import Tree, is_within


@dataclass(frozen=True, slots=True)
class SecretPlaces:
    """Paths of encrypted settings, such as ``kubernetes.kubeconfig`` or ``etcdBackup``.

    A path covers everything below it.
    """

    paths: frozenset[str]

    @classmethod
    def of(cls, keys: Collection[str]) -> "SecretPlaces":
        """From paths and top-level keys; a key is ignored if paths below it are known."""
        exact = {key for key in keys if "." in key or "[" in key}
        known = {top_level_key(key) for key in exact}
        return cls(frozenset(exact | {key for key in keys if key not in known}))

    def cover(self, path: str) -> bool:
        """Whether the setting at a path, or a group that contains it, is encrypted."""
        return any(is_within(path, place) for place in self.paths)

    def touch(self, path: str) -> bool:
        """Whether any value at, above or below the path is encrypted."""
        return self.cover(path) or any(is_within(place, path) for place in self.paths)

    def whole_branch(self, path: str) -> bool:
        """Whether it is known only that some value in the path's branch is encrypted."""
        return top_level_key(path) in self.paths

    def texts(self, root: Mapping[str, object]) -> frozenset[str]:
        """The encrypted strings, if they are known exactly."""
        exact = (path for path in self.paths if path != top_level_key(path))
        found = (text for path in exact for text in _texts(Tree(root).value(path)))
        return frozenset(text for text in found if text != SEALED)


def top_level_key(path: str) -> str:
    """The first part of a path: a system or a shared group."""
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif is_object(value):
        for item in value.values():
            yield from _texts(item)
    elif is_array(value):
        for item in value:
            yield from _texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def sealed_paths(value: object, path: str) -> Iterator[str]:
    """Paths of all encrypted values at and below ``path``, which has ``value``."""
    if value == SEALED:
        yield path
    elif is_object(value):
        for key, item in value.items():
            yield from sealed_paths(item, f"{path}.{key}")
    elif is_array(value):
        for index, item in enumerate(value):
            yield from sealed_paths(item, f"{path}[{index}]")


def same_but_sealed(sealed: object, opened: object) -> bool:
    """Whether ``opened`` equals ``sealed`` except for decrypted values."""
    if sealed == SEALED:
        return True
    if is_object(sealed) and is_object(opened):
        return sealed.keys() == opened.keys() and all(
            same_but_sealed(item, opened[key]) for key, item in sealed.items()
        )
    if is_array(sealed) and is_array(opened):
        return len(sealed) == len(opened) and all(map(same_but_sealed, sealed, opened))
    return sealed == opened


def without_secrets(
    problems: Iterable[Notice], root: Mapping[str, object], secret: SecretPlaces
) -> list[Notice]:
    """Problems without secrets: a rule between settings can quote other settings."""
    texts = secret.texts(root)
    return [
        replace(
            problem,
            why="conflicts with other settings",
            way_out="see its rules in docs/settings.md; details would reveal secrets",
            value=MASK,
        )
        if _shows_secret(problem, secret, texts)
        else problem
        for problem in problems
    ]


def _shows_secret(problem: Notice, secret: SecretPlaces, texts: Collection[str]) -> bool:
    if problem.value in ("", MASK):
        shown = f"{problem.why} {problem.way_out}"
    elif secret.whole_branch(problem.setting) or secret.touch(problem.setting):
        return True
    else:
        shown = f"{problem.value} {problem.why} {problem.way_out}"
    return any(text in shown for text in texts)
