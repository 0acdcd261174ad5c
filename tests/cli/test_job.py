"""Verb ``job`` from the outside."""

import base64
import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules.job import Images, predict_job
from tests.cli.running import Result, Runner
from tests.kit.nonempty import nonempty
from tests.systems.etcd_backup.rules.backup_samples import (
    Json,
    azure_blob,
    backup,
    changed,
    s3,
    values,
)

pytestmark = pytest.mark.notices

MARKER = "MARKER-7f3a"
ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"
GUID = "11111111-2222-3333-4444-555555555555"
CLIENT_ID = "azure.workload.identity/client-id"
STS = {"credentials": ARN}


def secret(data: dict[str, str], **metadata: object) -> Json:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "cloud-credentials", "namespace": "hypershift", **metadata},
        "stringData": data,
    }


def account(**metadata: object) -> Json:
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "etcd-backup-job", "namespace": "hypershift", **metadata},
    }


def predict(
    verbs: Runner,
    backup_: Json,
    secret_: Json,
    *arguments: str,
    service_account: Json | None = None,
) -> Result:
    files = [
        "--backup",
        verbs.file("backup.yaml", backup_),
        "--secret",
        verbs.file("secret.yaml", secret_),
    ]
    if service_account is not None:
        files += ["--service-account", verbs.file("account.yaml", service_account)]
    return verbs.run("job", *files, *arguments)


def test_yaml_and_json_are_the_predicted_job(verbs: Runner) -> None:
    arguments = ["--hosted-control-plane", "hcp", "--image-cpo", "r/cpo:1", "--image-etcd", "r/e:1"]
    expected = predict_job(
        backup(),
        {"credentials": ARN.encode()},
        hosted_control_plane="hcp",
        images=Images(control_plane_operator="r/cpo:1", etcd="r/e:1"),
    ).job
    as_yaml = predict(verbs, backup(), secret(STS), *arguments)
    as_json = predict(verbs, backup(), secret(STS), *arguments, "-o", "json")

    assert (as_yaml.code, as_yaml.err) == (0, "")
    assert list(yaml.safe_load_all(as_yaml.out)) == [expected]
    assert as_json.json == expected
    assert as_yaml.out.startswith("apiVersion: batch/v1\nkind: Job\n")


def test_data_in_base64_is_read_too(verbs: Runner) -> None:
    manifest = secret({})
    manifest["data"] = {"credentials": base64.b64encode(ARN.encode()).decode()}

    assert ARN in predict(verbs, backup(), manifest).out


def test_what_is_not_given_is_clearly_a_placeholder(verbs: Runner) -> None:
    job = predict(verbs, backup(), secret(STS), "-o", "json").json
    pod = job["spec"]["template"]["spec"]

    assert job["metadata"]["labels"]["hypershift.openshift.io/hcp"] == "HOSTED-CONTROL-PLANE"
    assert job["metadata"]["namespace"] == "hypershift"
    images = {each["name"]: each["image"] for each in pod["initContainers"] + pod["containers"]}
    assert images == {
        "fetch-certs": "example.invalid/control-plane-operator:unknown",
        "snapshot": "example.invalid/etcd:unknown",
        "upload": "example.invalid/control-plane-operator:unknown",
    }


def test_the_service_account_follows_where_it_is_asked_for(verbs: Runner) -> None:
    before = account(annotations={CLIENT_ID: "old", "a": "b"}, uid="u")
    arguments = ["--with-service-account"]
    as_yaml = predict(verbs, backup(), secret(STS), *arguments, service_account=before)
    as_json = predict(
        verbs, backup(), secret(STS), *arguments, "-o", "json", service_account=before
    )

    job, after = yaml.safe_load_all(as_yaml.out)
    assert job["kind"] == "Job"
    assert after == account(annotations={"a": "b"})
    assert as_json.json == {"apiVersion": "v1", "kind": "List", "items": [job, after]}


