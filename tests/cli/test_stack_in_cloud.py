"""``--cloud``: which clouds are read, and what the state adds to their answers."""

import argparse
import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from openshift_credentials.cli.verbs import preflight
from openshift_credentials.cli.verbs.preflight import cloud_checks
from openshift_credentials.live import clouds as live_clouds
from openshift_credentials.live.check import MANAGED, Check, Operation, success
from openshift_credentials.live.observed import ArmRead, AwsCall, CloudRead, GoogleRead, Observed
from openshift_credentials.platforms.azure.names import AzureCloud

AWS = AwsCall(name="role", service="iam", method="get_role", region="us-east-1")
ARM = ArmRead(name="account", path="/x", api_version="1")
GOOGLE = GoogleRead(name="pool", service="iam", path="/x", permission="get", universe="googleapis.com")
EXPORTED = {"deployment": {"resources": [{"type": "aws:iam/role:Role", "id": "one", "urn": "x"}]}}

Export = Callable[..., list[Sequence[str]]]


@pytest.fixture
def arguments(tmp_path: Path) -> argparse.Namespace:
    (tmp_path / "Pulumi.yaml").write_text("name: openshift-credentials\nruntime: python\n")
    (tmp_path / "Pulumi.one.yaml").write_text("config: {}\n")
    return argparse.Namespace(stack="one", cwd=str(tmp_path), config_file=None, config=[], request_timeout=7)


@pytest.fixture
def export(monkeypatch: pytest.MonkeyPatch) -> Export:
    """Stands for the CLI: what it prints and its exit code, or what prevents it."""

    def prints(text: str, code: int = 0, error: Exception | None = None) -> list[Sequence[str]]:
        calls: list[Sequence[str]] = []

        def run(command: Sequence[str], **options: object) -> object:
            calls.append(command)
            assert options == {"capture_output": True, "text": True, "check": False, "timeout": 30}
            if error:
                raise error
            return SimpleNamespace(returncode=code, stdout=text)

        monkeypatch.setattr(preflight.subprocess, "run", run)
        return calls

    return prints


@pytest.fixture
def clouds(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Stand for the clients of the clouds, and note what they are asked."""
    asked: list[tuple[object, ...]] = []

    def observe(reads: Sequence[CloudRead], *more: object) -> Observed:
        asked.append((*(read.name for read in reads), *more))
        return Observed({read.name: [{"from": read.name}] for read in reads})

    def azure_client(cloud: AzureCloud) -> str:
        return f"client of {cloud}"

    monkeypatch.setattr(live_clouds, "observe_aws", observe)
    monkeypatch.setattr(live_clouds, "observe_rest", observe)
    monkeypatch.setattr(live_clouds, "azure_client", azure_client)
    monkeypatch.setattr(live_clouds, "google_client", lambda: "client of Google")
    return asked


def operation(*reads: CloudRead, seen: list[Observed] | None = None) -> Operation[Any]:
    """Reads that, and passes."""

    def judge(_: object, observed: Observed) -> Iterator[Check]:
        if seen is not None:
            seen.append(observed)
        yield success("cloud-read", "read", "x")

    def asked(_: object) -> Sequence[CloudRead]:
        return reads

    return Operation(cloud_reads=asked, cloud=judge)


def test_each_cloud_is_asked_by_its_client_and_the_state_once(
    arguments: argparse.Namespace, export: Export, clouds: list[tuple[object, ...]]
) -> None:
    calls = export(json.dumps(EXPORTED))
    seen: list[Observed] = []
    settings = SimpleNamespace(cloud=AzureCloud.CHINA)
    both = [(operation(AWS, ARM, seen=seen), settings), (operation(GOOGLE, seen=seen), settings)]
    found = list(cloud_checks(arguments, [*both, (operation(), settings)]))
    assert [(check.code, check.subject) for check in found] == [("cloud-read", "read")] * 2
    assert clouds == [("role", 7), ("account", f"client of {AzureCloud.CHINA}", 7), ("pool", "client of Google", 7)]
    managed = [{"type": "aws:iam/role:Role", "id": "one"}]
    assert [observed.all(MANAGED) for observed in seen] == [managed, managed]
    assert seen[0].one("role") == {"from": "role"}
    assert calls == [[*("pulumi", "stack", "export", "--stack", "one", "--cwd", arguments.cwd), "--non-interactive"]]


@pytest.mark.parametrize(
    ("text", "code", "error"),
    [
        (json.dumps(EXPORTED), 1, None),
        ("no JSON", 0, None),
        ("[]", 0, None),
        ("", 0, OSError()),
        ("", 0, subprocess.TimeoutExpired("pulumi", 30)),
    ],
)
def test_without_a_state_nothing_is_known_to_be_managed(
    text: str,
    code: int,
    error: Exception | None,
    arguments: argparse.Namespace,
    export: Export,
    clouds: list[tuple[object, ...]],
) -> None:
    export(text, code, error)
    seen: list[Observed] = []
    assert list(cloud_checks(arguments, [(operation(AWS, seen=seen), None)]))
    assert clouds
    assert MANAGED not in seen[0].answers
