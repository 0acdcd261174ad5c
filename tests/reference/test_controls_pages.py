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
    pytest.param(control, id=f"{name}-{'-'.join(control.ids)}-{number}")
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
        for version, _ in enumerate(source.versions):
            there = [each.ids[version] for each in source.controls if each.ids[version]]
            identifiers = [part for ids in there for part in ids.split(", ")]
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
def test_every_control_has_a_row_with_an_identifier_for_each_version(name: str) -> None:
    _, *sections = render_controls_page(name).split("\n## ")
    for source, section in zip(sources_of(name), sections, strict=True):
        rows = [line for line in section.splitlines() if line.startswith("| ")]
        assert len(rows) == len(source.controls) + 2
        assert {line.count(" | ") for line in rows} == {len(source.versions) + 3}
        assert all(f"| Version {version} |" in rows[0] for version in source.versions)
        for control in source.controls:
            assert len(control.ids) == len(source.versions)
            assert any(control.ids)
