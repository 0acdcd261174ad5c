"""Verb ``detect``: modes, findings and explanations."""

import base64
import json
import subprocess
import sys
import time

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.cli.running import Runner
from tests.cli.samples import AZURE_CLIENT_ID as CLIENT_ID, MARKER, ROLE_ARN as ARN, detected_secret as secret
from tests.kit.tables import nonempty
from tests.systems.etcd_backup.rules.test_credentials import DOTENV, EXPLANATIONS, SAMPLE, SECRETS

MEMBERS = [*("name", "namespace", "storageType", "mode", "rule", "roleArn", "clientId", "findings")]


def test_every_secret_gets_its_entries_in_input_order(verbs: Runner) -> None:
    secrets = [secret(f"s{number}", cloud=DOTENV) for number in range(5)]
    first = verbs.file("first.yaml", yaml.safe_dump_all(secrets[:2]))
    second = verbs.file("second.json", json.dumps({"kind": "List", "items": secrets[2:4]}))
    standard_input = json.dumps(secrets[4]).encode()
    result = verbs.in_both_forms("detect", first, second, "-", stdin=standard_input)
    assert [(entry["name"], entry["storageType"]) for entry in result.json] == [
        (f"s{number}", "AzureBlob") for number in range(5)
    ]
    assert {entry["mode"] for entry in result.json} == {"azure-workload-identity"}
    assert result.json[1]["clientId"] == CLIENT_ID


KEYS = "[default]\naws_access_key_id=AKIAIOSFODNN7EXAMPLE\naws_secret_access_key=" + "a" * 40


@pytest.mark.parametrize(
    ("data", "types"),
    [
        ({"credentials": ARN}, ["S3"]),
        ({"credentials": KEYS}, ["S3"]),
        ({"cloud": DOTENV}, ["AzureBlob"]),
        ({"credentials": ARN, "cloud": DOTENV}, ["S3", "AzureBlob"]),
        ({"token": "x"}, ["S3", "AzureBlob"]),
    ],
)
def test_the_storage_type_is_inferred_where_only_one_fits(
    verbs: Runner, data: dict[str, str], types: list[str]
) -> None:
    result = verbs.in_both_forms("detect", verbs.file("a", secret(**data)))
    assert [entry["storageType"] for entry in result.json] == types


@pytest.mark.parametrize(
    ("data", "before", "after"),
    [
        ({"cloud": DOTENV}, "azure-workload-identity", "azure-workload-identity"),
        ({"cloud": ARN}, "aws-static", "aws-sts"),
        ({"cloud": KEYS, "credentials": ARN}, "aws-sts", "aws-static"),
    ],
)
def test_the_copy_of_oadp_is_judged_as_the_operator_gets_it(
    verbs: Runner, data: dict[str, str], before: str, after: str
) -> None:
    file = verbs.file("a", secret(**data))
    expected = ("--storage-type", "S3") if after.startswith("aws") else ()
    source = verbs.in_both_forms("detect", *expected, file)
    copied = verbs.in_both_forms("detect", "--as-copied", *expected, file)
    assert [entry["mode"] for entry in source.json] == [before]
    assert [entry["mode"] for entry in copied.json] == [after]


def test_another_mode_than_expected_is_code_1(verbs: Runner) -> None:
    file = verbs.file("a", secret(credentials=KEYS))
    assert verbs.run("detect", "--expect", "aws-static", file).code == 0
    other = verbs.run("detect", "--expect", "aws-sts", file)
    assert other.code == 1
    assert other.err == "hypershift/creds: the mode is aws-static, aws-sts was expected\n"
    assert verbs.run("detect", "--expect", "azure-workload-identity", file).code == 1
    wrong = verbs.run("detect", "--expect", "aws-sts", "--storage-type", "AzureBlob", file)
    assert wrong.code == 2
    assert "is a mode of S3" in wrong.err


