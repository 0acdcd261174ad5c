"""Verb ``detect``: what it reads, and that it shows nothing of it."""

import base64
import json
import time

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.cli.detect_objects import ARN, MARKER, secret
from tests.cli.running import Runner
from tests.kit.nonempty import nonempty
from tests.systems.etcd_backup.rules.test_credentials_properties import SECRETS
from tests.systems.etcd_backup.rules.test_explanation import DOTENV

LEAKS: list[dict[str, str]] = [
    {"credentials": f"[default]\naws_access_key_id = AKIA\naws_secret_access_key = {MARKER}"},
    {"credentials": f"[{MARKER}]\n{MARKER} = {MARKER}\n{MARKER}"},
    {"credentials": f"arn:{MARKER}"},
    {"credentials": f"{ARN}\n{MARKER}"},
    {"credentials": f'{{"clientSecret": "{MARKER}", "{MARKER}": 1}}'},
    {"credentials": f'{{"clientSecret": {MARKER}'},
    {"cloud": f"AZURE_CLIENT_ID={MARKER}\nAZURE_CLIENT_SECRET={MARKER}"},
    {"cloud": f"export AZURE_CLIENT_ID='{MARKER}'\nAZURE_CLOUD_NAME={MARKER}"},
    {"cloud": f"{DOTENV}AZURE_CLIENT_SECRET={MARKER}", "credentials": MARKER},
    {"other": MARKER, "Cloud": MARKER},
]


@pytest.mark.parametrize("content", LEAKS)
@pytest.mark.parametrize("contract", ["2026-08", "next"])
def test_no_text_shows_the_content(verbs: Runner, content: dict[str, str], contract: str) -> None:
    file = verbs.file("a", secret(**content))
    for flags in ((), ("--explain",)):
        result = verbs.run("detect", "--contract", contract, *flags, file)
        assert result.code == 0
        assert MARKER not in result.out + result.err
    for entry in nonempty(verbs.in_both_forms("detect", "--explain", file).json):
        assert MARKER not in json.dumps({**entry, "roleArn": None, "clientId": None})


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (f"{MARKER}: [", "{}, document 1: is neither YAML nor JSON (line "),
        (f"a: *{MARKER}\n", "{}, document 1: is neither YAML nor JSON (line 1: found undefined alias)"),
        (f"{MARKER}\n", "{}, document 1: is not an object (a mapping of"),
        (f"{MARKER}: 1\n{MARKER}: 2", "{}, document 1: a key occurs twice in one group (line 2)"),
        ("kind: ConfigMap\napiVersion: v1\n", "{}, document 1: has kind ConfigMap, not Secret"),
        (f"kind: {MARKER}\n", "{}, document 1: is not a Secret (apiVersion v1, kind Secret)"),
        ("", "{}: is empty; pass a manifest in YAML or JSON"),
        (b"\xff\xfe", "{}, document 1: is not UTF-8"),
        (b"a" * 21_000_000, "{}: is larger than 20 MiB; split it"),
        (f"kind: Secret\napiVersion: v1\ndata: {{cloud: {MARKER}}}", "{}, document 1: data.cloud is not base64"),
        (
            "{kind: Secret, apiVersion: v1, stringData: {cloud: 123}}",
            "{}, document 1: stringData.cloud must be text; put it in quotation marks",
        ),
        (
            "{kind: List, items: [{kind: Pod}, {kind: Secret, apiVersion: v1}]}",
            "{}, document 1, item 1: has kind Pod, not Secret",
        ),
    ],
    ids=lambda each: str(each[:40])[:40],
)
def test_bad_input_is_one_line_and_the_rest_is_judged(verbs: Runner, content: bytes | str, problem: str) -> None:
    bad = verbs.file("bad", content)
    good = verbs.file("good", secret("good", cloud=DOTENV))
    started = time.perf_counter()
    result = verbs.in_both_forms("detect", bad, good)
    assert time.perf_counter() - started < 10
    assert result.code == 2
    assert [entry["name"] for entry in result.json][-2:] == ["good", None]
    [error] = result.json[-1]["errors"]
    assert (f"error: {error['message']}\n", error["file"]) == (result.err, bad)
    assert error["code"] in ("file", "manifest", "syntax")
    [line] = result.err.splitlines()
    assert line.startswith("error: " + problem.format(bad))
    assert MARKER not in result.out + line


def test_a_bad_document_does_not_hide_the_others_of_its_file(verbs: Runner) -> None:
    documents = [yaml.safe_dump(secret("a")), "kind: [\n", yaml.safe_dump(secret("c"))]
    file = verbs.file("a", "---\n".join(documents))
    result = verbs.in_both_forms("detect", "--storage-type", "S3", file)
    assert result.code == 2
    assert [entry["name"] for entry in result.json] == ["a", "c", None]
    assert result.json[-1]["errors"][0]["line"] == 9
    assert result.err.startswith(f"error: {file}, document 2: ")


@given(secrets=st.lists(SECRETS, min_size=1, max_size=3), as_json=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_secret_gets_an_answer(verbs: Runner, secrets: list[dict[str, bytes]], *, as_json: bool) -> None:
    items = [
        {**secret(), "stringData": None, "data": {key: base64.b64encode(value).decode() for key, value in data.items()}}
        for data in secrets
    ]
    content = {"kind": "List", "items": items}
    text = json.dumps(content) if as_json else yaml.safe_dump(content)
    result = verbs.in_both_forms("detect", "--explain", "-", stdin=text.encode())
    assert (result.code, result.err) == (0, "")
    assert len(secrets) <= len(result.json) <= 2 * len(secrets)
    assert verbs.run("detect", "-", stdin=text.encode()).code == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "apiVersion", "metadata", "data", "stringData", "items", "name"]) | st.text(),
            inner | st.sampled_from(["Secret", "v1", "List", "SecretList"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(
    st.binary()
    | JSON.map(lambda value: json.dumps(value).encode())
    | JSON.map(lambda value: yaml.safe_dump(value, allow_unicode=True).encode("utf-8", "surrogateescape"))
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_input_gets_an_answer_or_an_error_line(verbs: Runner, content: bytes) -> None:
    for flags in (("-o", "json"), ("--explain",)):
        result = verbs.run("detect", *flags, "-", stdin=content)
        assert result.code in (0, 2)
        assert (result.code == 2) == bool(result.err)
        assert all(line.startswith("error: ") for line in nonempty(result.err.splitlines())), flags
