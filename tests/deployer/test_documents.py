"""What every stack needs is known, and told in files and in sentences."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Command, Registered
from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows
from tests.cli.conftest import verbs
from tests.cli.running import Runner
from tests.deployer.resources import resources_of
from tests.examples.test_golden_graphs import EXAMPLES, FOLDER
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY

__all__ = ["verbs"]

STACK = ("explain", "--deployer", "--stack", "dev", "-C", str(REPOSITORY))
GROUP = "openshift-credentials-deployer-pulls-ecr-standalone"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rights_of_every_type_of_every_example_are_known(name: str) -> None:
    graph = yaml.load((FOLDER / f"{name}.yaml").read_text(), yaml.CSafeLoader)
    types = {each["resource"].split()[0] for each in graph["resources"] if "resource" in each}
    registered = [
        Registered(type=each, name="", inputs={}, provider={})
        for each in types
        if not each.startswith("openshift-credentials:")
    ]
    told = [each.code for each in notices(registered, list(Command))]
    assert "rights-unknown" not in told


def test_an_unknown_type_is_reported_and_hides_nothing_else() -> None:
    resources = [
        *resources_of("dev"),
        Registered(type="random:index/randomId:RandomId", name="", inputs={}, provider={}),
        Registered(type="aws:sqs/queue:Queue", name="", inputs={}, provider={}),
    ]
    (unknown,) = (e for e in notices(resources, list(Command)) if e.code == "rights-unknown")
    assert "aws:sqs/queue:Queue, random:index/randomId:RandomId" in unknown.why
    assert documents("dev", resources, list(Command))


def test_roles_in_a_cluster_hold_for_the_names_of_the_stack() -> None:
    (found,) = (
        each
        for each in documents("pulls-ecr-standalone", resources_of("pulls-ecr-standalone"), [Command.UP])
        if each.title.startswith("cluster")
    )
    manifests = list(yaml.safe_load_all(found.text))

    def may(verb: str, resource: str, namespace: str, name: str, group: str = "") -> bool:
        access = AccessRequest(
            user="someone",
            groups=[GROUP],
            verb=verb,
            resource=resource,
            namespace=namespace,
            name=name,
            api_group=group,
        )
        return allows(manifests, access)

    resources = resources_of("pulls-ecr-standalone")
    (file,) = (each.inputs for each in resources if "MachineConfig" in each.type)
    (role,) = (each.inputs for each in resources if each.type.endswith(":ClusterRole"))
    group = "machineconfiguration.openshift.io"
    name: Any = file["metadata"]
    assert may("patch", "machineconfigs", "", name["name"], group)
    assert not may("patch", "machineconfigs", "", "99-somebody-elses", group)
    assert not may("get", "secrets", "default", "any")
    # Whoever gives nodes an audience has to have the right to ask for it.
    rules: Any = role["rules"]
    assert may(rules[0]["verbs"][0], rules[0]["resources"][0], "", "")


def test_a_stack_that_writes_manifests_needs_nothing_of_a_cluster() -> None:
    rendered = resources_of("dev", "kubernetes.renderTo=gitops")
    titles = [each.title for each in documents("g", rendered, list(Command))]
    assert not any(each.startswith("cluster") for each in titles)


def test_the_verb_says_what_one_command_needs(verbs: Runner) -> None:
    result = verbs.run(*STACK, "--for", "preview", "-o", "json")
    assert result.code == 0
    assert list(result.json) == ["preview"]
    assert all(name.endswith(".yaml") for name in nonempty(result.json["preview"]))


def test_the_verb_writes_files(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*STACK, "--out", str(tmp_path / "not" / "yet" / "rights"))
    assert result.code == 0
    policy = tmp_path / "not" / "yet" / "rights" / "aws-123456789012.json"
    assert json.loads(policy.read_text())["Version"] == "2012-10-17"
    assert str(policy) in result.out
