"""The pack in the terms of Pulumi's policy SDK: levels, configuration, unknown values."""

import pytest
from pulumi_policy.proxy import UNKNOWN_ARRAY_VALUE, UNKNOWN_STRING_VALUE, UnknownValueError, unknown_checking_proxy

from policies.pack import RULES
from policies.resources import UNKNOWN, PolicyRule, plain


def test_values_that_are_not_known_are_marked_wherever_they_stand() -> None:
    proxied = unknown_checking_proxy(
        {"name": UNKNOWN_STRING_VALUE, "list": ["a", UNKNOWN_STRING_VALUE, {"deep": UNKNOWN_ARRAY_VALUE}], "number": 1}
    )
    assert plain(proxied, UnknownValueError) == {
        "name": UNKNOWN,
        "list": ["a", UNKNOWN, {"deep": UNKNOWN}],
        "number": 1,
    }


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_message_begins_with_the_severity_which_can_be_set(rule: PolicyRule) -> None:
    assert rule.message("x", None) == f"[{rule.severity}] x"
    assert rule.message("x", {"severity": "low"}) == "[low] x"
