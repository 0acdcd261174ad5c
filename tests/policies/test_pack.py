"""The pack in the terms of Pulumi's policy SDK: levels, configuration, unknown values."""

import subprocess
import sys

import pytest
from pulumi_policy import EnforcementLevel
from pulumi_policy.proxy import UNKNOWN_ARRAY_VALUE, UNKNOWN_STRING_VALUE, UnknownValueError, unknown_checking_proxy

from policies.pack import POLICIES, RULES
from policies.resources import UNKNOWN, PolicyRule, plain
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY


def test_names_are_unique_and_every_policy_takes_exceptions() -> None:
    assert len({policy.name for policy in POLICIES}) == len(POLICIES) == len(RULES)
    for policy in POLICIES:
        assert policy.config_schema is not None
        assert {"exceptions", "severity"} <= policy.config_schema.properties.keys()
        assert policy.enforcement_level in (EnforcementLevel.MANDATORY, EnforcementLevel.ADVISORY)


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
def test_the_page_of_the_pack_has_the_rule_and_its_level(rule: PolicyRule) -> None:
    page = (REPOSITORY / "docs" / "policies.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{rule.name}` |")]
    level = "mandatory" if rule.mandatory else "advisory"
    assert row.endswith(f"| {rule.severity} | {level} |")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_message_begins_with_the_severity_which_can_be_set(rule: PolicyRule) -> None:
    assert rule.message("x", None) == f"[{rule.severity}] x"
    assert rule.message("x", {"severity": "low"}) == "[low] x"


def test_no_module_of_the_pack_hides_a_package_that_its_sdk_imports() -> None:
    """The engine starts the pack with its own folder first on the path."""
    script = "import sys, pulumi_policy; print(*{name.partition('.')[0] for name in sys.modules})"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    own = {path.stem for path in nonempty((REPOSITORY / "policies").glob("*.py"))}
    assert "google" in done.stdout.split()
    assert (own - {"__main__"}).isdisjoint(done.stdout.split())
