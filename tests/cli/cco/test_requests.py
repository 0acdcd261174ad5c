"""``cco requests``: what is listed, and what is refused."""

from pathlib import Path

from tests.cli.cco.objects import MARK, answer, requests_folder
from tests.cli.command import call, call_in_both_forms


def test_requests_are_listed_in_upstreams_order(tmp_path: Path) -> None:
    outcome = call_in_both_forms("cco", "requests", requests_folder(tmp_path / "r", "feature-tp"))
    assert outcome.code == 0
    (plain,) = answer(outcome)["requests"]
    assert plain == {
        "file": "b.yaml",
        "name": "plain",
        "namespace": "openshift-cloud-credential-operator",
        "secret": "ns-plain/creds",
        "serviceAccounts": ["sa1"],
        "cloudTokenPath": "",
        "kind": "AWSProviderSpec",
    }
    assert answer(outcome)["ignored"] == [{"file": "a.yaml", "name": "gated", "reason": "with tech-preview annotation"}]
    both = call("cco", "requests", str(tmp_path / "r"), "--enable-tech-preview", "-o", "json")
    assert len(answer(both)["requests"]) == 2


def test_a_file_that_cannot_be_read_is_an_error_beside_the_others(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "one")
    (tmp_path / "r" / "z.yaml").write_text(f"stringData: [{MARK}", encoding="utf-8")
    outcome = call_in_both_forms("cco", "requests", path)
    assert outcome.code == 2
    found = answer(outcome)
    assert len(found["requests"]) == 1
    assert [each["file"] for each in found["errors"]] == ["z.yaml"]
    assert MARK not in outcome.results + outcome.others


def test_a_document_that_is_no_request_is_listed_and_an_error(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "comment-file"))
    assert outcome.code == 2
    assert "kind             (none)" in outcome.results
    assert "error: " in outcome.others
    assert "ccoctl crashes on it" in outcome.others
