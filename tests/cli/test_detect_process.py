"""Verb ``detect`` as a process: time, imports, encodings."""

import json
import os
import subprocess
import sys

import pytest
import yaml

from tests.cli.detect_objects import secret
from tests.cli.running import Runner
from tests.systems.etcd_backup.rules.test_explanation import DOTENV


def _process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "openshift_credentials", "detect", *arguments],
        capture_output=True,
        check=False,
        env={"PATH": "", **environment},
        timeout=60,
    )


@pytest.mark.parametrize("as_list", [True, False])
def test_two_thousand_secrets_take_little_time_as_a_process(verbs: Runner, *, as_list: bool) -> None:
    one = secret("NAME", cloud=DOTENV, credentials=DOTENV)
    item = yaml.safe_dump([one]) if as_list else f"---\n{yaml.safe_dump(one)}"
    head = "apiVersion: v1\nkind: List\nitems:\n" if as_list else ""
    text = head + "".join(item.replace("NAME", f"s{number}") for number in range(2000))
    file = verbs.file("many.yaml", text)
    before = os.times()
    result = _process("-o", "json", file)
    after = os.times()
    # 0.5 s; processor time, because a busy machine makes a process wait.
    assert after.children_user - before.children_user < 5
    assert len(json.loads(result.stdout)) == 2000


def test_the_process_neither_loads_nor_needs_the_engine(verbs: Runner) -> None:
    file = verbs.file("a", secret(cloud=DOTENV))
    code = (
        "import sys; from openshift_credentials.cli.program import main; main(sys.argv[1:]); "
        "print([name for name in ('pulumi', 'pydantic', 'google') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code, "detect", file], capture_output=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == b"[]"


def test_output_that_cannot_be_encoded_does_not_end_in_a_traceback(verbs: Runner) -> None:
    file = verbs.file("a", secret("n\u00e4me", credentials="arn:\u00e4"))
    for flags in ((), ("-o", "json")):
        result = _process(*flags, file, PYTHONIOENCODING="ascii", LANG="C")
        assert (result.returncode, result.stderr) == (0, b"")