def test_workload_identity_takes_the_annotation_and_names_the_webhook(verbs: Runner) -> None:
    dotenv = {"cloud": f"AZURE_CLIENT_ID={GUID}\nAZURE_CLIENT_SECRET={MARKER}\n"}
    manifest = backup(azure_blob())
    fresh = predict(verbs, manifest, secret(dotenv), "--with-service-account")
    kept = predict(
        verbs, manifest, secret(dotenv), service_account=account(annotations={CLIENT_ID: "old"})
    )

    assert f'{CLIENT_ID}: "{GUID}"' in fresh.out
    assert f"AZURE_CLIENT_ID={GUID}" in fresh.err
    assert "AZURE_CLIENT_ID=old" in kept.err
    assert "not the operator, adds volume" in fresh.err
    assert MARKER not in fresh.out + fresh.err


def test_the_contract_version_can_be_chosen(verbs: Runner) -> None:
    dotenv = secret({"cloud": f"AZURE_CLIENT_ID={GUID}\nAZURE_CLIENT_SECRET=s\n"})

    assert "client-secret" not in predict(verbs, backup(azure_blob()), dotenv).out
    result = predict(verbs, backup(azure_blob()), dotenv, "--contract", "next")
    assert "client-secret" in result.out


def test_a_secret_with_which_the_backup_fails_is_told_as_detect_finds_it(verbs: Runner) -> None:
    wrong = predict(verbs, backup(), secret({"token": "x"}))
    file = verbs.file("s.yaml", secret({"token": "x"}))
    found = verbs.run("detect", "--storage-type", "S3", file)

    assert wrong.code == 1
    assert yaml.safe_load(wrong.out)["kind"] == "Job"
    errors = [line.split()[1] for line in found.out.splitlines() if line.startswith("  error ")]
    for code in nonempty(errors):
        assert f"warning: {code} " in wrong.err


SECRETS: list[tuple[Json, dict[str, str]]] = [
    (s3(), {"credentials": f"[default]\naws_secret_access_key={MARKER}\n", "other": MARKER}),
    (s3(), {"credentials": ARN, "cloud": MARKER}),
    (azure_blob(), {"credentials": json.dumps({"clientSecret": MARKER}), "x": MARKER}),
    (azure_blob(), {"credentials": json.dumps({"client_secret": MARKER})}),
    (azure_blob(), {"cloud": f"AZURE_CLIENT_ID={GUID}\nX={MARKER}", "credentials": MARKER}),
    (azure_blob(), {"cloud": MARKER}),
]


@pytest.mark.parametrize(("storage", "data"), SECRETS)
@pytest.mark.parametrize("output", ["yaml", "json"])
def test_nothing_secret_is_printed(
    verbs: Runner, storage: Json, data: dict[str, str], output: str
) -> None:
    arguments = ["--with-service-account", "-o", output]
    result = predict(verbs, backup(storage), secret(data, name="elsewhere"), *arguments)

    assert result.out
    assert "elsewhere" in result.err
    assert MARKER not in result.out + result.err
    encoded = base64.b64encode(MARKER.encode()).decode()
    assert encoded not in result.out + result.err


BROKEN_SECRETS: list[Json] = [
    {**secret({}), "data": {"credentials": f"%{MARKER}"}},
    {**secret({}), "data": {"credentials": 5, MARKER + "\x00": "eA=="}},
    {**secret({}), "stringData": {"credentials": [MARKER]}},
    {**secret({}), "stringData": MARKER},
    {**secret({"credentials": MARKER}), "kind": "ConfigMap"},
    {**secret({"credentials": MARKER}), "apiVersion": "v2"},
]


@pytest.mark.parametrize("broken", BROKEN_SECRETS)
def test_a_broken_secret_is_named_without_its_content(verbs: Runner, broken: Json) -> None:
    result = predict(verbs, backup(), broken)

    assert result.code == 2
    assert result.out == ""
    assert "secret.yaml, document 1: " in result.err
    assert MARKER not in result.err


