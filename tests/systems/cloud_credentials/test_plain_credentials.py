"""Credentials in plain text are refused and never shown."""

import re
from typing import Any

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from tests.systems.cloud_credentials.stacks import (
    AZURE,
    GCP,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    VSPHERE,
    Branch,
    problems,
    with_,
)
from tests.systems.cloud_credentials.wrong_settings_samples import MARK

COMMAND = re.compile(r"encrypt it: pulumi config set --secret --path 'openshift-credentials:(\S+)'( < FILE)?$")
SEGMENT = re.compile(r'\["([^"]+)"\]|([^.\[]+)')


@pytest.mark.parametrize("branch", [MINT, AZURE, GCP, OPENSTACK, VSPHERE, MANUAL_GIVEN], ids=range(6))
def test_each_plain_credential_has_a_command_that_encrypts_it(branch: Branch) -> None:
    found = [each for each in problems(branch, encrypted=False) if "not encrypted" in each]
    paths = [match[1] for match in map(COMMAND.search, found) if match]
    assert len(paths) == len(found) > 0
    encrypted: Any = with_(branch)
    for path in paths:
        _, *above, last = ("".join(match.groups("")) for match in SEGMENT.finditer(path))
        place = encrypted
        for part in above:
            place = place[part]
        assert isinstance(place[last], str)
        place[last] = SEALED
    assert not [each for each in problems(encrypted, encrypted=False) if "encrypted" in each]


def test_a_wrong_credential_is_not_shown() -> None:
    wrong = with_(MINT, rootSecret__aws__secretAccessKey=f"{MARK} x", rootSecret__aws__make=MARK)
    assert MARK not in "".join(problems(with_(wrong, rootSecret__aws__make=None), encrypted=False))


def test_no_component_secrets_are_no_plain_ones() -> None:
    found = problems(with_(MANUAL_GIVEN, componentSecrets={}), encrypted=False)
    assert not [each for each in found if "encrypted" in each]
