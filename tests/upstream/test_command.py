"""``python -m tests.upstream``: what it answers to unusual input, and how a digest is accepted."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.upstream.__main__ import main
from tests.upstream.checkout import open_checkout
from tests.upstream.small_tree import FILES, REQUEST, RULES, write_files, write_sources
from tests.upstream.tables import read_tables, rows_of

GO_FILE: Final = "depot/depot.go"
LIMIT: Final = f"{RULES}.defaults:JOB_DEADLINE_SECONDS"
CHANGED: Final = {**FILES, GO_FILE: FILES[GO_FILE].replace("limit    = 900", "limit    = 800")}
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout without history; its table is beside it."""
    write_files(tmp_path / "checkout", FILES)
    write_sources(tmp_path / "checkout", tmp_path / "sources")
    return tmp_path / "checkout"


def git(folder: Path, *arguments: str) -> str:
    settings = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(folder), *settings, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def committed(folder: Path) -> str:
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "a depot")
    return git(folder, "rev-parse", "HEAD")[:12]


@pytest.mark.parametrize(
    ("module", "told"),
    [
        (None, "no go.mod, so this is not the top folder of a Go module"),
        ("module example.com/depot\n", "module example.com/depot has no rule of ours; known are"),
        ("go 1.26\n", "module (none) has no rule of ours"),
    ],
)
def test_what_is_no_known_program_is_refused(
    module: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if module is not None:
        (tmp_path / "go.mod").write_text(module)
    assert main([str(tmp_path)]) == 2
    assert told in capsys.readouterr().err


def test_a_missing_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing")]) == 2
    assert "no such folder; name a checkout" in capsys.readouterr().err


def test_nothing_new_is_reported_in_one_line(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(checkout)], checkout.parent / "sources") == 0
    assert capsys.readouterr().out == "openshift/hypershift at an unknown commit: 13 unchanged\n"


def test_a_broken_file_is_reported_as_gone(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "crds" / "parcels.yaml").write_text("spec: [")
    (checkout / GO_FILE).write_bytes(b"\xff\xfe package {{{")
    assert main([str(checkout), "-o", "json"], checkout.parent / "sources") == 1
    (report,) = json.loads(capsys.readouterr().out)
    kinds = {finding["file"]: finding["kind"] for finding in report["findings"]}
    assert kinds["crds/parcels.yaml"] == kinds[GO_FILE] == "gone"
    assert kinds["scripts/setup.sh"] == "unchanged"


def test_without_history_the_report_says_so(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(checkout, CHANGED)
    assert main([str(checkout)], checkout.parent / "sources") == 1
    told = capsys.readouterr().out
    assert "changed  limit in depot/depot.go" in told
    assert f"ours: {LIMIT} (openshift_credentials/systems/etcd_backup/rules/defaults.py:" in told
    assert "the checkout has no history to compare with" in told


@needs_git
def test_with_history_the_report_has_the_difference(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = checkout.parent / "sources"
    commit = committed(checkout)
    table = sources / "small.csv"
    table.write_text(table.read_text().replace("0123456789ab", commit))
    write_files(checkout, CHANGED)

    for output in ("text", "markdown"):
        assert main([str(checkout), "-o", output], sources) == 1
        told = capsys.readouterr().out
        assert "-limit    = 900" in told
        assert "+limit    = 800" in told
        assert commit in told
    assert "| changed | `limit` | `depot/depot.go` |" in told


@needs_git
def test_a_shallow_checkout_is_reported(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = checkout.parent / "sources"
    committed(checkout)
    write_files(checkout, CHANGED)
    git(checkout, "commit", "-q", "-a", "-m", "less")
    shallow = checkout.parent / "shallow"
    git(checkout.parent, "clone", "-q", "--depth", "1", f"file://{checkout}", str(shallow))

    assert main([str(checkout)], sources) == 1
    assert "without that commit: git fetch origin 0123456789ab" in capsys.readouterr().out
    assert main([str(shallow)], sources) == 1
    assert "the checkout is shallow: git fetch origin 0123456789ab" in capsys.readouterr().out


@needs_git
def test_accept_writes_the_digest_of_one_rule(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = checkout.parent / "sources"
    before = rows_of("openshift/hypershift", sources)
    write_files(checkout, CHANGED)
    commit = committed(checkout)

    assert main([str(checkout), "--accept", LIMIT], sources) == 0
    assert "1 rows follow the checkout" in capsys.readouterr().out
    after = rows_of("openshift/hypershift", sources)
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [(old.rule, new.commit) for old, new in changed] == [(LIMIT, commit)]

    assert main([str(checkout)], sources) == 1
    told = capsys.readouterr().out
    assert "changed  group:audience" in told
    assert "changed  limit" not in told


def test_accept_names_a_rule_that_exists(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = checkout.parent / "sources"
    assert main([str(checkout), "--accept", LIMIT.removesuffix("S")], sources) == 2
    assert f"did you mean {LIMIT}?" in capsys.readouterr().err


def test_a_symbol_that_is_gone_cannot_be_accepted(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = checkout.parent / "sources"
    before = read_tables(sources)
    (checkout / GO_FILE).write_text("package depot\n")
    assert main([str(checkout), "--accept", LIMIT], sources) == 2
    assert "correct or delete its row by hand" in capsys.readouterr().err
    assert read_tables(sources) == before


def test_the_requests_of_a_release_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = REQUEST.replace("name: depot", "name: openshift-ingress")
    write_files(tmp_path, {"a.yaml": REQUEST, "b.yaml": known})
    assert main([str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "depot: a request for AWS that our table lacks" in told
    assert "openshift-ingress: only in the release: s3:GetObject" in told
    assert "openshift-ingress: only in our table: " in told
    assert f"2 CredentialsRequests in {tmp_path}" in told


@pytest.mark.parametrize(
    "text",
    [
        "kind: CredentialsRequest\n",
        "kind: CredentialsRequest\nmetadata: []\nspec: {providerSpec: {kind: [x]}}\n",
        REQUEST.replace("[s3:GetObject]", "{a: 1}"),
        REQUEST.replace("statementEntries:", "statementEntries: [1, x]\n    more:"),
    ],
)
def test_a_broken_request_is_reported(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path, {"a.yaml": text})
    assert main([str(tmp_path)]) == 1
    assert "1 CredentialsRequests in" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_reported(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "depot" / "folder.go").mkdir()
    assert main([str(checkout)], checkout.parent / "sources") == 2
    assert "folder.go" in capsys.readouterr().err


def test_programs_within_kubernetes_are_found_in_its_checkout(tmp_path: Path) -> None:
    inside = tmp_path / "staging" / "src" / "k8s.io" / "kubelet"
    inside.mkdir(parents=True)
    (tmp_path / "go.mod").write_text("module k8s.io/kubernetes\n")
    (inside / "go.mod").write_text("module k8s.io/kubelet\n")
    found = [(one.program.repository, one.root) for one in open_checkout(tmp_path)]
    assert found == [("kubernetes/kubernetes", tmp_path), ("kubernetes/kubelet", inside)]
