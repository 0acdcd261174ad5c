"""A new credential mode or storage is a type error in every place that has to know it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

ROOM: Final = Path("openshift_credentials/etcd_backup")

HAVE_TO_KNOW: Final = {
    *("rules/credentials.py", "rules/modes.py", "rules/explanation.py", "rules/job/upload.py"),
    *("rules/findings/__init__.py", "rules/findings/azure.py"),
    *("settings/storage.py", "checks/storage.py", "checks/alerts.py"),
    *("plan/alerts.py", "plan/backups.py", "plan/oadp.py", "plan/secret_form.py"),
    *("explain/__init__.py", "explain/azure.py", "picture.py"),
    *("remarks/__init__.py", "remarks/azure.py"),
}


def test_a_new_mode_and_a_new_storage_are_errors_wherever_they_matter(tmp_path: Path) -> None:
    copied = tmp_path / "openshift_credentials"
    shutil.copytree(REPOSITORY / copied.name, copied, ignore=shutil.ignore_patterns("__pycache__"))
    add(
        tmp_path / ROOM / "rules/credentials.py",
        '    AZURE_BLOB = "AzureBlob"\n',
        '    GCS = "GCS"\n',
    )
    add(
        tmp_path / ROOM / "rules/credentials.py",
        '    AZURE_MANAGED_IDENTITY = "azure-managed-identity"\n',
        '    GCP_WIF = "gcp-wif"\n',
    )
    add(tmp_path / ROOM / "settings/storage.py", "Place = S3Storage | AzureBlobStorage", " | bytes")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')

    assert {path for path, message in type_errors(tmp_path) if "Never" in message} == HAVE_TO_KNOW


def add(file: Path, after: str, text: str) -> None:
    """Put a text behind another one that is there once."""
    before = file.read_text()
    assert before.count(after) == 1, f"{file} has changed"
    file.write_text(before.replace(after, after + text))


def type_errors(directory: Path) -> list[tuple[str, str]]:
    """File, below the room, and message of every error that the type checker finds there."""
    command = ["-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, str(ROOM)]
    result = subprocess.run(
        [sys.executable, *command], cwd=directory, capture_output=True, text=True, check=False
    )
    found = json.loads(result.stdout)["generalDiagnostics"]
    room = directory / ROOM
    return [
        (str(Path(each["file"]).relative_to(room)), each["message"])
        for each in found
        if each["severity"] == "error"
    ]
