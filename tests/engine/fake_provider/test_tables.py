"""The tables of the clouds: whole, each row with its source, each rule in use."""

from pathlib import Path
from typing import Final

import pytest

from tests.engine.examples import OF_THE_REPOSITORY, read_example
from tests.engine.fake_provider.checks import failures, unknown_inputs
from tests.engine.fake_provider.platforms import assert_writes_follow_each_other
from tests.kit.cloud_rows import ROWS, RULES, Known, OnDelete
from tests.kit.google_cloud import IS_INSTALLED
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY

HERE: Final = Path(__file__).parent
EXAMPLES: Final = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
STACKS: Final = (*OF_THE_REPOSITORY, *EXAMPLES)


@pytest.mark.parametrize("type_", ROWS)
def test_a_row_says_where_it_is_from_and_fits_the_schema(type_: str) -> None:
    row = ROWS[type_]
    assert row.source
    assert row.known in set(Known)
    assert row.on_delete in set(OnDelete)
    assert (row.on_delete == OnDelete.SOFT) == (row.reserved is not None)
    for least, most in (*row.length.values(), *row.range.values()):
        assert least <= most


def test_every_input_of_the_tables_is_one_of_the_schema() -> None:
    there = [type_ for type_ in ROWS if IS_INSTALLED or not type_.startswith("gcp:")]
    for type_ in there:
        row = ROWS[type_]
        named = {
            *row.required, *row.replacing, *row.fixed, *row.kept, *row.unread, *row.is_part_of,
            *row.length, *row.range, *row.values, *row.needs, *row.needs.values(),
            *(key for group in (*row.one_of, *row.at_most_one_of) for key in group),
            *(key for key in (row.named, row.in_policy) if key),
        }  # fmt: skip
        assert list(unknown_inputs(type_, dict.fromkeys(named))) == [], type_


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_says_where_it_is_from_and_refuses(rule: str) -> None:
    found = RULES[rule]
    assert found.source
    assert found.known in set(Known)
    code = "".join(path.read_text() for path in HERE.glob("*.py") if "test_" not in path.name)
    assert f'"{rule}"' in code, "nothing refuses by it"


@pytest.mark.parametrize("stack", STACKS)
def test_the_providers_take_every_resource_of_the_examples(stack: str) -> None:
    recorded = record_stack(read_example(stack), preview=True)
    for each in recorded.resources:
        of_a_cloud = each.type.startswith(("aws:", "azure-native:", "gcp:")) and each.request.custom
        if of_a_cloud and each.urn not in recorded.reads:
            assert each.type in ROWS, "look up what its provider does, and add a row"
            assert list(failures(each.type, each.inputs)) == [], each.urn


ON_THE_ENGINE_ALONE: Final = frozenset({"aws-adopt-existing", "aws-existing-role"})
"""Examples with an account, partition or bucket that the recording harness does not play."""


@pytest.mark.parametrize("stack", [stack for stack in STACKS if stack not in ON_THE_ENGINE_ALONE])
def test_what_takes_one_write_at_a_time_gets_one_after_the_other(stack: str) -> None:
    assert_writes_follow_each_other(record_stack(read_example(stack), preview=False).resources)
