"""``verify``, ``status`` and ``diagnose`` as a user runs them, beside an API server."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

import pytest
import yaml

from openshift_credentials.cli.cluster_arguments import without_repetition
from openshift_credentials.cli.verbs import status, verify
from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.observed import Object
from openshift_credentials.systems.etcd_backup.live import OPERATION, cluster_reads
from tests.cli.running import Result, Runner
from tests.kit.trees import AWS, load, whole
from tests.live.api_server import ApiServer, serving
from tests.systems.etcd_backup.live.cluster_objects import healthy, with_backup

SETTINGS = load(AWS)
PATHS = {read.name: read.path for purpose in Purpose for read in OPERATION.reads(SETTINGS, purpose)}
OBJECTS = {
    cluster_reads.OPERATOR,
    cluster_reads.CRD,
    cluster_reads.ISSUER,
    cluster_reads.ACCOUNT,
    cluster_reads.KEYS,
    cluster_reads.SECRET,
}


class Clock(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 23, 12, 30, tzinfo=tz)


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The age of a backup depends on the time."""
    monkeypatch.setattr(status, "datetime", Clock)


def answers(cluster: Mapping[str, list[Any]]) -> dict[str, Any]:
    """The API server of a cluster: lists, and objects by themselves."""
    found: dict[str, Any] = {path: [] for name, path in PATHS.items() if name not in OBJECTS}
    for name, items in cluster.items():
        if name in PATHS:
            found[PATHS[name]] = items[0] if name in OBJECTS else items
    return found


def run(verbs: Runner, tmp_path: Path, server: ApiServer, verb: str, *more: str) -> Result:
    config = {f"openshift-credentials:{key}": value for key, value in whole(AWS).items()}
    (tmp_path / "Pulumi.live.yaml").write_text(yaml.safe_dump({"config": config}))
    (tmp_path / "Pulumi.yaml").write_text("name: openshift-credentials\nruntime: python\n")
    stack = [] if "--all" in more else ["--stack", "live", "--cwd", str(tmp_path)]
    return verbs.run(verb, *stack, "--kubeconfig", server.kubeconfig(tmp_path), *more)


def failed() -> dict[str, list[Any]]:
    message = 'credential Secret "x" not found in namespace "hypershift"'
    return with_backup(SETTINGS, "BackupFailed", message)


def test_verify_tells_of_every_backup_of_the_stack_or_of_the_cluster(verbs: Runner, tmp_path: Path) -> None:
    good = with_backup(SETTINGS, "BackupSucceeded", url="s3://snapshots/1.db")
    with serving(ApiServer(answers(good))) as server:
        for more in ((), ("--all",)):
            result = run(verbs, tmp_path, server, "verify", "-o", "json", *more)
            assert result.code == 0, result
            codes = {each["code"] for each in json.loads(result.out)}
            assert codes == {"backup-succeeded", "job"}
        assert "succeeded" not in run(verbs, tmp_path, server, "diagnose").out
        assert run(verbs, tmp_path, server, "status").code == 0
    with serving(ApiServer(answers(failed()))) as server:
        assert run(verbs, tmp_path, server, "verify").code == 1
        assert run(verbs, tmp_path, server, "status", "--all").code == 1


def test_a_stack_that_was_never_deployed_is_neither_successful_nor_sent_to_a_new_trigger(
    verbs: Runner, tmp_path: Path
) -> None:
    with serving(ApiServer(answers(healthy(SETTINGS)))) as server:
        for more in ((), ("--all",)):
            assert run(verbs, tmp_path, server, "status", *more).code == 2
        result = run(verbs, tmp_path, server, "status")
        assert "clusters/one: namespace clusters-one has no HCPEtcdBackup" in result.err
        assert "run 'pulumi up'; if the backup has run before" in run(verbs, tmp_path, server, "verify").out


def test_nothing_that_may_be_read_is_no_answer(verbs: Runner, tmp_path: Path) -> None:
    with serving(ApiServer(dict.fromkeys(PATHS.values(), HTTPStatus.FORBIDDEN))) as server:
        for verb in ("preflight", "verify", "diagnose"):
            result = run(verbs, tmp_path, server, verb, "--request-timeout", "2")
            assert result.code == 2, verb
            assert "no permission to" in result.out + result.err
            assert "No known problem" not in result.out
            assert "backup-missing" not in result.out


def test_watch_looks_again_until_all_have_ended_and_says_how_far_they_are(
    verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "PAUSE", 0.05)
    running = answers(with_backup(SETTINGS, "BackupInProgress", "Backup Job created"))
    ended = answers(with_backup(SETTINGS, "BackupSucceeded", url="s3://snapshots/1.db"))
    server = ApiServer(running)

    class Ending(dict[str, Object]):
        """Ends the backup after the second look at it."""

        def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as dict's
            looks = sum(each.startswith(PATHS[cluster_reads.BACKUPS]) for each in server.requests)
            return (ended if looks > 2 else running).get(key, default)

    server.answers = Ending()
    with serving(server):
        result = run(verbs, tmp_path, server, "verify", "--watch", "--timeout", "30")
    assert result.code == 0
    assert "1 BackupInProgress" in result.err
    assert "1 succeeded" in result.err


def test_phases_are_counted_and_shown_on_a_terminal_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(code: str, state: State, detail: str) -> Check:
        return Check(code=code, state=state, subject="x", detail=detail)

    checks = [
        check("backup-succeeded", State.PASSED, "s3://x"),
        check("backup-failed", State.FAILED, "BackupFailed: x"),
        check("backup-not-ended", State.UNKNOWN, "EtcdUnhealthy: x"),
        check("backup-missing", State.UNKNOWN, "x"),
        check("job", State.PASSED, "x"),
    ]
    assert verify.phases(checks) == {"succeeded": 1, "failed": 1, "EtcdUnhealthy": 1, "missing": 1}
    assert len(verify.pending(checks)) == 1
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with verify.progress() as show:
        show(checks, 1.0)
    assert "Traceback" not in capsys.readouterr().err


def test_a_cluster_that_cannot_be_asked_hides_nothing_of_the_cloud(
    verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cloud(*_: object) -> list[Check]:
        check = Check(code="cloud-role", state=State.PASSED, subject="role", detail="x")
        return [check]

    monkeypatch.setattr("openshift_credentials.cli.verbs.preflight.cloud_checks", cloud)
    server = ApiServer({}, url="http://127.0.0.1:1")
    absent = str(tmp_path / "absent")
    result = run(verbs, tmp_path, server, "preflight", "--cloud", "--kubeconfig", absent)
    assert result.code == 2
    assert "cloud-role" in result.out
    assert "not-reached" in result.out


def test_what_one_silent_server_leaves_open_is_one_line() -> None:
    silent = [
        Check(code="not-reached", state=State.UNKNOWN, subject=f"/{n}", detail="d", way_out="w") for n in range(14)
    ]
    other = replace(silent[0], code="not-permitted")
    told = list(without_repetition([*silent, other, other]))
    assert [check.subject for check in told] == ["/0 and 13 more", "/0", "/0"]
