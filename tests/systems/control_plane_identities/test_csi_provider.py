"""Which names of a vault and of its secrets the CSI provider mounts."""

import pytest

from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import is_mounted, vault_name_problem


@pytest.mark.parametrize("name", ["ab", "a" * 25, "a_b", "https://a.b", ""])
def test_a_name_that_no_vault_can_have_is_a_problem(name: str) -> None:
    assert vault_name_problem(name) == "must have 3 to 24 letters, digits and hyphens"


@pytest.mark.parametrize("name", ["abc", "a" * 24, "1-a", "A--", " kv1 "])
def test_a_name_of_that_form_is_none(name: str) -> None:
    assert vault_name_problem(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "~", "null", "Null", "NULL", "a: b", "a #b", "{x}", "!!str a", "'a'", "&a a", "- a", "-", "a\nb", "/a",
     "a/../b", "a ", "\u00a0a", "\x01", "\ud800"],
)  # fmt: skip
def test_a_name_with_another_meaning_in_yaml_is_not_mounted(name: str) -> None:
    assert not is_mounted(name)


@pytest.mark.parametrize("name", ["a", "true", "1", "0x1f", "1e3", "---", "nUll", "a/b", "a b", "é"])
def test_a_word_or_number_of_yaml_is_mounted_as_it_is_written(name: str) -> None:
    assert is_mounted(name)
