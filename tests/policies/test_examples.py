"""What the components make of the examples breaks no mandatory rule."""

from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import pytest

from policies.pack import RULES
from policies.resources import UNKNOWN, StackResource
from tests.kit.places import REPOSITORY
from tests.kit.previews import previewed

NOT_KNOWN: Final = ("[secret]", "04da6b54-80e4-46f7-96ec-b56ff0331ba9")
FILES: Final = [
    *sorted(REPOSITORY.glob("Pulumi.*.yaml")),
    *sorted(
        path
        for path in REPOSITORY.glob("examples/*/Pulumi.*.yaml")
        if ("etcdBackup" in path.read_text(encoding="utf-8") or path.parent.name.endswith("-gcp"))
    ),
]


def seen(value: object) -> object:
    if isinstance(value, dict):
        return {key: seen(each) for key, each in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [seen(each) for each in cast("list[object]", value)]
    return UNKNOWN if value in NOT_KNOWN else value


def resources_of(file: Path) -> list[StackResource]:
    states = [step["newState"] for step in previewed(file)["steps"]]
    return [
        StackResource(
            type=state["type"],
            name=state["urn"].rpartition("::")[2],
            urn=state["urn"],
            props=cast("dict[str, object]", seen(state.get("inputs") or {})),
        )
        for state in states
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_example_breaks_no_mandatory_rule(file: Path) -> None:
    resources = resources_of(file)
    broken = {
        rule.name: [message for _, message in found]
        for rule in RULES
        if rule.mandatory and (found := list(rule.violations(resources)))
    }
    assert broken == {}


@pytest.mark.parametrize(
    ("kind", "change", "rule"),
    [
        (
            "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
            {"blockPublicPolicy": False},
            "snapshot-bucket-public",
        ),
        ("aws:iam/role:Role", {"assumeRolePolicy": "{"}, "role-trust-open"),
    ],
)
def test_one_wrong_property_in_the_graph_of_the_components_is_found(
    kind: str, change: dict[str, object], rule: str
) -> None:
    resources = [
        replace(each, props={**each.props, **change}) if each.type == kind else each
        for each in resources_of(REPOSITORY / "Pulumi.dev.yaml")
    ]
    broken = {each.name for each in RULES if list(each.violations(resources))}
    assert rule in broken
