"""Files that are too large to be what a verb wants are not read."""

from pathlib import Path

import pytest

from tests.cli.command import call

DOCUMENTS = ("issuer", "documents", "--cloud", "aws", "--name", "n", "--region", "us-west-2")
PERMISSIONS = ("cco", "permissions", "--cloud", "aws", "--mode", "mint")


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        ((*DOCUMENTS, "--public-key-file", "FILE"), 1),
        ((*PERMISSIONS, "--policy", "FILE"), 1),
        (("issuer", "check", "--url", "https://i", "--token", "FILE"), 1),
        (("issuer", "check", "--url", "https://i", "--identities", "FILE"), 16),
        (("status", "--all", "--kubeconfig", "FILE"), 16),
        (("diagnose", "--log", "FILE"), 20),
        (("cco", "mode", "FILE"), 20),
        (("fleet", "check", "--inventory", "FILE"), 64),
        (("fleet", "check", "--inventory", "FOLDER"), 64),
    ],
)
def test_a_file_has_a_largest_size(arguments: tuple[str, ...], size: int, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    names = {"FILE": tmp_path / "file", "FOLDER": folder}
    for path in (names["FILE"], folder / "f.yaml"):
        with path.open("wb") as file:
            file.truncate(size * 1024**2 + 1)
    outcome = call(*(str(names.get(argument, argument)) for argument in arguments))
    assert outcome.code == 2
    assert f"is larger than {size} MiB; " in outcome.others
