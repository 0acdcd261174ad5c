"""A stack gets the rules of ``cloudCredentials.openshiftVersion``, and what it lacks is refused."""

from typing import Any, Final

import pytest

from tests.systems.cloud_credentials.stacks import (
    MAKES_USER,
    MANUAL,
    OPENSTACK,
    REQUESTS,
    SHORT_TERM,
    problems,
    recorded,
    with_,
)

WITH_CA: Final = with_(OPENSTACK, rootSecret__openstack__caCert="CA")
ALIBABA: Final = {"name": "c", "platform": "AlibabaCloud", "mode": "Manual"}


@pytest.mark.parametrize(
    ("branch", "settings", "told"),
    [
        (WITH_CA, {"openshiftVersion": "4.18"}, "key cacert of OpenStack: that is in 4.19 and"),
        (ALIBABA, {}, "the operator of 4.23 does not have AlibabaCloud: that is in 4.16 and older"),
        (
            SHORT_TERM,
            {"openshiftVersion": "4.14", "disabledCapabilities": ["CloudCredential"]},
            "the capability CloudCredential: that is in 4.15 and newer",
        ),
        (SHORT_TERM, {"openshiftVersion": "4.13.2"}, "older than 4.14, the oldest release"),
        (SHORT_TERM, {"openshiftVersion": "latest"}, "must be an OpenShift version"),
        (SHORT_TERM, {"openshiftVersion": 4.2}, "quotation marks"),
        (MANUAL, {"openshiftVersion": "4.18.1"}, "is not newer than cloudCredentials.openshift"),
    ],
)
def test_what_a_release_does_not_have_is_refused(branch: dict[str, Any], settings: dict[str, Any], told: str) -> None:
    found = problems({**branch, **settings}, encrypted="rootSecret" in branch)
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("branch", "settings"),
    [
        (WITH_CA, {"openshiftVersion": "4.19"}),
        (WITH_CA, {}),
        (ALIBABA, {"openshiftVersion": "4.16.40"}),
        (SHORT_TERM, {"openshiftVersion": "4.15", "disabledCapabilities": ["CloudCredential"]}),
        (MANUAL, {"openshiftVersion": "4.17"}),
    ],
)
def test_what_a_release_has_is_allowed(branch: dict[str, Any], settings: dict[str, Any]) -> None:
    assert problems({**branch, **settings}, encrypted="rootSecret" in branch) == ()


def test_a_stack_gets_the_policy_of_its_release() -> None:
    passthrough = with_(MAKES_USER, mode="Passthrough", requests=REQUESTS)

    def actions(version: str) -> str:
        found = recorded({**passthrough, "openshiftVersion": version}, preview=False)
        return str([resource.inputs for resource in found.resources])

    assert "s3:HeadBucket" in actions("4.14")
    assert "s3:HeadBucket" not in actions("4.15")
