"""The command in examples, as the user has called it, without its directory."""

import sys

import pytest

from openshift_credentials.cli.argument_parser import spell_command, spelling


@pytest.mark.parametrize(
    ("called", "spelled"),
    [
        ("/x/bin/openshift-credentials", "openshift-credentials"),
        (".venv/bin/openshift-credentials", "openshift-credentials"),
        ("/x/__main__.py", "openshift-credentials"),
        ("/x/openshift_credentials/__main__.py", "python3 -m openshift_credentials"),
    ],
)
def test_usage_and_examples_name_the_command_without_its_directory(
    monkeypatch: pytest.MonkeyPatch, called: str, spelled: str
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr(sys, "executable", "/x/bin/python3")
    assert spelling() == spelled
    text = "run 'openshift-credentials init' or /x/openshift-credentials init"
    assert spell_command(text) == f"run '{spelled} init' or /x/openshift-credentials init"