def test_an_invalid_backup_has_no_job(verbs: Runner) -> None:
    manifest = changed(backup(s3(region="A")), "spec.storage.s3.bucket", "a..b")
    result = predict(verbs, manifest, secret(STS))

    assert result.code == 1
    assert result.out == ""
    lines = result.err.splitlines()
    assert lines[0].startswith("error: ")
    assert lines[0].endswith("backup.yaml, document 1: the API server would refuse this backup:")
    assert lines[1].startswith("  spec.storage.s3.bucket: ")
    assert lines[-1].startswith("  spec.storage.s3.region: ")


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"name": "other"}, "the Secret is called 'other', and the operator reads "),
        ({"name": None}, "the Secret is called None"),
        ({"namespace": "clusters-a"}, "the Secret is in namespace 'clusters-a'"),
    ],
)
def test_a_misplaced_secret_is_a_warning(verbs: Runner, metadata: Json, said: str) -> None:
    result = predict(verbs, backup(), secret(STS, **metadata))

    assert result.code == 0
    assert f"warning: {said}" in result.err


def test_a_secret_in_place_is_no_warning(verbs: Runner) -> None:
    assert predict(verbs, backup(), secret(STS, namespace=None)).err == ""
    elsewhere = predict(
        verbs, backup(), secret(STS, namespace="ho"), "--operator-namespace", "ho", "-o", "json"
    )
    assert elsewhere.err == ""
    assert elsewhere.json["metadata"]["namespace"] == "ho"


def test_what_the_api_server_misses_is_a_warning(verbs: Runner) -> None:
    manifest = backup(s3(zone=1), name="n" * 64)
    result = predict(verbs, {**manifest, "status": {}}, secret(STS))

    assert result.code == 0
    assert "warning: metadata.name: the name has 64 characters" in result.err
    assert (
        "warning: spec.storage.s3.zone: unknown field, which the API server would drop"
        in result.err
    )
    assert "status" not in result.err


@pytest.mark.parametrize("name", ["h" * 64, "a b", "-a"])
def test_a_control_plane_name_that_is_no_label_value_is_a_warning(verbs: Runner, name: str) -> None:
    result = predict(verbs, backup(), secret(STS), f"--hosted-control-plane={name}")

    assert result.code == 0
    assert "warning: --hosted-control-plane: " in result.err
    assert "the Job can never be created" in result.err


@pytest.mark.parametrize(
    ("service_account", "code", "said"),
    [
        (account(name="other"), 0, "the ServiceAccount is called 'other'"),
        (account(namespace="other"), 0, "the ServiceAccount is in namespace 'other'"),
        (account(annotations={CLIENT_ID: 5}), 2, f"metadata.annotations.{CLIENT_ID} must be text"),
        ({**account(), "kind": "Role"}, 2, "is not a ServiceAccount"),
    ],
)
def test_the_service_account_is_checked(
    verbs: Runner, service_account: Json, code: int, said: str
) -> None:
    result = predict(verbs, backup(), secret(STS), service_account=service_account)

    assert result.code == code
    assert said in result.err


def test_files_may_hold_other_objects(verbs: Runner) -> None:
    all_in_one = verbs.file(
        "all.yaml",
        yaml.safe_dump_all(
            [
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "x"}},
                secret({"credentials": "other"}, name="other"),
                secret({"credentials": "other"}, namespace="clusters-a"),
                secret(STS),
                backup(),
                account(),
                account(name="default"),
            ]
        ),
    )
    result = verbs.run(
        "job", "--backup", all_in_one, "--secret", all_in_one, "--service-account", all_in_one
    )

    assert (result.code, result.err) == (0, "")
    assert ARN in result.out


def test_one_object_of_each_kind_is_needed(verbs: Runner) -> None:
    two_backups = verbs.file("b.yaml", yaml.safe_dump_all([backup(), backup(name="b2")]))
    one = verbs.file("one.yaml", backup())
    no_secret = verbs.file("s.yaml", yaml.safe_dump_all([account(), account()]))
    two_secrets = verbs.file("t.yaml", yaml.safe_dump_all([secret(STS), secret(STS)]))
    good = verbs.file("good.yaml", secret(STS))

    assert (
        "--backup: the file must have exactly one HCPEtcdBackup, and it has 2"
        in verbs.run("job", "--backup", two_backups, "--secret", good).err
    )
    assert (
        "--secret: the file must have exactly one Secret, and it has none"
        in verbs.run("job", "--backup", one, "--secret", no_secret).err
    )
    ambiguous = verbs.run("job", "--backup", one, "--secret", two_secrets)
    assert "--secret: the file must have exactly one Secret, and it has 2" in ambiguous.err
    assert (ambiguous.code, ambiguous.out) == (2, "")


