"""Nested scopes of registries."""

import pytest

from openshift_credentials.systems.image_pulls.rules.kubelets import is_nested


@pytest.mark.parametrize(
    ("inner", "outer", "nested"),
    [
        ("a.io", "a.io", True),
        ("a.io/team", "a.io", True),
        ("a.io/team/app", "a.io/team", True),
        ("a.io", "a.io/team", False),
        ("a.iox", "a.io", False),
        ("a.io:5000", "a.io", False),
        ("b.a.io", "*.a.io", True),
        ("c.b.a.io", "*.a.io", True),
        ("*.b.a.io", "*.a.io", True),
        ("b.a.io/team", "*.a.io", True),
        ("b.a.io:5000", "*.a.io", True),
        ("b.a.io:5000/team", "*.a.io", True),
        ("a.io", "*.a.io", False),
        ("quay.io/b.a.io", "*.a.io", False),
        ("quay.io/b.a.io:400", "*.a.io", False),
        ("quay.io/x:y.a.io", "*.a.io", False),
        ("b.a.io", "*a.io", False),
    ],
)
def test_a_scope_nests_as_machine_config_operator_says(inner: str, outer: str, nested: bool) -> None:
    assert is_nested(inner, outer) is nested
