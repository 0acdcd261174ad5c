"""``verify``, ``diagnose`` and ``status`` on a real API server, the operator played by contract."""

import os
import time
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from openshift_credentials.live.cause import diagnose_items
from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.client import Access, observe
from openshift_credentials.live.observed import Obstacle
from openshift_credentials.systems.etcd_backup.live import OPERATION, cluster_reads
from openshift_credentials.systems.etcd_backup.live.verify import verify_all
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.controller import MERGE, Controller, cases
from tests.cluster.operator import GROUP, Operator
from tests.kit.trees import AWS, changed, load
from tests.kit.waiting import wait_until
from tests.systems.etcd_backup.rules.backup_samples import FULL_S3

Json = dict[str, Any]


CASES = {name: (given, made) for name, given, made in cases()}


URL = "s3://snapshots/etcd-backups/1.db"


_numbers = count()


@pytest.fixture
def controller(plane: ControlPlane) -> Controller:
    run = f"{os.getpid()}-{next(_numbers)}"
    made = Controller(plane, f"ho-{run}", f"clusters-v{run}")
    make_namespace(plane, made.operator_namespace)
    make_namespace(plane, made.namespace)
    return made


def access(controller: Controller) -> Access:
    return Access(content=controller.plane.kubeconfig())


def verdicts(controller: Controller) -> dict[str, Check]:
    """What ``verify --all`` says of this test's backups, by code."""
    observed = observe(access(controller), cluster_reads.reads_of_backups(controller.operator_namespace))
    own = [
        each for each in observed.all(cluster_reads.BACKUPS) if each["metadata"]["namespace"] == controller.namespace
    ]
    seen = type(observed)({**observed.answers, cluster_reads.BACKUPS: own}, observed.obstacles)
    return {each.code: each for each in verify_all(controller.operator_namespace, seen)}


def settings(controller: Controller) -> EtcdBackupSettings:
    """A stack of one backup in this test's namespaces."""
    namespace = controller.namespace.removeprefix("clusters-")
    backups = [{"hostedCluster": f"clusters/{namespace}", "trigger": "1"}]
    cluster = {**AWS["cluster"], "operatorNamespace": controller.operator_namespace}
    return load(changed(AWS, cluster=cluster, backups=backups))


def causes(controller: Controller) -> list[str]:
    """What ``diagnose --stack`` finds."""
    stack = settings(controller)
    observed = observe(access(controller), OPERATION.reads(stack, Purpose.DIAGNOSE))
    items = diagnose_items(OPERATION.evidence(stack, observed), OPERATION.causes)
    return [each.cause.code for item in items for each in item.causes]


@pytest.mark.parametrize("name", CASES)
def test_the_jobs_of_the_real_reconciler_are_the_predicted_ones(controller: Controller, name: str) -> None:
    given, made = CASES[name]
    backup = controller.create(given["backup"])["metadata"]["name"]
    account: Json = made["serviceAccount"]["metadata"]
    controller.account(account.get("annotations") or {})
    job = controller.start(made["job"], backup)
    controller.pod(job, "", exit_code=0)
    running = verdicts(controller)
    assert running["backup-not-ended"].state is State.UNKNOWN
    assert running.keys() == {"backup-not-ended", "job"}, running
    controller.succeed(backup, URL)
    ended = verdicts(controller)
    assert {each.state for each in ended.values()} == {State.PASSED}, ended


def run_operator(controller: Controller, **environment: str) -> None:
    """A Deployment of the operator, as ``diagnose`` looks for one; ready with an environment."""
    container = {
        "name": "operator",
        "image": "x",
        "args": ["run"],
        "env": [{"name": name, "value": value} for name, value in environment.items()],
    }
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container]}}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    body = {"metadata": {"name": "operator"}, "spec": spec}
    deployments = f"/apis/apps/v1/namespaces/{controller.operator_namespace}/deployments"
    assert controller.plane.request("POST", deployments, body)[0] == 201
    if environment:
        status = {"status": {"replicas": 1, "readyReplicas": 1}}
        place = f"{deployments}/operator/status"
        assert controller.plane.request("PATCH", place, status, MERGE)[0] == 200


