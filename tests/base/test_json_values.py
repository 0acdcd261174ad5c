"""Looking into JSON values of any shape."""

import pytest

from openshift_credentials.base.json_values import is_array, is_object, object_member, text_member


@pytest.mark.parametrize("value", [None, 1, "x", [], True])
def test_a_member_of_another_type_counts_as_empty(value: object) -> None:
    assert object_member({"a": value}, "a") == {}
    assert text_member({"a": {} if value == "x" else value}, "a") == ""


def test_members_are_given_as_they_are() -> None:
    assert object_member({"a": {"b": 1}}, "a") == {"b": 1}
    assert text_member({"a": "b"}, "a") == "b"
    assert object_member({}, "a") == {}
    assert text_member({}, "a") == ""


def test_objects_and_arrays_are_told_apart() -> None:
    assert is_object({})
    assert not is_object([])
    assert is_array([])
    assert is_array(())
    assert not is_array({})
    assert not is_array("x")
