"""The stack that breaks no rule, with one thing changed or taken away."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from policies.resources import StackResource
from tests.policies.compliant_stack import HTTPS, TRUST, good


def changed(name: str, *path: str | int, to: object) -> list[StackResource]:
    """The good stack with one value of one resource changed, or taken away by ``None``."""
    return list(_changed(name, path, to))


def _changed(name: str, path: Sequence[str | int], to: object) -> Iterator[StackResource]:
    for each in good():
        if each.name != name:
            yield each
            continue
        props: Any = copy.deepcopy(dict(each.props))
        at = props
        for part in path[:-1]:
            at = at[part]
        if to is None:
            at.pop(path[-1])
        else:
            at[path[-1]] = to
        yield replace(each, props=props)


def without(name: str) -> list[StackResource]:
    return [each for each in good() if each.name != name]


def trust(condition: Mapping[str, object]) -> str:
    statement = json.loads(TRUST)["Statement"][0]
    return json.dumps({"Statement": {**statement, "Condition": condition}})


def permissions(action: object) -> str:
    return json.dumps({"Statement": [{"Effect": "Allow", "Action": action, "Resource": "*"}]})


AUD = "oidc.example.com/mc:aud"
SUB = "oidc.example.com/mc:sub"
STS = "sts.amazonaws.com"
PUBLIC = json.dumps(
    {
        "Statement": [
            *json.loads(HTTPS)["Statement"],
            {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "s3:GetObject"},
        ]
    }
)
