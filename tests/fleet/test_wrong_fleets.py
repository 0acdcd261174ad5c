"""Inventories whose rows are right and do not go together: each is refused, or warned about."""

from pathlib import Path

import pytest

from tests.cli.command import call, call_in_both_forms
from tests.fleet.rows import SUBSCRIPTION, Row, aws_row, azure_row, csv_text

A, B = aws_row("mc-a"), aws_row("mc-b")
Z = azure_row("aro-z")


def test_schedules_that_meet_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "fleet.yaml"
    row = "".join(f"  {key}: {value}\n" for key, value in {**A, "wave": "5"}.items())
    path.write_text(f"fleet: {{driftSchedule: '0 3 * * *'}}\nclusters:\n-\n{row}")

    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert "same time as wave 5 of the night" in outcome.others


def yaml_rows(*rows: Row, **config: str) -> str:
    """Clusters of an inventory in YAML, with the same credentials in the settings of each."""
    more = f"  config: {{etcdBackup: {{credentials: {config}}}}}\n" if config else ""
    return "clusters:\n" + "".join(
        "-\n" + "".join(f"  {key}: '{value}'\n" for key, value in row.items()) + more
        for row in rows
    )


@pytest.mark.parametrize(
    ("rows", "credentials", "expected"),
    [
        ((A, B), "roleName", "(mc-b): has identity one in account 123456789012 as"),
        (
            *((Z, azure_row("aro-y")), "identityName"),
            f"(aro-y): has identity one in subscription {SUBSCRIPTION} as",
        ),
    ],
)
def test_two_stacks_cannot_have_one_identity(
    tmp_path: Path, rows: tuple[Row, Row], credentials: str, expected: str
) -> None:
    path = tmp_path / "fleet.yaml"
    path.write_text(yaml_rows(*rows, **{credentials: "one"}))

    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert expected in outcome.others


def test_stacks_of_one_name_in_different_backends_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "fleet.csv"
    rows = [{**A, "stack": "one", "backend": "s3://states/LU"},
            {**B, "stack": "one", "backend": "s3://states/LUX"}]  # fmt: skip
    path.write_text(csv_text(rows), encoding="utf-8")

    outcome = call("fleet", "check", "--inventory", str(path))

    assert (outcome.code, outcome.others) == (0, "")


def test_defaults_of_two_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("defaults: {cloud: aws}\n" + yaml_rows(A))
    path = tmp_path / "fleet.yaml"
    path.write_text("defaults: {cloud: aws}\nclustersFile: more.yaml\n")

    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert "more.yaml line 1: has defaults twice; keep one" in outcome.others


@pytest.mark.parametrize(
    ("fleet", "waves", "expected"),
    [
        ("waves: canary main", "late", "wave = late: is not one of the fleet's waves canary, main"),
        ("minutesBetweenWaves: '30'", "1 01", "waves 01 and 1 start at the same time; increase"),
        (
            "minutesBetweenWaves: '60'",
            "0 24",
            "wave 24 starts 1440 minutes after the first, into the next night; lower",
        ),
    ],
)
def test_waves_that_cannot_run_are_refused(
    tmp_path: Path, fleet: str, waves: str, expected: str
) -> None:
    path = tmp_path / "fleet.yaml"
    rows = [aws_row(f"mc-{wave}", wave=wave) for wave in waves.split()]
    path.write_text(f"fleet:\n  {fleet}\n{yaml_rows(*rows)}")

    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert expected in outcome.others


def test_what_can_change_or_be_lost_without_a_row_is_a_warning(tmp_path: Path) -> None:
    moving = {"image": "registry.example.com:5000/x:latest", "backend": "file:///state"}
    still = {"image": "registry.example.com/x@sha256:" + "0" * 64}
    path = tmp_path / "fleet.csv"
    rows = [
        {**A, **moving},
        {**B, "image": "registry.example.com:5000/x"},
        aws_row("mc-c", **still),
    ]
    path.write_text(csv_text(rows), encoding="utf-8")

    outcome = call("fleet", "check", "--inventory", str(path))

    told = [line for line in outcome.others.splitlines() if line.startswith("warning: ")]
    assert ["mc-a" in line for line in told] == [True, True, False]
    assert ["can change without a change of the row" in line for line in told] == [
        True,
        False,
        True,
    ]
    assert "backend file:///state is lost with the pod" in told[1]


def test_a_secret_setting_is_refused_and_never_shown(tmp_path: Path) -> None:
    path = tmp_path / "fleet.yaml"
    row = "".join(f"  {key}: {value}\n" for key, value in A.items())
    secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
    path.write_text(
        f"clusters:\n-\n{row}  config:\n    kubernetes: {{kubeconfig: {secret}}}\n    etcdBackup:\n"
        f"      credentials:\n        mode: aws-static\n        secretAccessKey: {secret}\n"
        f"        sessionTokn: {secret}\n"
    )

    outcome = call_in_both_forms("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    told = [line.partition("openshift-credentials:")[2] for line in outcome.others.splitlines()]
    assert [line.partition(" ")[0].rstrip(":") for line in told] == [
        "etcdBackup.credentials.secretAccessKey",
        "kubernetes.kubeconfig",
        "etcdBackup.credentials.sessionTokn",
        "etcdBackup.credentials.accessKeyId",
    ]
    assert ["[secret]" in line for line in told] == [True, True, False, False]
    assert secret not in outcome.others + outcome.results