def test_the_sample_of_the_real_operator_is_judged_the_same(verbs: Runner) -> None:
    rows = json.loads(SAMPLE.read_text())["rows"]
    for storage_type in ("S3", "AzureBlob"):
        chosen = [row for row in rows if row[0] == storage_type]
        items = [{**secret(), "data": data} for _, data, *_ in chosen]
        file = verbs.file("list.json", {"kind": "List", "items": items})
        result = verbs.in_both_forms("detect", "--storage-type", storage_type, file)
        assert result.code == 0
        for entry, (_, _, mode, role_arn, client_id) in zip(result.json, chosen, strict=True):
            assert entry["mode"] == mode
            for name, expected in (("roleArn", role_arn), ("clientId", client_id)):
                found = (entry[name] or "").encode("utf-8", "surrogateescape")
                assert found == base64.b64decode(expected)


@pytest.mark.parametrize(("storage_type", "content", "steps", "pod"), EXPLANATIONS)
def test_the_decision_is_explained_step_by_step(
    verbs: Runner, storage_type: str, content: dict[str, str], steps: list[str], pod: str
) -> None:
    file = verbs.file("a", secret(**content))
    flags = ("--explain", "--storage-type", storage_type, file)
    lines = verbs.run("detect", *flags).out.splitlines()
    assert [line.strip() for line in lines[1 : 1 + len(steps)]] == steps
    assert lines[1 + len(steps)].startswith("  rule ")
    assert " (contract 2026-08): " in lines[1 + len(steps)]
    mode = lines[0].split("  ")[2]
    assert lines[2 + len(steps)].startswith(f"  mode {mode}: the pod gets ")
    assert pod in lines[2 + len(steps)]
    [entry] = verbs.in_both_forms("detect", *flags).json
    assert list(entry) == [*MEMBERS, "explanation"]
    assert entry["explanation"] == [line[2:] for line in lines[1 : 3 + len(steps)]]


def test_text_shows_an_identity_only_if_it_is_one(verbs: Runner) -> None:
    def first_line(storage_type: str, **text: str) -> str:
        file = verbs.file("a", secret(**text))
        return verbs.run("detect", "--storage-type", storage_type, file).out.splitlines()[0]

    assert first_line("S3", credentials=ARN).endswith(f"  aws-sts  {ARN}")
    assert first_line("AzureBlob", cloud=DOTENV).endswith(f"identity  {CLIENT_ID}")
    assert first_line("S3", credentials=f"{ARN}\n{MARKER}").endswith("  aws-sts")
    assert first_line("AzureBlob", cloud=f"AZURE_CLIENT_ID={MARKER}").endswith("identity")


def test_text_has_no_control_characters_from_the_file(verbs: Runner) -> None:
    manifest = secret("a\x1b[31m\r\n\u202e\u00e4", credentials=ARN)
    result = verbs.run("detect", verbs.file("a", json.dumps(manifest)))
    assert all(line.isascii() and line.isprintable() for line in nonempty(result.out.splitlines()))
    assert "\\x1b" in result.out


@pytest.mark.parametrize(
    ("namespace", "name", "modes"),
    [
        ("openshift-adp", "any", ["aws-sts"]),
        ("velero", "cloud-credentials", ["aws-sts"]),
        (None, "cloud-credentials", ["aws-sts"]),
        ("hypershift", "cloud-credentials", ["aws-static", "azure-managed-identity"]),
        ("velero", "any", ["aws-static", "azure-managed-identity"]),
    ],
)
def test_the_copy_of_a_source_of_oadp_is_judged_where_nothing_else_fits(
    verbs: Runner, namespace: str | None, name: str, modes: list[str]
) -> None:
    source = {**secret(cloud=ARN), "metadata": {"name": name, "namespace": namespace}}
    result = verbs.in_both_forms("detect", verbs.file("a", source))
    assert [entry["mode"] for entry in result.json] == modes
    assert ("is a source of OADP" in result.err) == (len(modes) == 1)


# Verb ``detect``: what it reads, and that it shows nothing of it.

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


# Verb ``detect`` as a process: time, imports, encodings.


def test_the_process_neither_loads_nor_needs_the_engine(verbs: Runner) -> None:
    file = verbs.file("a", secret(cloud=DOTENV))
    code = (
        "import sys; from openshift_credentials.cli.program import main; main(sys.argv[1:]); "
        "print([name for name in ('pulumi', 'pydantic', 'google') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code, "detect", file], capture_output=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == b"[]"
