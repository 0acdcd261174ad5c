"""Wrong settings, each with the setting that the message must name and a word of the rule."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.golden import Golden
from tests.kit.settings_rows import compare_settings
from tests.kit.tables import nonempty
from tests.kit.trees import Tree, changed
from tests.systems.image_pulls.samples import ACR, ECR, HOSTED, NODE, REGISTRY, problems

B = "imagePulls"
MANY = [
    {
        "namespace": "shop",
        "serviceAccount": "web",
        "repositories": [f"teamimages.azurecr.io/{'r' * 50}-{number}" for number in range(100)],
    }
]
OF_ONE_GROUP = [{**ACR[B]["workloads"][0], "serviceAccount": f"app-{number}", "group": "a"} for number in range(21)]

LARGE: list[tuple[Tree, dict[str, Any], str, str]] = [
    (
        *(ECR, {"workloads__0__repositories": [f"{REGISTRY}/{'r' * 50}-{n}" for n in range(150)]}),
        *(f"{B}.workloads", "IAM accepts 10240"),
    ),
    (
        *(ACR, {"workloads": [*OF_ONE_GROUP, {**ACR[B]["workloads"][0], "group": "a-1"}]}),
        *(f"{B}.workloads", "results in 2 identities with the name prod-pull-a-1"),
    ),
    (
        *(ACR, {"azure__registries__0__permissionMode": "repositories", "workloads": MANY}),
        *(f"{B}.workloads", "which do not fit in a condition of"),
    ),
]


@pytest.mark.parametrize(("tree", "changes", "path", "rule"), LARGE, ids=[f"{row[2]}-{row[3]}" for row in LARGE])
def test_a_wrong_setting_is_named_with_its_rule(tree: Tree, changes: dict[str, Any], path: str, rule: str) -> None:
    wrong = changed(tree, **{f"{B}__{key}": value for key, value in changes.items()})
    found = problems(wrong)
    if not path:
        assert not found
        return
    assert any(each.startswith(path) and rule in each for each in found), found
    assert all(each.count("; ") >= 1 for each in nonempty(found)), found


def test_what_is_said_of_settings(golden: Golden) -> None:
    trees = {"ACR": ACR, "ECR": ECR, "HOSTED": HOSTED, "NODE": NODE}
    compare_settings(Path(__file__).with_name("wrong_settings.txt"), golden, trees, problems)
