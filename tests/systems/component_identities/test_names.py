"""Names that IAM or Kubernetes refuses, and names that several requests would share."""

import pytest

from openshift_credentials.systems.component_identities.rules.gcp import generate_role_id, generate_role_name
from openshift_credentials.systems.component_identities.rules.requests import (
    collisions,
    role_name_problem,
    unusual_parts,
)


@pytest.mark.parametrize("name", ["", "a" * 65, "a b", "a/b", "é"])
def test_a_name_that_iam_refuses_is_told(name: str) -> None:
    expected = "must be 1 to 64 letters, digits and the characters + = , . @ _ -"
    assert role_name_problem(name) == expected


@pytest.mark.parametrize("name", ["a", "a" * 64, "A1+=,.@_-"])
def test_a_name_that_iam_accepts_is_not(name: str) -> None:
    assert role_name_problem(name) is None


def test_names_that_kubernetes_refuses_are_told() -> None:
    rest = "is not a valid Kubernetes name: use lower-case letters, digits, '.' and '-'"
    found = list(unusual_parts("Ns", "secret", ["sa", "a_b"]))
    assert found == [f"'Ns' {rest}", f"'a_b' {rest}"]


def test_names_that_differ_in_case_alone_are_shared() -> None:
    names = [("a.yaml", "One"), ("b.yaml", "two"), ("c.yaml", "ONE"), ("d.yaml", "one")]
    assert list(collisions(names)) == [("One", ("a.yaml", "c.yaml", "d.yaml"))]


def test_a_role_of_google_cloud_needs_both_names() -> None:
    assert generate_role_id("my-project", "one-two") == "myproject_onetwo"
    assert generate_role_id("p" * 40, "r" * 40) == f"{'p' * 32}_{'r' * 31}"
    for generate, empty in ((generate_role_id, "-"), (generate_role_name, "")):
        with pytest.raises(ValueError, match=r"^empty project name$"):
            generate(empty, "r")
        with pytest.raises(ValueError, match=r"^empty credential request name$"):
            generate("p", empty)
