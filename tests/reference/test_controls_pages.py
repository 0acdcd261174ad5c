"""The pages of controls name what exists, and leave no control without an answer."""

import pytest

from openshift_credentials.reference.controls_pages import (
    CLOUDS,
    Control,
    render_controls_page,
    sources_of,
)
from openshift_credentials.reference.settings_page import settings_of
from openshift_credentials.stack.registry import SHARED, SYSTEMS
from policies.catalogue import RULES

CONTROLS = [
    pytest.param(control, id=f"{name}-{control.id.split(',')[0]}-{number}")
    for name in CLOUDS
    for number, source in enumerate(sources_of(name))
    for control in source.controls
]
OF_THE_OTHER = {"aws": ("azure", "Azure"), "azure": (".s3", ".aws")}


def existing_settings() -> set[str]:
    return {each.path for key in (*SHARED, *SYSTEMS) for each in settings_of(key)}


@pytest.mark.parametrize("control", CONTROLS)
def test_a_control_names_what_exists_or_gives_a_reason(control: Control) -> None:
    assert {*control.settings} <= existing_settings()
    assert {*control.rules} <= {rule.name for rule in RULES}
    assert control.settings or control.rules or control.because


@pytest.mark.parametrize("name", CLOUDS)
def test_a_control_stands_once_and_on_the_page_of_its_cloud(name: str) -> None:
    for source in sources_of(name):
        identifiers = [part for each in source.controls for part in each.id.split(", ")]
        assert len(identifiers) == len({*identifiers}) > 10
        for control in source.controls:
            strangers = [
                path
                for path in control.settings
                if any(mark in path for mark in OF_THE_OTHER[name])
            ]
            assert strangers == []


@pytest.mark.parametrize("name", CLOUDS)
def test_every_rule_about_a_store_of_the_cloud_answers_a_control(name: str) -> None:
    prefix = {"aws": "snapshot-bucket-", "azure": "snapshot-"}[name]
    named = {rule for source in sources_of(name) for each in source.controls for rule in each.rules}
    ours = {rule.name for rule in RULES if rule.name.startswith(prefix)}
    if name == "azure":
        ours = {rule for rule in ours if "bucket" not in rule and "unencrypted" not in rule}
    assert ours
    assert ours <= named


@pytest.mark.parametrize("name", CLOUDS)
def test_every_control_has_a_row_of_five_cells(name: str) -> None:
    rows = [line for line in render_controls_page(name).splitlines() if line.startswith("| ")]
    controls = sum(len(source.controls) for source in sources_of(name))
    assert len(rows) == controls + 2 * len(sources_of(name))
    assert {line.count(" | ") for line in rows} == {4}
