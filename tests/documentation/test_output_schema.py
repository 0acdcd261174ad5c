"""docs/output.schema.json: what each verb prints with ``-o json``, checked on real answers."""

import importlib
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from openshift_credentials.cli.program import VERBS
from tests.cli.command import call
from tests.cli.conftest import verbs
from tests.cli.running import Runner
from tests.cli.test_live import SETTINGS, answers, failed, run
from tests.documentation.test_commands import reader
from tests.kit.definitions import SCHEMA, problems
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty
from tests.live.api_server import ApiServer, serving
from tests.systems.etcd_backup.live.cluster_objects import with_backup

pytestmark = pytest.mark.without_golden

__all__ = ["reader", "verbs"]

EXAMPLE = "examples/{0}/Pulumi.{0}.yaml"
OFFLINE = {
    "preview": ["preview --stack dev", "preview --stack aro", "preview --stack mycluster"],
    "explain": [
        "explain --stack dev",
        "explain --stack aro",
        "explain --stack sts-aws-public --config-file " + EXAMPLE.format("sts-aws-public"),
    ],
    "explain --deployer": ["explain --deployer --stack dev", "explain --deployer --stack aro"],
    "detect": ["detect secret.yaml", "detect --explain dotenv-secret.yaml"],
    "validate": ["validate backup.yaml"],
    "job": ["job --backup backup.yaml --secret secret.yaml"],
    "azure-identities check": ["azure-identities check cpo-2025.json"],
    "azure-identities rotate": ["azure-identities rotate cpo-2025.json cpo-2026.json"],
    "azure-identities hosted-cluster": ["azure-identities hosted-cluster hosted-cluster.yaml"],
    "azure-identities map": ["azure-identities map --stack aro-kms --config-file " + EXAMPLE.format("aro-kms")],
    "image-pulls check": ["image-pulls check providers.yaml"],
    "image-pulls match": ["image-pulls match --config providers.yaml example.com/a example.com/b"],
    "image-pulls simulate": ["image-pulls simulate --scenario scenario.json"],
    "cco mode": ["cco mode install-config.yaml"],
    "cco requests": ["cco requests credrequests"],
    "cco secrets": ["cco secrets root-secret.yaml"],
    "cco permissions": [
        "cco permissions --cloud aws --mode mint",
        "cco permissions --cloud aws --mode mint --policy policy.json",
    ],
    "cco diff": ["cco diff credrequests credrequests-azure"],
    "issuer documents": [
        (
            "issuer documents --cloud aws --name mycluster --region us-east-1 "
            "--public-key-file serviceaccount-signer.public"
        )
    ],
    "issuer identities": [
        (
            "issuer identities --cloud aws --name mycluster --region us-east-1 --provider-arn "
            "arn:aws:iam::123456789012:oidc-provider/o.example.com --issuer-url https://o.example.com --requests "
            "credrequests"
        )
    ],
    "fleet check": ["fleet check --inventory fleet.yaml"],
}
LIVE = ("preflight", "verify", "status", "diagnose")
ELSEWHERE = {
    "bundle": "tests/cli/test_bundle.py",
    "cco rotate": "tests/cli/cco/test_live.py",
    "fleet render": "tests/fleet/test_rendering.py",
    "fleet status": "tests/fleet/test_status.py",
    "issuer check": "tests/cli/test_issuer.py",
}
"""Forms that are checked where the tests of the verb have answers of every kind."""
WITHOUT_JSON = ("init", "completion")
"""Verbs that write files or a script."""


@pytest.mark.parametrize("form", OFFLINE)
def test_an_answer_has_the_form_of_its_verb(form: str, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(directory)
    for command in nonempty(OFFLINE[form]):
        outcome = call(*shlex.split(command), "-o", "json")
        assert outcome.code in (0, 1), outcome
        assert problems(form, json.loads(outcome.results)) == [], command


@pytest.mark.parametrize("verb", LIVE)
def test_an_answer_about_a_cluster_has_the_form_of_its_verb(verb: str, verbs: Runner, tmp_path: Path) -> None:
    for cluster in (failed(), with_backup(SETTINGS, "BackupSucceeded", url="s3://s/1.db")):
        with serving(ApiServer(answers(cluster))) as server:
            found = run(verbs, tmp_path, server, verb, "-o", "json").json
            assert problems(verb, found) == []


@pytest.fixture(scope="module")
def directory(reader: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader has, and the files of the documents' commands beside it."""
    place = tmp_path_factory.mktemp("documents") / "reader"
    shutil.copytree(reader, place, symlinks=True)
    shutil.copytree(REPOSITORY / "examples/documents", place, dirs_exist_ok=True)
    return place


def test_an_error_has_one_form() -> None:
    outcome = call("explain", "--stack", "nowhere", "-o", "json")
    assert problems("errors", json.loads(outcome.results)) == []


def test_every_verb_with_an_answer_for_programs_has_a_schema() -> None:
    page = (REPOSITORY / "docs/cli.md").read_text(encoding="utf-8")
    verbs_of_forms = {form.split()[0] for form in SCHEMA["$defs"]} - {"errors"}
    assert set(VERBS) == verbs_of_forms | set(WITHOUT_JSON)
    assert {*OFFLINE, *LIVE, *ELSEWHERE, "errors"} == set(SCHEMA["$defs"])
    for form, file in ELSEWHERE.items():
        assert f'problems("{form}", ' in (REPOSITORY / file).read_text(encoding="utf-8")
    assert re.search(r"\[output\.schema\.json\]\(output\.schema\.json\)", page)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in WITHOUT_JSON])
def test_every_action_with_an_answer_for_programs_has_a_schema(verb: str) -> None:
    package = importlib.import_module(f"openshift_credentials.cli.verbs.{verb.replace('-', '_')}")
    for action in getattr(package, "_ACTIONS", {"": ""}):
        form = f"{verb} {action}".strip()
        assert "json" in call(*form.split(), "--help").results, form
        assert form in SCHEMA["$defs"], form


def test_a_schema_refuses_another_form() -> None:
    for form in nonempty(_forms()):
        assert problems(form, "text"), form


def _forms() -> Iterator[str]:
    yield from SCHEMA["$defs"]
