"""Verb ``azure-identities``: its answers, its exit codes, and what it never shows."""

import base64
import copy
import json
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.kit.tables import nonempty
from tests.systems.control_plane_identities.samples import document, guid, sample, time

MARKER = "MARKER-5c1e"
VERB = "azure-identities"


@pytest.fixture
def good(verbs: Runner) -> str:
    return verbs.file("good.json", document(guid(1)))


def test_a_good_document_loads(verbs: Runner, good: str) -> None:
    result = verbs.in_both_forms(VERB, "check", good)
    assert result.code == 0
    stated = json.loads(Path(good).read_text())
    times = {key: stated[key] for key in ("not_before", "not_after", "renew_after", "cannot_renew_after")}
    assert result.json == [{"file": good, "loads": True, "stage": "ok", "times": times, "findings": []}]
    text = verbs.run(VERB, "check", good).out
    assert "loads" in text
    renewal = f"from {stated['renew_after']} to {stated['cannot_renew_after']}"
    assert f"expires at {stated['not_after']}, in " in text
    assert f" days; can be renewed {renewal}" in text


def test_what_stands_in_place_of_a_time_is_shown_nowhere(verbs: Runner) -> None:
    path = verbs.file("x.json", document(guid(1), not_after=MARKER))
    for output in ("text", "json"):
        result = verbs.run(VERB, "check", "-o", output, path)
        assert MARKER not in result.out + result.err


def test_a_document_that_does_not_load_has_its_stage_and_exit_code(verbs: Runner) -> None:
    for content, stage in {
        b"": "unmarshal",
        b"{}": "missing-member",
        document(guid(1), client_secret="*").encode(): "base64",
        document(guid(1), client_secret="QUJD").encode(): "certificate",
        document(guid(1), tenant_id="a b").encode(): "credential",
        document(guid(1), not_before=None).encode(): "panic",
    }.items():
        result = verbs.in_both_forms(VERB, "check", verbs.file("x.json", content))
        assert result.code == 1, stage
        (found,) = result.json
        assert (found["loads"], found["stage"]) == (False, stage)
        assert found["findings"][0]["severity"] == "error"


def test_a_rotation_says_which_file_is_in_use(verbs: Runner, good: str) -> None:
    newer = verbs.file("newer.json", document(guid(1), not_before=time(-1)))
    older = verbs.file("older.json", document(guid(1), not_before=time(-100)))
    assert verbs.run(VERB, "rotate", older, good, newer).code == 0
    backwards = verbs.in_both_forms(VERB, "rotate", older, newer, good)
    assert backwards.code == 1, "the last file is never loaded"
    assert backwards.json == [
        {"file": file, "stage": "ok", "inUseAfter": in_use} for file, in_use in ((older, 0), (newer, 1), (good, 1))
    ]
    assert "never loaded" in verbs.run(VERB, "rotate", good, older).out


def test_a_map_is_of_exactly_one_object(verbs: Runner) -> None:
    workload = json.dumps(sample("hosted_cluster_api")["bases"]["workload"])
    for content, count in (("", 0), (f"{workload}\n---\n{workload}", 2)):
        path = verbs.file("objects.yaml", content)
        (error,) = verbs.in_both_forms(VERB, "map", path).json["errors"]
        if count:
            told = f"{path}: must contain exactly one object, but contains {count}"
            assert (error["code"], error["message"]) == ("manifest", told)


def test_a_hosted_cluster_has_a_verdict(verbs: Runner) -> None:
    bases = copy.deepcopy(sample("hosted_cluster_api")["bases"])
    path = verbs.file("managed.json", json.dumps(bases["managed"]))
    result = verbs.in_both_forms(VERB, "hosted-cluster", path)
    assert result.code == 0
    (found,) = result.json
    assert set(found) == {"name", "accepted", "errors", "warnings"}
    assert (found["name"], found["accepted"], found["errors"]) == ("demo", True, [])
    del bases["managed"]["spec"]["platform"]["azure"]["location"]
    broken = verbs.file("broken.json", json.dumps(bases["managed"]))
    result = verbs.in_both_forms(VERB, "hosted-cluster", broken)
    assert result.code == 1
    errors = [{"field": "spec.platform.azure.location", "reason": "FieldValueRequired"}]
    assert result.json[0]["errors"] == errors
    replaced = verbs.run(VERB, "hosted-cluster", "--replaces", path, path)
    assert replaced.code == 0


def test_the_map_of_a_stack_and_of_a_manifest(verbs: Runner) -> None:
    stack = ("--stack", "aro-kms", "--config-file", "examples/aro-kms/Pulumi.aro-kms.yaml")
    text = verbs.run(VERB, "map", *stack)
    assert text.code == 0
    assert "/mnt/kms/kms-my-cluster-x7k2p-json" in text.out
    assert verbs.run(VERB, "map", *stack, "-o", "mermaid").out.startswith("graph LR\n")
    rows = verbs.in_both_forms(VERB, "map", *stack).json
    assert {"component", "secretProviderClass", "consumer", "path"} <= set(rows[0])
    workload = sample("hosted_cluster_api")["bases"]["workload"]
    path = verbs.file("workload.json", json.dumps(workload))
    assert "azure-disk-csi-driver-operator" in verbs.run(VERB, "map", path).out


def test_nothing_of_a_document_is_ever_shown(verbs: Runner) -> None:
    hidden = base64.b64encode(MARKER.encode() * 3).decode()
    marked = [
        document(guid(1), client_secret=MARKER),
        document(guid(1), client_secret=hidden),
        document(guid(1), clientSecret=MARKER),
        document(guid(1), client_secret={"a": MARKER}),
        document(guid(1), tenant_id=MARKER),
        document(guid(1), client_id=MARKER),
        document(guid(1), not_before=MARKER),
        document(guid(1), authentication_endpoint=f"http://{MARKER}"),
        document(guid(1), custom_claims=MARKER),
        document(guid(1))[:-40] + MARKER,
        f"-----BEGIN PRIVATE KEY-----\n{MARKER}\n-----END PRIVATE KEY-----\n",
        f'{{"spec": {{"platform": {{"type": "{MARKER}"}}}}, "kind": "HostedCluster"}}',
        f'{{"kind": "{MARKER}", "apiVersion": "{MARKER}"}}',
    ]
    files = [verbs.file(f"{number}.json", text) for number, text in enumerate(marked)]
    for output in ("text", "json"):
        for subverb in ("check", "rotate", "hosted-cluster"):
            result = verbs.run(VERB, subverb, "-o", output, *files)
            whole = result.out + result.err
            assert MARKER not in whole, subverb
            assert hidden not in whole, subverb
    for file in nonempty(files):
        assert MARKER not in "".join(getattr(verbs.run(VERB, "map", file), part) for part in ("out", "err"))
