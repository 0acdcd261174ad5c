"""Every folder of examples/ is previewed as its README says, and compared with its golden files.

A new example needs no code: examples/NAME/Pulumi.NAME.yaml and README.md, then one refresh.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.preview.recorder import STACK_TYPE
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.explanation import to_json
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from tests.examples.graph import golden_text
from tests.kit.golden import Golden, data
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.hostile import MARKER, variables
from tests.kit.places import REPOSITORY, example_file
from tests.kit.previews import preview_of, previewed, recording_of_example
from tests.kit.stacks import example_stack
from tests.kit.trees import backup_settings
from tests.platforms.aws.policies.linter import findings

# Every folder of examples/ is previewed as its README says, and compared with its golden graph.
#
# A new example needs no code: examples/NAME/Pulumi.NAME.yaml and README.md, then one refresh.

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


# Outputs of components and rare options of resources, which the golden graphs do not show.

FILE: Final = Path(__file__).parent / "golden_options.yaml"
LISTS: Final = ("additionalSecretOutputs", "ignoreChanges", "replaceOnChanges")


def options_of(request: RegisterResourceRequest) -> Iterator[str]:
    """``option: value`` of each option that is not the usual one."""
    for name in LISTS:
        yield from (f"{name}: {path}" for path in cast("Iterable[str]", getattr(request, name)))
    if request.deleteBeforeReplace:
        yield "deleteBeforeReplace"
    if request.deletedWith:
        yield f"deletedWith: {type_of(request.deletedWith)}"
    if request.importId:
        yield "import"
    for alias in cast("Iterable[Any]", request.aliases):
        if name := alias.urn.rpartition("::")[2] or alias.spec.name:
            yield f"alias: {name}"
    for moment, hooks in request.hooks.ListFields() if request.HasField("hooks") else ():
        yield f"hook: {moment.name}"
        assert hooks
    timeouts = request.customTimeouts
    yield from (f"timeout of {f.name}: {value}" for f, value in timeouts.ListFields())


def type_of(urn: str) -> str:
    return urn.split("::")[2].rpartition("$")[2]


def table() -> dict[str, dict[str, list[str]]]:
    """Options and names of outputs that any resource of a type has in any example."""
    options, outputs = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for name in EXAMPLES:
        recording = recording_of_example(name)
        for urn, request in recording.requests.items():
            options[request.type].update(options_of(request))
            if request.type != STACK_TYPE and urn in recording.outputs:
                outputs[request.type].update(recording.outputs[urn].fields)
    named = {token: {"options": sorted(options[token]), "outputs": sorted(outputs[token])} for token in sorted(options)}
    shown = {token: {name: found for name, found in row.items() if found} for token, row in named.items()}
    return {token: row for token, row in shown.items() if row}


@NEEDS_SDK
def test_outputs_of_components_and_rare_options_are_the_golden_ones(golden: Golden) -> None:
    golden(FILE, data(table()))


# What each example exports in a preview, compared with what was last found right.

FOLDER_GOLDEN_OUTPUTS = Path(__file__).parent / "golden_outputs"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_outputs_of_an_example_are_the_golden_ones(name: str, golden: Golden) -> None:
    golden(FOLDER_GOLDEN_OUTPUTS / f"{name}.yaml", data(dict(sorted(preview_of(name).outputs.items()))))


# What ``explain`` prints for each example, compared with what was last read and found right.

FOLDER_GOLDEN_EXPLANATIONS: Final = Path(__file__).parent / "golden_explanations"


def explained(name: str) -> dict[str, Any]:
    stack = example_stack(name)
    deployments = load_settings(stack.config, stack.secrets, stack.program)
    return json.loads(to_json({item.system.key: item.explain() for item in deployments}))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_explanation_of_an_example_is_the_golden_one(name: str, golden: Golden) -> None:
    golden(FOLDER_GOLDEN_EXPLANATIONS / f"{name}.yaml", data(explained(name)))


# Every policy document of every example on AWS, through the IAM linter.

STACKS = {
    "dev": None,
    **{
        path.name.removeprefix("Pulumi.").removesuffix(".yaml"): path
        for path in sorted((REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
        if "storageType: S3" in path.read_text(encoding="utf-8")
    },
}


def policies(plan: S3Plan) -> Iterator[str]:
    """What the stack puts on AWS; a key that it makes has an example ARN."""
    storage = plan.storage
    if plan.role:
        yield plan.trust_policy
        yield plan.permission_policy(plan.example_key_arn)
    if storage.makes_key:
        yield key_policy(plan.partition, storage.account_id, plan.key_statements)
    yield from map(str, plan.statements_elsewhere.exports.values())
    if not storage.existing:
        yield bucket_policy(plan.partition, storage.bucket, storage.policy_statements)


@pytest.mark.parametrize("name", STACKS)
def test_every_policy_of_an_example_is_without_findings(name: str) -> None:
    stack = read_stack(REPOSITORY, name, STACKS[name], [])
    plan = plan_of(backup_settings(stack.config, stack.secret_keys))
    assert isinstance(plan, S3Plan)

    documents = list(policies(plan))
    assert documents
    for document in documents:
        assert findings(document) == []
        assert json.dumps(json.loads(document), sort_keys=True, separators=(",", ":")) == document
        assert not re.search(r"Output\[|<pulumi|None", document), document
