"""What every stack needs is known, and told in files and in sentences."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Command, Registered
from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows
from openshift_credentials.systems.etcd_backup.rules.backup_status import CONDITION, FAILURES, BackupReason
from tests.cli.conftest import verbs
from tests.cli.running import Runner
from tests.deployer.provider_calls import resources_of
from tests.examples.test_golden import EXAMPLES, FOLDER as FOLDER_DOCUMENTS
from tests.kit.golden import REFRESH, Golden
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty

__all__ = ["verbs"]
STACK = ("explain", "--deployer", "--stack", "dev", "-C", str(REPOSITORY))
GROUP = "openshift-credentials-deployer-pulls-ecr-standalone"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rights_of_every_type_of_every_example_are_known(name: str) -> None:
    graph = yaml.load((FOLDER_DOCUMENTS / f"{name}.yaml").read_text(), yaml.CSafeLoader)
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


# The rights of whoever deploys an example, whole, compared with what was last found right.

FOLDER: Final = Path(__file__).parent / "golden"
STACKS: Final = (
    *("aws-kms", "sts-aws-private", "pulls-ecr-standalone"),
    *("aro-workload-identity", "aro-control-plane", "workload-id-azure"),
    *("sts-gcp", "mint-gcp"),
)
"""Stacks with the most types of resources."""


@pytest.mark.parametrize("stack", STACKS)
def test_the_rights_of_an_example_are_as_last_found_right(stack: str, golden: Golden) -> None:
    resources = resources_of(stack)
    parts = [f"# Written by: {REFRESH}"]
    for found in documents(stack, resources, list(Command)):
        parts += [f"## {found.title}", found.text]
    parts += [str(notice) for notice in notices(resources, list(Command))]
    for command in Command:
        titles = [found.title for found in documents(stack, resources, [command])]
        parts.append(f"{command}: {', '.join(titles) or 'none'}")
    golden(FOLDER / f"{stack}.txt", "\n".join(parts) + "\n")


# The files under deploy/deployer: what 'explain --deployer' prints for some of the stacks.


# deploy/etcd-backup-alerts.yaml: alerts rest on metrics that etcd-backup-metrics.yaml gives.

DEPLOY: Final = REPOSITORY / "deploy"
WORDS: Final = {"absent", "by", "max", "on", "time", "unless"}
"""Functions and operators of PromQL that the alerts use."""

_NAME: Final = re.compile(r"(?<![\w\"])[a-z_]+(?![\w\"])")
_MATCHER: Final = re.compile(r'(\w+)(=|=~)"([^"]*)"')


def metrics() -> dict[str, set[str]]:
    """Every metric of the configuration of kube-state-metrics, with its labels."""
    config_map, _ = yaml.safe_load_all((DEPLOY / "etcd-backup-metrics.yaml").read_text())
    configuration: dict[str, Any] = yaml.safe_load(config_map["data"]["config.yaml"])
    return {
        f"{resource['metricNamePrefix']}_{metric['name']}": {
            *resource["labelsFromPath"],
            *metric["each"]["gauge"]["labelsFromPath"],
        }
        for resource in configuration["spec"]["resources"]
        for metric in resource["metrics"]
    }


def rules() -> Iterator[dict[str, Any]]:
    rule: dict[str, Any] = yaml.safe_load((DEPLOY / "etcd-backup-alerts.yaml").read_text())
    for group in rule["spec"]["groups"]:
        yield from group["rules"]


@pytest.mark.parametrize("rule", list(rules()), ids=lambda rule: rule["alert"])
def test_an_alert_uses_metrics_labels_and_values_that_exist(rule: dict[str, Any]) -> None:
    expression: str = rule["expr"]
    bare = re.sub(r"\{[^}]*\}", "", expression)
    names = set(_NAME.findall(re.sub(r"(?:by|on) \([a-z_, ]*\)", "", bare))) - WORDS
    assert names == set(metrics()), "every name in the expression is a metric"

    (labels,) = metrics().values()
    grouped = {name.strip() for listed in re.findall(r"(?:by|on) \(([a-z_, ]*)\)", bare) for name in listed.split(",")}
    matchers = _MATCHER.findall(expression)
    assert grouped | {label for label, _, _ in matchers} <= labels
    shown = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    assert shown <= grouped, "only a label that the result of the expression has can be shown"

    values = {label: set(value.split("|")) for label, _, value in matchers}
    assert values["type"] == {CONDITION}
    assert values.get("status", {"True"}) == {"True"}
    assert values.get("reason", set(FAILURES)) == set(FAILURES) <= set(BackupReason)


def test_a_backup_that_fails_and_one_that_is_missing_have_an_alert() -> None:
    expressions = {rule["alert"]: rule["expr"] for rule in rules()}
    assert set(expressions) == {
        "EtcdBackupFailed", "EtcdBackupMetricsMissing", "EtcdBackupMissing",
    }  # fmt: skip
    assert "time() - max by (hcp_namespace)" in expressions["EtcdBackupMissing"]
    assert all(name in expressions["EtcdBackupFailed"] for name in FAILURES)
