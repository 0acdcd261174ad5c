"""``clouds.yaml`` of OpenStack, read as go.yaml.in/yaml/v3 reads it."""

import pytest

from openshift_credentials.systems.cloud_credentials.rules.clouds_yaml import CA_CERT_FILE, fix_invalid_ca_cert_file
from openshift_credentials.systems.cloud_credentials.rules.modes import OperatorError

OPENSTACK = "clouds:\n  openstack:\n    cacert: /x\n"


def test_another_path_is_replaced() -> None:
    fixed, is_changed = fix_invalid_ca_cert_file(OPENSTACK)
    assert (is_changed, CA_CERT_FILE in fixed) == (True, True)


@pytest.mark.parametrize("more", ["    1: a\n", "    true: a\n", "    ~: a\n", "  5: {a: b}\n"])
def test_a_mapping_with_a_key_that_is_not_text_is_left_alone(more: str) -> None:
    assert fix_invalid_ca_cert_file(OPENSTACK + more) == (OPENSTACK + more, False)


@pytest.mark.parametrize("more", ["1: a\n", "    yes: a\n", "  other: {1: a}\n"])
def test_such_keys_elsewhere_do_not_matter(more: str) -> None:
    assert fix_invalid_ca_cert_file(OPENSTACK + more)[1]


def test_words_of_older_yaml_stay_text() -> None:
    fixed, _ = fix_invalid_ca_cert_file(OPENSTACK + "    a: yes\n    b: true\n")
    assert "a: 'yes'" in fixed
    assert "b: true" in fixed


@pytest.mark.parametrize("more", ["    cacert: /y\n", "clouds: {}\n", "  openstack: {}\n"])
def test_a_key_that_occurs_twice_is_an_error(more: str) -> None:
    with pytest.raises(OperatorError, match=r"^yaml: "):
        fix_invalid_ca_cert_file(OPENSTACK + more)
