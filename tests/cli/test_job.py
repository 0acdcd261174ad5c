"""Verb ``job``: the predicted Job, and what is never in it."""

import base64
import json
from typing import Any, cast

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from openshift_credentials.systems.etcd_backup.rules.job import Images, predict_job
from tests.cli.running import Runner
from tests.cli.samples import ARN, CLIENT_ID, GUID, MARKER, STS, account, predict, secret
from tests.kit.tables import nonempty
from tests.systems.etcd_backup.rules.backup_samples import Json, azure_blob, backup, s3, values


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


def test_the_service_account_follows_where_it_is_asked_for(verbs: Runner) -> None:
    before = account(annotations={CLIENT_ID: "old", "a": "b"}, uid="u")
    arguments = ["--with-service-account"]
    as_yaml = predict(verbs, backup(), secret(STS), *arguments, service_account=before)
    as_json = predict(verbs, backup(), secret(STS), *arguments, "-o", "json", service_account=before)

    job, after = yaml.safe_load_all(as_yaml.out)
    assert job["kind"] == "Job"
    assert after == account(annotations={"a": "b"})
    assert as_json.json == {"apiVersion": "v1", "kind": "List", "items": [job, after]}


def test_workload_identity_takes_the_annotation_and_names_the_webhook(verbs: Runner) -> None:
    dotenv = {"cloud": f"AZURE_CLIENT_ID={GUID}\nAZURE_CLIENT_SECRET={MARKER}\n"}
    manifest = backup(azure_blob())
    fresh = predict(verbs, manifest, secret(dotenv), "--with-service-account")
    kept = predict(verbs, manifest, secret(dotenv), service_account=account(annotations={CLIENT_ID: "old"}))

    assert f'{CLIENT_ID}: "{GUID}"' in fresh.out
    assert f"AZURE_CLIENT_ID={GUID}" in fresh.err
    assert "AZURE_CLIENT_ID=old" in kept.err
    assert "not the operator, adds volume" in fresh.err
    assert MARKER not in fresh.out + fresh.err


def test_a_secret_with_which_the_backup_fails_is_reported_as_detect_finds_it(verbs: Runner) -> None:
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
def test_nothing_secret_is_printed(verbs: Runner, storage: Json, data: dict[str, str], output: str) -> None:
    arguments = ["--with-service-account", "-o", output]
    result = predict(verbs, backup(storage), secret(data, name="elsewhere"), *arguments)

    assert result.out
    assert "elsewhere" in result.err
    assert MARKER not in result.out + result.err
    encoded = base64.b64encode(MARKER.encode()).decode()
    assert encoded not in result.out + result.err


# Verb ``job``: what it reads, and what it cannot read.

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
    result = verbs.run("job", "--backup", all_in_one, "--secret", all_in_one, "--service-account", all_in_one)

    assert (result.code, result.err) == (0, "")
    assert ARN in result.out


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.sampled_from(["backup", "secret", "service_account"]),
    st.dictionaries(st.sampled_from(["apiVersion", "kind", "metadata", "spec", "data", "stringData"]), values)
    | st.binary(max_size=60),
)
def test_no_input_makes_a_traceback(verbs: Runner, which: str, part: dict[str, Any] | bytes) -> None:
    objects: dict[str, Json] = {"backup": backup(), "secret": secret(STS), "service_account": account()}
    arguments: list[str] = []
    for name, manifest in objects.items():
        content: bytes | str = json.dumps(manifest)
        if name == which:
            content = part if isinstance(part, bytes) else json.dumps({**manifest, **part})
        arguments += [f"--{name.replace('_', '-')}", verbs.file(name, content)]
    result = verbs.in_both_forms("job", *arguments, "--with-service-account")

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
        verbs.in_both_forms(
            *("job", "--backup", verbs.file("backup", manifest)), *("--secret", verbs.file("secret", secret(STS)))
        )
        for manifest in (created, live)
    ]

    assert [job.code for job in jobs] == [0, 0], jobs[1].err
    assert jobs[0].json["spec"] == jobs[1].json["spec"]


# Verb ``job``: warnings about objects with which the backup would fail.


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"name": "other"}, "the Secret is called 'other', and the operator reads "),
        ({"name": None}, "the Secret has no name, and the operator reads "),
        ({"namespace": "clusters-a"}, "the Secret is in namespace 'clusters-a'"),
    ],
)
def test_a_misplaced_secret_is_a_warning(verbs: Runner, metadata: Json, said: str) -> None:
    result = predict(verbs, backup(), secret(STS, **metadata))

    assert result.code == 0
    assert f"warning: {said}" in result.err


@pytest.mark.parametrize(
    ("service_account", "code", "said"),
    [
        (account(name="other"), 0, "the ServiceAccount is called 'other'"),
        (account(namespace="other"), 0, "the ServiceAccount is in namespace 'other'"),
        (account(annotations={CLIENT_ID: 5}), 2, f"metadata.annotations.{CLIENT_ID} must be text"),
        ({**account(), "kind": "Role"}, 2, "is not a ServiceAccount"),
    ],
)
def test_the_service_account_is_checked(verbs: Runner, service_account: Json, code: int, said: str) -> None:
    result = predict(verbs, backup(), secret(STS), service_account=service_account)

    assert result.code == code
    assert said in result.err
