"""Anchors that are set again: legal YAML, which goyaml and so every Kubernetes program reads."""

from openshift_credentials.platforms.go.yaml import SyntaxProblem, parse_component_config, parse_yaml
from openshift_credentials.preview.engine_yaml import read_yaml

TWICE = "a: &x {k: 1}\nb: *x\nc: &x [2, &x 3, *x]\nd: *x\n"
READ = {"a": {"k": 1}, "b": {"k": 1}, "c": [2, 3, 3], "d": 3}


def test_an_alias_means_the_anchor_that_was_set_last() -> None:
    assert parse_yaml(TWICE) == READ
    assert parse_component_config(TWICE.encode()) == READ
    assert read_yaml(TWICE.encode()) == READ


def test_what_else_is_wrong_with_such_a_document_is_still_reported() -> None:
    for more, said in (
        ("e: *y\n", "line 5: found undefined alias"),
        ("a: 2\n", "the key a occurs twice"),
        ("e: &x [*x]\n", "too large after its aliases"),
        ("---\na: 1\n", "more than one document"),
    ):
        problem = parse_yaml(TWICE + more)
        assert isinstance(problem, SyntaxProblem)
        assert said in str(problem), more


def test_anchors_of_another_document_do_not_count() -> None:
    read = parse_component_config(b"a: &x 1\nb: *x\n---\na: &x 2\n")
    assert read == {"a": 1, "b": 1}
