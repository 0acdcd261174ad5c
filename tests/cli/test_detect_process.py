"""Verb ``detect`` as a process: time, imports, encodings."""

import subprocess
import sys

from tests.cli.detect_objects import secret
from tests.cli.running import Runner
from tests.systems.etcd_backup.rules.test_explanation import DOTENV


def test_the_process_neither_loads_nor_needs_the_engine(verbs: Runner) -> None:
    file = verbs.file("a", secret(cloud=DOTENV))
    code = (
        "import sys; from openshift_credentials.cli.program import main; main(sys.argv[1:]); "
        "print([name for name in ('pulumi', 'pydantic', 'google') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code, "detect", file], capture_output=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == b"[]"
