"""The rendered jobs of a fleet, run."""

import json
import subprocess
from pathlib import Path
from typing import Any

from openshift_credentials.fleet.rules.objects.jobs import DRIFT_SCRIPT, NIGHTLY_SCRIPT
from tests.cli.command import call
from tests.fleet.rows import fleet_of, many

STUB = """\
#!/bin/sh
if [ "$1" = get ]; then
  case "$*" in
    *updated-by*) echo mc-1 ;;
    *go-template*) echo 2026-11-20 ;;
    *) echo stack.pulumi.com/mc-1; echo stack.pulumi.com/mc-2 ;;
  esac
else
  { echo "--- $*"; cat; } >> "$LOG"
fi
"""


def run_script(tmp_path: Path, script: str, **environment: str) -> list[tuple[str, Any]]:
    """Run the script of a CronJob with a kubectl that writes down what it is given."""
    (tmp_path / "kubectl").write_text(STUB)
    (tmp_path / "kubectl").chmod(0o755)
    subprocess.run(
        ["/bin/sh", "-c", script],
        check=True,
        env={
            "PATH": f"{tmp_path}:/usr/bin:/bin",
            "LOG": str(tmp_path / "log"),
            "NAMESPACE": "fleet",
            "SELECTOR": "a=b",
            **environment,
        },
    )
    parts = (tmp_path / "log").read_text().split("--- ")[1:]
    return [
        (arguments, json.loads(body)) for arguments, body in (each.split("\n", 1) for each in parts)
    ]


def test_the_nightly_job_applies_the_trigger_and_nothing_else(tmp_path: Path) -> None:
    applied = run_script(tmp_path, NIGHTLY_SCRIPT, SECONDS_SINCE_FIRST_WAVE="0", TRIGGER="t-1")

    assert [body["metadata"]["name"] for _, body in applied] == ["mc-1", "mc-2"]
    for arguments, body in applied:
        assert arguments == "apply --server-side --field-manager=nightly --force-conflicts -f -"
        assert body["spec"] == {
            "config": {"openshift-credentials:etcdBackup": {"backupDefaults": {"trigger": "t-1"}}}
        }
        assert set(body["metadata"]) == {"name", "namespace"}


def test_the_trigger_is_the_date_of_the_first_wave(tmp_path: Path) -> None:
    stub = tmp_path / "date"
    stub.write_text(
        '#!/bin/sh\nif [ "$1" = +%s ]; then echo 1764204600; else exec /bin/date "$@"; fi\n'
    )
    stub.chmod(0o755)

    (_, first), _ = run_script(tmp_path, NIGHTLY_SCRIPT, SECONDS_SINCE_FIRST_WAVE="5400")

    config = first["spec"]["config"]["openshift-credentials:etcdBackup"]
    assert config == {"backupDefaults": {"trigger": "2025-11-26"}}  # at 00:50 of the 27th


def test_the_drift_job_hands_on_the_trigger_and_asks_for_a_look(tmp_path: Path) -> None:
    (arguments, body), *_ = run_script(tmp_path, DRIFT_SCRIPT)

    assert "--field-manager=drift" in arguments
    assert set(body["metadata"]["annotations"]) == {"pulumi.com/reconciliation-request"}
    defaults = body["spec"]["config"]["openshift-credentials:etcdBackup"]["backupDefaults"]
    assert defaults == {"trigger": "2026-11-20"}


def test_more_jobs_than_a_matrix_takes_are_refused(tmp_path: Path) -> None:
    rows = [{**row, "wave": "0"} for row in many(257)]
    fleet_of(tmp_path / "fleet.csv", rows)
    out = str(tmp_path / "out")

    outcome = call(
        *("fleet", "render", "--inventory", str(tmp_path / "fleet.csv"), "--out", out),
        *("--engine", "ci"),
    )

    assert outcome.code == 2
    assert (
        "wave 0 has 257 clusters, but one matrix accepts 256 jobs; split the wave" in outcome.others
    )
