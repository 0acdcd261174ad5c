import json
import re

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.names import BACKUP_NAME_LIMIT, backup_name

LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")

clusters = st.from_regex(r"[a-z0-9]{1,20}/[a-z0-9]([-.a-z0-9]{0,60}[a-z0-9])?", fullmatch=True)
triggers = st.text(min_size=1, max_size=60)
identities = st.dictionaries(
    st.sampled_from(["namespace", "mode", "contract", "spec"]),
    st.text(max_size=8) | st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=3),
)
inputs = st.tuples(clusters, triggers, identities)


def canonical(value: tuple[str, str, dict[str, object]]) -> str:
    return json.dumps(value, sort_keys=True)


@given(inputs)
def test_a_name_is_a_short_label_and_always_the_same(value: tuple[str, str, dict[str, object]]) -> None:
    name = backup_name(*value)
    assert LABEL.fullmatch(name)
    assert len(name) <= BACKUP_NAME_LIMIT == 45
    assert name == backup_name(value[0], value[1], dict(reversed(value[2].items())))


@given(st.lists(inputs, min_size=2, max_size=30, unique_by=canonical))
def test_different_input_never_has_the_same_name(values: list[tuple[str, str, dict[str, object]]]) -> None:
    assert len({backup_name(*value) for value in values}) == len(values)


@given(st.text(max_size=10), st.text(max_size=10), st.text(max_size=10), st.text(max_size=10))
def test_a_text_does_not_pass_for_that_of_a_neighbour(a: str, b: str, c: str, d: str) -> None:
    first = backup_name("ns/x", a, {"namespace": b})
    second = backup_name("ns/x", c, {"namespace": d})
    assert (first == second) == ((a, b) == (c, d))


def test_twenty_thousand_backups_of_one_namespace_have_as_many_names() -> None:
    assert len({backup_name("ns/x", f"t{number}", {})[-13:] for number in range(20_000)}) == (20_000)


def test_the_front_is_the_cluster_and_the_trigger_where_both_fit() -> None:
    assert backup_name("clusters/my.cluster", "2026-11-21", {}).startswith("my-cluster-2026-11-21-")
    long_trigger = backup_name("clusters/my-cluster", "x" * 40, {})
    assert re.fullmatch(r"my-cluster-[a-z2-7]{13}", long_trigger)
    long_cluster = backup_name(f"clusters/{'a' * 30}-{'b' * 30}", "x", {})
    assert re.fullmatch(r"a{30}-[a-z2-7]{13}", long_cluster)


@pytest.mark.parametrize(
    ("hosted_cluster", "trigger", "front"),
    [
        ("clusters/prod", "Before Upgrade", "prod-before-upgrade"),
        ("clusters/prod", "2026-11-21T06:00:00Z", "prod-2026-11-21t06-00-00z"),
        ("clusters/prod", "a  __ b", "prod-a-b"),
        ("clusters/prod", "(x)", "prod-x"),
        ("clusters/prod", "?!", "prod"),
        ("clusters/-", "?!", "backup"),
        ("clusters/prod", "t" * 26, f"prod-{'t' * 26}"),
        ("clusters/prod", "t" * 27, "prod"),
        (f"clusters/{'c' * 31}", "t", "c" * 31),
        (f"clusters/{'c' * 32}", "t", "c" * 31),
        (f"clusters/{'c' * 29}", "t", f"{'c' * 29}-t"),
        ("clusters/boxX", "x", "boxx-x"),
    ],
)
def test_the_front_of_a_name_is_a_label_whatever_the_trigger_is(hosted_cluster: str, trigger: str, front: str) -> None:
    assert backup_name(hosted_cluster, trigger, {})[:-14] == front


def test_any_part_of_the_input_changes_the_name() -> None:
    identity = {"namespace": "n", "mode": "m", "contract": "c", "spec": {"a": {"b": "c"}}}
    names = {
        backup_name("ns/x", "t", identity),
        backup_name("ms/x", "t", identity),
        backup_name("ns/y", "t", identity),
        backup_name("ns/x", "T", identity),
        backup_name("ns/x", "t", {**identity, "namespace": "o"}),
        backup_name("ns/x", "t", {**identity, "mode": "o"}),
        backup_name("ns/x", "t", {**identity, "contract": "o"}),
        backup_name("ns/x", "t", {**identity, "spec": {"a": {"b": "d"}}}),
    }
    assert len(names) == 8
