"""Every folder of examples/ is previewed as its README says, and compared with its golden graph.

A new example needs no code: examples/NAME/Pulumi.NAME.yaml and README.md, then one refresh.
"""

import json
from pathlib import Path

import pytest

from tests.examples.graph import golden_text
from tests.kit.golden import Golden
from tests.kit.hostile_environment import MARKER, variables
from tests.kit.places import REPOSITORY, example_file
from tests.kit.previews import previewed

FOLDER = Path(__file__).parent / "golden"
EXAMPLES = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))


def command(name: str) -> list[str]:
    config_file = f"examples/{name}/Pulumi.{name}.yaml"
    return [*("openshift-credentials", "preview", "--stack", name), *("--config-file", config_file)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_graph_of_an_example_is_the_golden_one(name: str, golden: Golden) -> None:
    file = example_file(name)
    golden(FOLDER / f"{name}.yaml", golden_text(previewed(file)))


def test_the_sdks_read_the_variables_that_matter() -> None:
    assert {"KUBECONFIG", "PULUMI_K8S_ENABLE_PATCH_FORCE", "AWS_REGION"} <= variables().keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_of_the_environment_is_registered(name: str) -> None:
    """What is registered is in the state; a switch shows in the golden graph."""
    file = example_file(name)
    assert MARKER not in json.dumps(previewed(file))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_says_how_it_is_previewed(name: str) -> None:
    readme = (REPOSITORY / "examples" / name / "README.md").read_text(encoding="utf-8")
    assert " ".join(command(name)) in readme


def test_every_golden_graph_has_its_example(refresh: bool) -> None:
    graphs = {path.stem: path for path in FOLDER.iterdir()}
    if refresh:
        for orphan in graphs.keys() - set(EXAMPLES):
            graphs[orphan].unlink()
        return
    assert sorted(graphs) == EXAMPLES
