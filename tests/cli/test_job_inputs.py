"""Verb ``job``: what it reads, and what it cannot read."""

import json
from typing import Any, cast

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.cli.job_objects import ARN, MARKER, STS, account, predict, secret
from tests.cli.running import Runner
from tests.systems.etcd_backup.rules.backup_samples import Json, backup, values

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