def test_standard_input_is_read_once(verbs: Runner) -> None:
    file = verbs.file("s.yaml", secret(STS))
    manifest = json.dumps(backup()).encode()

    assert verbs.run("job", "--backup", "-", "--secret", file, stdin=manifest).code == 0
    twice = verbs.run("job", "--backup", "-", "--secret", "-", stdin=manifest)
    assert twice.code == 2
    assert "standard input can be read only once" in twice.err


def test_all_unreadable_files_are_named(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(
        "job", "--backup", str(tmp_path), "--secret", verbs.file("bad.yaml", f"{MARKER}: [")
    )

    assert result.code == 2
    assert len(result.err.splitlines()) == 2
    assert MARKER not in result.err


@pytest.mark.parametrize("word", ["y", "1e3", "0x1f", "null", "on", ".5", "12e03", "~", "123"])
def test_yaml_that_other_readers_take_for_something_else_is_quoted(
    verbs: Runner, word: str
) -> None:
    result = predict(verbs, backup(s3(keyPrefix="p")), secret(STS), f"--image-etcd={word}")

    assert f'image: "{word}"\n' in result.out


def test_flags_are_not_quoted(verbs: Runner) -> None:
    assert "- --storage-type\n" in predict(verbs, backup(), secret(STS)).out


def test_yaml_has_no_aliases(verbs: Runner) -> None:
    result = predict(verbs, backup(), secret(STS), "--with-service-account")

    assert "&id" not in result.out


def test_help_has_an_example_and_the_exit_codes(verbs: Runner) -> None:
    result = verbs.run("job", "--help")

    assert result.code == 0
    assert (
        "Example: openshift-credentials job --backup backup.yaml --secret secret.yaml" in result.out
    )
    assert "Exit codes: 0 " in result.out


@pytest.mark.parametrize(
    "arguments", [[], ["--backup", "x"], ["--contract", "2020", "--backup", "x"]]
)
def test_unusable_arguments(verbs: Runner, arguments: list[str]) -> None:
    assert verbs.run("job", *arguments).code == 2


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.sampled_from(["backup", "secret", "service_account"]),
    st.dictionaries(
        st.sampled_from(["apiVersion", "kind", "metadata", "spec", "data", "stringData"]), values
    )
    | st.binary(max_size=60),
)
def test_no_input_makes_a_traceback(
    verbs: Runner, which: str, part: dict[str, Any] | bytes
) -> None:
    objects: dict[str, Json] = {
        "backup": backup(),
        "secret": secret(STS),
        "service_account": account(),
    }
    arguments: list[str] = []
    for name, manifest in objects.items():
        content: bytes | str = json.dumps(manifest)
        if name == which:
            content = part if isinstance(part, bytes) else json.dumps({**manifest, **part})
        arguments += [f"--{name.replace('_', '-')}", verbs.file(name, content)]
    result = verbs.run("job", *arguments, "--with-service-account", "-o", "json")

    assert result.code in (0, 1, 2)
    assert ("kind" in cast("Json", result.json)) != ("errors" in cast("Json", result.json))
    if result.code == 0:
        assert cast("Json", result.json)["kind"] == "List"


def test_a_live_object_is_taken_as_kubectl_prints_it(verbs: Runner) -> None:
    created = backup()
    live: Json = {
        **created,
        "metadata": {
            **cast("Json", created["metadata"]),
            "creationTimestamp": "2026-11-21T10:00:00Z",
            "generation": 1,
            "resourceVersion": "12345",
            "uid": "11111111-2222-3333-4444-555555555555",
        },
        "status": {"conditions": []},
    }
    jobs = [
        verbs.run(
            *("job", "-o", "json", "--backup", verbs.file("backup", manifest)),
            *("--secret", verbs.file("secret", secret(STS))),
        )
        for manifest in (created, live)
    ]

    assert [job.code for job in jobs] == [0, 0], jobs[1].err
    assert jobs[0].json["spec"] == jobs[1].json["spec"]
