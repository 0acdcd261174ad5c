"""``diagnose`` as a user runs it, beside an API server."""

import json
from http import HTTPStatus
from pathlib import Path

import pytest

from openshift_credentials.live.check import Purpose
from openshift_credentials.systems.etcd_backup.live import OPERATION, cluster_reads
from tests.cli.running import Runner
from tests.cli.test_live import PATHS, SETTINGS, answers, failed, run
from tests.live.api_server import ApiServer, serving
from tests.systems.etcd_backup.live.cluster_objects import healthy, with_backup

READ_BY_DIAGNOSE = [read.path for read in OPERATION.reads(SETTINGS, Purpose.DIAGNOSE)]


@pytest.mark.parametrize("refused", [[path] for path in READ_BY_DIAGNOSE] + [READ_BY_DIAGNOSE])
def test_diagnose_has_no_good_news_where_a_read_was_refused(verbs: Runner, tmp_path: Path, refused: list[str]) -> None:
    good = answers(with_backup(SETTINGS, "BackupSucceeded", url="s3://snapshots/1.db"))
    with serving(ApiServer(good)) as server:
        assert run(verbs, tmp_path, server, "diagnose").out == "No known problem was found.\n"
    given = {**good, **dict.fromkeys(refused, HTTPStatus.FORBIDDEN)}
    with serving(ApiServer(given)) as server:
        result = run(verbs, tmp_path, server, "diagnose")
    assert result.code == 2
    assert "No known problem" not in result.out
    assert "no permission to" in result.err


def test_diagnose_without_an_operator_is_no_good_news(verbs: Runner, tmp_path: Path) -> None:
    cluster = healthy(SETTINGS)
    del cluster[cluster_reads.OPERATOR]
    with serving(ApiServer(answers(cluster))) as server:
        result = run(verbs, tmp_path, server, "diagnose")
    assert result.code == 1
    assert "no-operator" in result.out


def test_diagnose_names_the_backup_its_cause_and_what_could_not_be_read(verbs: Runner, tmp_path: Path) -> None:
    given = {**answers(failed()), PATHS[cluster_reads.EVENTS]: HTTPStatus.FORBIDDEN}
    with serving(ApiServer(given)) as server:
        result = run(verbs, tmp_path, server, "diagnose", "-o", "json")
        assert result.code == 1
        (found,) = json.loads(result.out)
        assert found["code"] == "no-secret"
        assert found["about"].startswith("clusters-one/")
        assert "no permission to list" in result.err
        name = found["about"].rpartition("/")[2]
        assert run(verbs, tmp_path, server, "diagnose", "another").code == 2
        assert run(verbs, tmp_path, server, "diagnose", name).code == 1
    unknown = with_backup(SETTINGS, "BackupFailed", "words that nobody knows")
    with serving(ApiServer(answers(unknown))) as server:
        result = run(verbs, tmp_path, server, "diagnose", "-o", "json")
        assert result.code == 2
        assert json.loads(result.out)[0]["code"] == "unknown-cause"
        assert ": no known cause\n" in run(verbs, tmp_path, server, "diagnose").out


LOG = (
    "operation error STS: AssumeRoleWithWebIdentity, https response error StatusCode: 403, api "
    "error AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity"
)


def test_backups_of_oadp_are_diagnosed_without_a_stack_and_with_their_logs(verbs: Runner, tmp_path: Path) -> None:
    cluster = with_backup(SETTINGS, "BackupFailed", "Backup Job failed: backoff limit")
    (job,) = cluster[cluster_reads.JOBS]
    labels = {"batch.kubernetes.io/job-name": job["metadata"]["name"]}
    ended = [{"name": "upload", "state": {"terminated": {"exitCode": 1}}}]
    pod = {
        "metadata": {"name": "p", "namespace": "hypershift", "labels": labels},
        "spec": {},
        "status": {"containerStatuses": ended},
    }
    given = answers({**cluster, cluster_reads.PODS: [pod]})
    given["/api/v1/namespaces/hypershift/pods/p/log"] = LOG
    with serving(ApiServer(given)) as server:
        result = run(verbs, tmp_path, server, "diagnose", "--all", "-o", "json")
        assert result.code == 1, result
        (found,) = result.json
        assert found["code"] == "aws-trust-denied"
        assert found["evidence"]["where"] == "log of p, container upload"
        checks = run(verbs, tmp_path, server, "verify", "--all", "-o", "json").json
        assert "aws-trust-denied" in {each["code"] for each in checks}
        assert run(verbs, tmp_path, server, "diagnose", "--all", "another").code == 0
