"""How a notice reads: place, sentence, way out."""

from dataclasses import replace

import pytest

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.stack.problems import invalid


@pytest.mark.parametrize(
    ("notice", "text"),
    [
        (Notice("c", Severity.INFO, "is known"), "is known"),
        (Notice("c", Severity.INFO, "is old", "renew it", "a.b"), "a.b: is old; renew it"),
        (Notice("c", Severity.INFO, "set a.b.", setting="a.b"), "set a.b."),
        (Notice("c", Severity.INFO, "set a.bc or a.b.c", setting="a.b"), "a.b: set a.bc or a.b.c"),
        (invalid("cluster", "is required for a cluster", "set it"), None),
        (invalid("a.b", "must be 3", "set it", 2), "a.b = 2: must be 3; set it"),
        (replace(invalid("a", "is wrong", "fix it"), value="f.csv", file="f.csv", line=2), "a = f.csv: line 2: "),
    ],
)
def test_a_notice_names_its_place_once(notice: Notice, text: str | None) -> None:
    expected = text or f"{notice.setting}: {notice.why}; {notice.way_out}"
    assert str(notice).startswith(expected), notice