ENABLED = {"HYPERSHIFT_FEATURESET": "TechPreviewNoUpgrade"}


def test_a_failure_is_reported_with_its_cause(controller: Controller) -> None:
    given, made = CASES["sts"]
    (planned,) = plan_of(settings(controller)).backups
    body = {**given["backup"], "metadata": {"name": planned.name}, "spec": planned.spec}
    run_operator(controller, **ENABLED)
    controller.create(body)
    job = controller.start(made["job"], planned.name)
    message = "AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity"
    controller.pod(job, message, exit_code=1)
    controller.fail(planned.name)
    found = verdicts(controller)
    assert found["backup-failed"].state is State.FAILED
    assert found["aws-trust-denied"].state is State.FAILED
    assert causes(controller) == ["aws-trust-denied"]


def test_a_backup_that_nobody_takes_up_hangs_and_the_operator_is_looked_at(controller: Controller) -> None:
    given, _ = CASES["sts"]
    (planned,) = plan_of(settings(controller)).backups
    controller.create({**given["backup"], "metadata": {"name": planned.name}})
    assert verdicts(controller)["backup-not-ended"].state is State.UNKNOWN
    assert causes(controller) == ["no-operator"]
    run_operator(controller)
    assert causes(controller) == ["feature-gate-off"]


def test_a_job_that_was_taken_over_is_reported(controller: Controller) -> None:
    given, made = CASES["sts"]
    (planned,) = plan_of(settings(controller)).backups
    body = {**given["backup"], "metadata": {"name": planned.name}, "spec": planned.spec}
    run_operator(controller, **ENABLED)
    controller.create(body)
    controller.start(made["job"], planned.name)
    controller.succeed(planned.name, URL)
    controller.remove(planned.name)
    time.sleep(1.1)  # times of objects have seconds
    controller.create(body)
    controller.succeed(planned.name, URL)
    assert verdicts(controller)["adopted-job"].state is State.WARNING
    assert causes(controller) == ["adopted-job"]


def test_what_retention_removed_is_missing_and_no_failure(controller: Controller) -> None:
    given, _ = CASES["sts"]
    stack = settings(controller)
    (planned,) = plan_of(stack).backups
    controller.create({**given["backup"], "metadata": {"name": planned.name}})
    controller.succeed(planned.name, URL)
    controller.remove(planned.name)
    observed = observe(access(controller), OPERATION.reads(stack, Purpose.VERIFY))
    found = {each.code: each.state for each in OPERATION.verify(stack, observed)}
    assert found == {"backup-missing": State.UNKNOWN}


def test_a_credential_secret_of_somebody_else_is_a_failure(controller: Controller) -> None:
    stack = settings(controller)
    secret = {"metadata": {"name": stack.credentials.secret_name}, "data": {}}
    place = f"/api/v1/namespaces/{controller.operator_namespace}/secrets"
    assert controller.plane.request("POST", place, secret)[0] == 201
    observed = observe(access(controller), OPERATION.reads(stack, Purpose.PREFLIGHT))
    assert set(observed.obstacles.values()) <= {Obstacle.ABSENT}, observed.obstacles
    found = {each.code: each.state for each in OPERATION.preflight(stack, observed)}
    assert found["secret-exists"] is State.FAILED


def test_what_another_test_left_behind_is_let_go_without_an_event(plane: ControlPlane, clusters: list[str]) -> None:
    earlier, own = (each.replace("/", "-") for each in clusters[:2])
    metadata = {"name": "left-behind", "finalizers": ["example.com/kept"]}
    create(plane, earlier, metadata)
    with Operator(plane) as operator:
        operator.remove(earlier, "left-behind")
        create(plane, own, {"name": "own"})
        wait_until(lambda: not operator.backups(earlier) and len(operator.events) == 2)
    assert operator.events == [("made", own, "own"), ("ended", own, "own")]


def create(plane: ControlPlane, namespace: str, metadata: Mapping[str, object]) -> None:
    body = {**FULL_S3, "metadata": {**metadata, "namespace": namespace}}
    status, told = plane.request("POST", f"{GROUP}/namespaces/{namespace}/hcpetcdbackups", body)
    assert status == 201, told
