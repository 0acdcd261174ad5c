"""The program accepts the stacks of a run, and all that they make has the tag of the run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.acceptance.arguments import STACKS
from tests.acceptance.life import stack_config
from tests.acceptance.run import TAG, Cloud
from tests.acceptance.samples import options, run_of
from tests.acceptance.stacks import AcceptanceStack, Options, stacks_of
from tests.engine.stacks import VAULT
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Resource
from tests.kit.trees import PROJECT

TAKE_TAGS = {
    tokens.S3_BUCKET, tokens.KMS_KEY, tokens.IAM_ROLE, tokens.IAM_OIDC_PROVIDER,
    tokens.RESOURCE_GROUP, tokens.STORAGE_ACCOUNT, tokens.MANAGED_IDENTITY,
}  # fmt: skip
ISSUER = "https://oidc.example.com/of-a-cluster"
MADE = {
    Cloud.AWS: {
        "bucket": "oca-x7k2p1-import",
        "role": "arn:aws:iam::123456789012:role/oca-x7k2p1-import",
    },
    Cloud.AZURE: {
        "storageAccount": "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups"
        "/oca-x7k2p1-by-hand/providers/Microsoft.Storage/storageAccounts/ocax7k2p1import"
    },
}  # fmt: skip


def stack_named(cloud: Cloud, name: str, asked: Options | None = None) -> AcceptanceStack:
    asked = asked or options(cloud, key=f"{VAULT}/keys/etcd")
    (stack,) = [each for each in stacks_of(run_of(cloud), asked, MADE[cloud]) if each.name == name]
    return stack


def program(
    stack: AcceptanceStack, directory: Path, *changes: tuple[str, str]
) -> StackConfiguration:
    file = directory / f"Pulumi.{stack.name}.yaml"
    file.write_text(yaml.safe_dump({"config": dict(stack_config(stack))}))
    overrides = [f"{PROJECT}:{path}={value}" for path, value in changes]
    return read_stack(REPOSITORY, stack.name, file, overrides)


def resources(stack: AcceptanceStack, directory: Path) -> Iterator[Resource]:
    recorded = record_stack(program(stack, directory), preview=True)
    return (each for each in recorded.resources if each.request.custom)


@pytest.mark.parametrize("cloud", list(Cloud))
@pytest.mark.parametrize("name", STACKS)
def test_all_that_can_have_a_tag_has_that_of_the_run(
    tmp_path: Path, cloud: Cloud, name: str
) -> None:
    seen = 0
    for each in resources(stack_named(cloud, name), tmp_path):
        if "tags" in each.inputs or each.type in TAKE_TAGS:
            assert each.inputs.get("tags", {}).get(TAG, "").startswith("x7k2p1-"), each.name
            seen += 1
    assert seen > 1


@pytest.mark.parametrize("cloud", list(Cloud))
def test_changed_settings_and_those_of_the_end_are_accepted(tmp_path: Path, cloud: Cloud) -> None:
    changed = [name for name in STACKS if stack_named(cloud, name).changes]
    assert changed == ["dev"]
    assert len(stack_named(cloud, "dev").changes) == 3
    for name in STACKS:
        stack = stack_named(cloud, name)
        settings = (*stack.changes, *stack.ending)
        recorded = record_stack(program(stack, tmp_path, *settings), preview=True)
        protected = [each.name for each in recorded.resources if each.protect]
        assert protected == [], name


@pytest.mark.parametrize("cloud", list(Cloud))
def test_only_dev_of_a_run_with_a_cluster_touches_the_cluster(tmp_path: Path, cloud: Cloud) -> None:
    asked = options(cloud, key=f"{VAULT}/keys/etcd", oidc_issuer=ISSUER)
    renders = {
        name: "kubernetes" in stack_named(cloud, name, asked).config
        for name in STACKS
        if "etcdBackup" in stack_named(cloud, name, asked).config
    }
    assert renders == {"dev": False, "replicated": True, "kms": True, "import": True}
    recorded = record_stack(program(stack_named(cloud, "dev", asked), tmp_path), preview=True)
    (secret,) = [each for each in recorded.resources if each.type == tokens.SECRET]
    assert secret.inputs["metadata"]["namespace"] == "oca-x7k2p1"


def test_a_stack_that_lacks_something_says_what() -> None:
    run = run_of(Cloud.AZURE)
    lacking = {
        each.name: each.needs for each in stacks_of(run, options(Cloud.AZURE), {}) if each.needs
    }
    assert set(lacking) == {"kms", "import"}
    assert "--key" in lacking["kms"]
