"""Manifests that verbs read: the sample of the real operator, deep nesting, and no engine for any of it."""

import base64
import json
import subprocess
import sys

import pytest

from tests.cli.running import Runner
from tests.cli.samples import detected_secret as secret
from tests.systems.etcd_backup.rules.backup_samples import backup
from tests.systems.etcd_backup.rules.test_credentials import DOTENV, SAMPLE


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


@pytest.mark.parametrize("depth", [10, 190, 199, 200, 300, 480, 700, 900, 960, 1000, 100_000])
@pytest.mark.parametrize("where", ["status", "spec", "metadata", "other", "kind"])
def test_deep_nesting_makes_no_traceback(verbs: Runner, depth: int, where: str) -> None:
    deep = "[" * depth + "]" * depth
    content = json.dumps({**backup(), where: "HERE"}).replace('"HERE"', deep)
    file = verbs.file("deep.json", content)
    result = verbs.run("validate", file)
    job = verbs.run("job", "--backup", file, "--secret", file)

    assert result.code == (2 if depth > 199 else 0 if where in ("status", "other") else 1)
    assert ("nested" in result.err) == (depth > 199)
    assert job.code in (1, 2)


def test_the_process_neither_loads_nor_needs_the_engine(verbs: Runner) -> None:
    file = verbs.file("a", secret(cloud=DOTENV))
    code = (
        "import sys; from openshift_credentials.cli.program import main; main(sys.argv[1:]); "
        "print([name for name in ('pulumi', 'pydantic', 'google') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code, "detect", file], capture_output=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == b"[]"
