import re

import pytest

from openshift_credentials.reference.pages import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run 'make docs'"


def test_every_setting_has_a_description() -> None:
    page = PAGES["settings.md"]()
    entries = re.findall(r"^(?:- |### )`([^`]+)`.*\n\s*(.*)$", page, re.MULTILINE)
    assert len(entries) > 300
    undescribed = [path for path, text in entries if not text.strip()]
    assert not undescribed, "the docstring under a setting is what people read"
