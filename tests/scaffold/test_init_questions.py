"""What init asks, and what it reads from a cluster."""

import io
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

import pytest

from openshift_credentials.cli.program import main
from openshift_credentials.live.observed import Observed
from openshift_credentials.scaffold.facts import READS, cloud_facts, cluster_facts, platform_of
from openshift_credentials.scaffold.questions import StackCloud, all_questions
from tests.cli.running import Runner
from tests.kit.nonempty import nonempty
from tests.live.api_server import ApiServer, serving
from tests.scaffold.init_samples import init


def test_a_cluster_says_what_it_is() -> None:
    discovery, infrastructure, hosted = (each.name for each in READS)
    observed = Observed(
        {
            discovery: [{"issuer": "https://oidc.example.com/abc/"}],
            infrastructure: [
                {
                    "status": {
                        "infrastructureName": "mc-x7k2p",
                        "platformStatus": {"type": "AWS", "aws": {"region": "us-east-1"}},
                    }
                }
            ],
            hosted: [
                {"metadata": {"namespace": "shop", "name": "prod"}},
                {"metadata": {"namespace": "bank", "name": "prod"}},
            ],
        }
    )
    assert platform_of(observed) is StackCloud.AWS
    assert cluster_facts(observed) == {
        "issuer": "https://oidc.example.com/abc/",
        "name": "mc-x7k2p",
        "region": "us-east-1",
        "hosted-clusters": "bank/prod,shop/prod",
    }
    assert cluster_facts(Observed({})) == {}
    assert platform_of(Observed({})) is None


def test_a_session_of_a_cloud_says_whose_it_is() -> None:
    answers = {
        "aws sts": '{"Account": "123456789012"}',
        "aws configure": "us-east-1\n",
        "az account": '{"id": "sub", "tenantId": "tenant"}',
        "gcloud config": "my-project\n",
        "gcloud projects": '{"projectId": "my-project", "projectNumber": "123456789012"}',
    }

    def run(command: Sequence[str]) -> str | None:
        return answers.get(" ".join(command[:2]))

    assert cloud_facts(StackCloud.AWS, run) == {"account-id": "123456789012", "region": "us-east-1"}
    assert cloud_facts(StackCloud.AZURE, run) == {"subscription-id": "sub", "tenant-id": "tenant"}
    assert cloud_facts(StackCloud.GCP, run) == {
        "project": "my-project",
        "project-number": "123456789012",
    }
    without_json = {StackCloud.AWS: {"region": "no JSON"}, StackCloud.GCP: {"project": "no JSON"}}
    for cloud in StackCloud:
        assert cloud_facts(cloud, lambda _: None) == {}
        assert cloud_facts(cloud, lambda _: "no JSON") == without_json.get(cloud, {})


def test_a_cluster_on_google_cloud_says_its_project() -> None:
    _, infrastructure, _ = (each.name for each in READS)
    gcp = {"projectID": "my-project", "region": "europe-west3"}
    status = {"infrastructureName": "mc-x7k2p", "platformStatus": {"type": "GCP", "gcp": gcp}}
    observed = Observed({infrastructure: [{"status": status}]})
    assert platform_of(observed) is StackCloud.GCP
    assert cluster_facts(observed) == {
        "name": "mc-x7k2p",
        "project": "my-project",
        "bucket-location": "europe-west3",
    }


def test_each_question_has_an_argument_and_its_example_is_an_answer() -> None:
    for question in nonempty(all_questions().values()):
        assert question.problem(question.rule.example) is None


def test_a_cluster_is_read_and_what_it_lacks_is_missing(verbs: Runner, tmp_path: Path) -> None:
    answers = {
        READS[0].path: {"issuer": "https://oidc.example.com/abc"},
        READS[1].path: {
            "status": {
                "infrastructureName": "mc-x7k2p",
                "platformStatus": {"type": "AWS", "aws": {"region": "us-east-1"}},
            }
        },
        READS[2].path: [{"metadata": {"namespace": "shop", "name": "prod"}}],
    }
    with serving(ApiServer(answers)) as server:
        kubeconfig = server.kubeconfig(tmp_path)
        live = init(tmp_path, "--from-cluster", "--kubeconfig", kubeconfig)
        without = verbs.run(*live)
        whole = verbs.run(*live, "--account-id", "123456789012")
    assert without.code == 2
    assert without.err.count("is missing") == 1
    assert "--account-id is missing" in without.err
    assert whole.code == 0
    text = (tmp_path / "Pulumi.new.yaml").read_text()
    for part in ('name: "mc-x7k2p"', '"https://oidc.example.com/abc"', '"shop/prod"'):
        assert part in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_asks_and_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["gcp", "aws", "rosa", "no issuer", "https://oidc.example.com/a", "clusters/one",
             "us-east-1", "123456789012", ""]  # fmt: skip
    monkeypatch.setattr("sys.stdin", Terminal("\n".join(lines) + "\n"))
    assert main(["init", "--stack", "new", "-C", str(tmp_path)]) == 0
    asked = capsys.readouterr().err
    assert asked.count("Cloud (aws, azure)") == asked.count("Issuer of") == 2
    assert "[rosa-etcd-snapshots]" in asked
    assert 'bucket: "rosa-etcd-snapshots"' in (tmp_path / "Pulumi.new.yaml").read_text()


def test_it_gives_up_after_three_wrong_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for lines, question in (
        ("", "Cloud (aws, azure): "),
        ("aws\n", "Name of the management cluster: "),
    ):
        monkeypatch.setattr("sys.stdin", Terminal(lines + "\n" * 99))
        assert main(["init", "--stack", "new", "-C", str(tmp_path)]) == 2
        assert capsys.readouterr().err.count(question) == 3


@pytest.mark.parametrize(
    ("system", "cloud"), [("snapshotStore", "aws"), ("controlPlaneIdentities", "azure")]
)
def test_a_system_of_one_cloud_is_not_asked_for_it(
    system: str, cloud: str, verbs: Runner, tmp_path: Path
) -> None:
    assert f"--cloud {cloud}" not in verbs.run(*init(tmp_path, "--system", system)).err


def test_what_the_cluster_refuses_is_noted(verbs: Runner, tmp_path: Path) -> None:
    answers = {READS[0].path: HTTPStatus.FORBIDDEN}
    with serving(ApiServer(answers)) as server:
        kubeconfig = server.kubeconfig(tmp_path)
        live = init(tmp_path, "--from-cluster", "--kubeconfig", kubeconfig, "--cloud", "aws")
        told = verbs.run(*live).err.splitlines()
    assert [line for line in told if line.startswith("note: ")] == [
        f"note: {READS[0].path} could not be read: forbidden"
    ]


SESSION = """#!/bin/sh
if [ "$1" = sts ]; then echo '{"Account": "123456789012"}'; else exit 1; fi
"""


def test_a_session_of_the_cloud_that_says_nothing_is_noted(
    verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "aws"
    command.write_text(SESSION)
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = verbs.run(*init(tmp_path, "--cloud", "aws", "--from-cloud")).err
    refused = "note: '{}' returned nothing; sign in, or pass the values\n"
    assert told.startswith(refused.format("aws configure get region"))
    assert "--region is missing" in told
    assert "--account-id is missing" not in told
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    told = verbs.run(*init(tmp_path, "--cloud", "aws", "--from-cloud")).err
    assert refused.format("aws sts get-caller-identity --output json") in told
