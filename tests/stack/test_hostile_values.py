"""Every kind of value at every path of every model of every example has an answer.

``EXAMPLES`` is the number of values for each example; the seed is the example's name.
"""

import contextlib
import json
import random
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.fleet.check import problems_of
from openshift_credentials.stack.load import load_settings, value_of
from tests.kit.depth import EXAMPLES, SEED
from tests.kit.hostile import KINDS, PREFIX, Place, examples, places_of, with_value
from tests.kit.places import REPOSITORY

pytestmark = pytest.mark.without_golden

COUNT: Final = EXAMPLES
STACKS: Final = examples()


def text_of(value: object) -> str:
    """A value as the engine passes it."""
    return value if isinstance(value, str) else json.dumps(value)


def load(tree: dict[str, Any]) -> None:
    """What ``preview`` and ``explain`` do before anything is registered."""
    config = {f"{PREFIX}{key}": text_of(value) for key, value in tree.items()}
    for deployment in load_settings(config, (), REPOSITORY):
        deployment.assert_promises()
        deployment.remarks()
        deployment.explain()
        deployment.picture()


def answer(tree: dict[str, Any]) -> None:
    """Load a tree and check it as one of a fleet; fails with any other than the two answers."""
    with contextlib.suppress(ContractError, UnusableInputError):
        load(tree)
    problems_of(tree)


@pytest.mark.parametrize("name", STACKS)
def test_every_kind_of_value_has_an_answer_everywhere(name: str) -> None:
    tree = STACKS[name]
    chosen = random.Random(SEED + name)  # noqa: S311 - repeatable
    pairs = [(place, kind) for place in places_of(tree) for kind in KINDS]
    for place, kind in chosen.sample(pairs, min(COUNT, len(pairs))):
        try:
            answer(with_value(tree, place, KINDS[kind]))
        except Exception as error:
            error.add_note(f"{kind} at {place}")
            raise


FALLEN: Final[dict[str, tuple[str, Place, str]]] = {
    "half of a surrogate pair in a key": (
        "sts-aws-private",
        ("tokenIssuer", "keys", 0, "privateKey"),
        "a lone surrogate",
    ),
    "root secret of nothing": ("mint-aws", ("cloudCredentials", "rootSecret", "aws"), "null"),
}


@pytest.mark.parametrize("case", FALLEN)
def test_values_that_once_fell_through_have_an_answer(case: str) -> None:
    name, place, kind = FALLEN[case]

    answer(with_value(STACKS[name], place, KINDS[kind]))


def test_one_wrong_value_is_told_alone() -> None:
    wrong: list[tuple[str, Place, object]] = [
        ("sts-aws-public", ("tokenIssuer", "settleSeconds"), "abc"),
        ("sts-aws-public", ("tokenIssuer", "aws", "region"), []),
        ("rosa-sts", ("etcdBackup", "credentials", "roleName"), []),
        ("rosa-sts", ("cluster", "oidcIssuer"), 5),
        ("mint-aws", ("cloudCredentials", "mode"), "Mints"),
    ]
    for name, place, value in wrong:
        with pytest.raises(UnusableInputError) as refused:
            load(with_value(STACKS[name], place, value))

        assert [problem.setting for problem in refused.value.problems] == [".".join(map(str, place))]


def test_half_of_a_surrogate_pair_is_replaced_as_the_engine_does() -> None:
    assert value_of('["\\ud800", "\\ud83d\\ude00"]') == ["\ufffd", "\U0001f600"]
    assert value_of("\ud800x") == "\ufffdx"
    assert value_of('{"ä": "é"}') == {"ä": "é"}
