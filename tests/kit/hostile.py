"""Values of every kind, and every place of a stack where one can stand."""

import copy
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Union, cast, get_args, get_origin

from pydantic import BaseModel

from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import value_of
from openshift_credentials.stack.system import SHARED, SYSTEMS
from tests.kit.google_cloud import IS_INSTALLED
from tests.kit.places import REPOSITORY

PREFIX: Final = "openshift-credentials:"

Place = tuple[int | str, ...]

_SHARED_PLACES: Final = [(key,) for key in SHARED]

KINDS: Final[Mapping[str, object]] = {
    "null": None,
    "an empty list": [],
    "an empty map": {},
    "a list of null": [None],
    "a list of maps": [{"x": 1}, {}],
    "a list of lists": [[["x"]], []],
    "a list of texts": ["x", "x"],
    "a map": {"x": "y"},
    "a map of maps": {"x": {"y": None}, "": []},
    "a number": 5,
    "a negative number": -1,
    "a huge number": 10**400,
    "a fraction": 0.5,
    "infinity": float("inf"),
    "true": True,
    "an empty text": "",
    "a text": "x",
    "blanks": " \n",
    "an arn": "arn:aws:iam::123456789012:role/a/b",
    "a long text": "a" * 5000,
    "unseen text": "\u202e\x1b[2J\x00",
    "a lone surrogate": "\ud800",
}

DEEPEST: Final = 7
"""Levels of models within models; none has more."""


def examples() -> dict[str, dict[str, Any]]:
    """The trees of all examples by name, sealed values included, without provider settings."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted((REPOSITORY / "examples").glob("*/Pulumi.*.yaml")):
        stack = read_stack(REPOSITORY, file.parent.name, file, [])
        found[file.parent.name] = {
            key.removeprefix(PREFIX): value_of(text) for key, text in stack.config.items() if key.startswith(PREFIX)
        }
    return found


def places_of(tree: Mapping[str, Any]) -> list[Place]:
    """Every path of the tree, and every path of the models of its branches."""
    found = dict.fromkeys(_present(tree, ()))
    for key, model in SHARED.items():
        found |= dict.fromkeys(_declared(model, (key,)))
    for key in (key for key in SYSTEMS if key in tree):
        declared = _declared(SYSTEMS[key].settings.MODEL, (key,))
        found |= dict.fromkeys(place for place in declared if place[1:2] not in _SHARED_PLACES)
    return list(found)


def _present(value: object, path: Place) -> Iterator[Place]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            yield from _present(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield from _present(item, (*path, index))


def _declared(annotation: object, place: Place) -> Iterator[Place]:
    yield place
    if len(place) > DEEPEST:
        return
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            yield from _declared(field.annotation, (*place, field.alias or name))
        return
    kind: Any = get_origin(annotation)
    arguments = get_args(annotation)
    if kind in (list, tuple):
        yield from _declared(arguments[0], (*place, 0))
    elif kind in (dict, Mapping):
        yield from _declared(arguments[1], (*place, "x"))
    elif kind in (Annotated, Union, UnionType):
        for argument in arguments:
            yield from _declared(argument, place)


def with_value(tree: Mapping[str, Any], place: Place, value: object) -> dict[str, Any]:
    """The tree with the value at a place; groups and lists on the way are made."""
    result: dict[str, Any] = copy.deepcopy(dict(tree))
    _put(result, place, value)
    return result


def _put(holder: Any, place: Place, value: object) -> None:  # noqa: ANN401 - any JSON
    part, below = place[0], place[1:]
    if isinstance(part, int):
        holder += [{} for _ in range(part + 1 - len(holder))]
    if not below:
        holder[part] = value
        return
    fitting = list if isinstance(below[0], int) else dict
    given = holder[part] if isinstance(part, int) else holder.get(part)
    if not isinstance(given, fitting):
        holder[part] = fitting()
    _put(holder[part], below, value)


# The environment of somebody who has set every variable that the SDKs of the clouds read.
#
# The SDKs take inputs of providers from variables, such as the path in ``$KUBECONFIG``. An input that
# a program registers stands in the state: it would decide which cluster ``refresh`` and ``destroy``
# use, and it would differ for two people.

SDKS: Final = (
    *("pulumi_aws", "pulumi_azure_native", "pulumi_kubernetes", "pulumi_tls"),
    *(["pulumi_gcp"] if IS_INSTALLED else []),
)
OF_THE_CLOUDS: Final = (
    "AWS_PROFILE",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "ARM_CLIENT_ID",
    "ARM_CLIENT_SECRET",
    "ARM_ENVIRONMENT",
    "ARM_LOCATION",
    "ARM_SUBSCRIPTION_ID",
    "ARM_TENANT_ID",
)
MARKER: Final = "of-whoever-runs-it"
"""The value of every variable that is a text."""

_READ: Final = re.compile(r"get_env(_bool|_int|_float)?\(([^)]*)\)")


@cache
def variables() -> Mapping[str, str]:
    """Variables that the SDKs read for their providers, and those of the clouds, with values."""
    found: dict[str, str] = dict.fromkeys(OF_THE_CLOUDS, MARKER)
    for sdk in SDKS:
        spec = find_spec(sdk)
        assert spec
        assert spec.origin
        text = (Path(spec.origin).parent / "provider.py").read_text(encoding="utf-8")
        for kind, names in _READ.findall(text):
            for name in re.findall(r"[A-Z][A-Z0-9_]+", names):
                found[name] = {"": MARKER, "_bool": "true"}.get(kind, "7")
    return found
