"""What a fleet is warned about, what it may have, and secrets in it."""

from pathlib import Path

import pytest

from tests.cli.command import call, call_in_both_forms
from tests.fleet.rows import aws_row, azure_row, write

A, B = aws_row("mc-a"), aws_row("mc-b")


def test_rows_that_differ_in_backend_or_cluster_do_not_meet(tmp_path: Path) -> None:
    rows = [
        {**A, "stack": "one", "backend": "s3://states/LU", "hostedClusters": ["c/a"]},
        {**B, "stack": "one", "backend": "s3://states/LUX", "hostedClusters": ["c/a"]},
    ]
    path = write(tmp_path / "fleet.yaml", rows, fleet={"hostedClusterNames": "per-cluster"})

    outcome = call("fleet", "check", "--inventory", str(path))

    assert (outcome.code, outcome.others) == (0, "")


def test_what_can_change_or_be_lost_without_a_row_is_a_warning(tmp_path: Path) -> None:
    moving = {"image": "registry.example.com:5000/x:latest", "backend": "file:///state"}
    still = {"image": "registry.example.com/x@sha256:" + "0" * 64}
    rows = [{**A, **moving}, {**B, "image": "registry.example.com:5000/x"}, aws_row("mc-c", **still)]
    path = write(tmp_path / "fleet.yaml", rows)

    outcome = call("fleet", "check", "--inventory", str(path))

    told = [line for line in outcome.others.splitlines() if line.startswith("warning: ")]
    assert ["mc-a" in line for line in told] == [True, True, False]
    assert ["can change without a change of the row" in line for line in told] == [True, False, True]
    assert "backend file:///state is lost with the pod" in told[1]


@pytest.mark.parametrize("cloud", ["gcp", "AWS", "5", None, ["aws"]])
@pytest.mark.parametrize("verb", ["check", "render"])
def test_an_unknown_cloud_in_the_defaults_is_a_problem(cloud: object, verb: str, tmp_path: Path) -> None:
    rows = [{k: v for k, v in row.items() if k != "cloud"} for row in (aws_row(), azure_row())]
    path = write(tmp_path / "fleet.yaml", rows, defaults={"cloud": cloud})
    out = ["--out", str(tmp_path / "out")] if verb == "render" else []

    outcome = call("fleet", verb, "--inventory", str(path), *out)

    assert outcome.code == 2
    assert "cloud" in outcome.others
    assert "internal" not in outcome.others


def test_a_secret_setting_is_refused_and_never_shown(tmp_path: Path) -> None:
    secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
    credentials = {"mode": "aws-static", "secretAccessKey": secret, "sessionTokn": secret}
    config = {"kubernetes": {"kubeconfig": secret}, "etcdBackup": {"credentials": credentials}}
    path = write(tmp_path / "fleet.yaml", [{**A, "config": config}])

    outcome = call_in_both_forms("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    told = [line.partition("openshift-credentials:")[2] for line in outcome.others.splitlines()]
    assert [line.partition(" ")[0].rstrip(":") for line in told] == [
        "etcdBackup.credentials.secretAccessKey",
        "kubernetes.kubeconfig",
        "etcdBackup.credentials.sessionTokn",
    ]
    assert ["[secret]" in line for line in told] == [True, True, False]
    assert secret not in outcome.others + outcome.results
