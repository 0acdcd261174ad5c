"""Settings that the program would pass over are told, with the place where they belong."""

from pathlib import Path

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import load_settings
from tests.kit.trees import AWS, PROJECT, config


@pytest.mark.parametrize(
    ("key", "way_out"),
    [
        ("openshift-credentails:oadp", f"write {PROJECT}:etcdBackup.oadp"),
        ("openshift_credentials:etcdBackup", f"write {PROJECT}:etcdBackup"),
        ("Openshift-Credentials:cluster", f"write {PROJECT}:cluster"),
        ("renamed-project:etcdBackup", f"write {PROJECT}:etcdBackup"),
    ],
)
def test_a_key_of_a_mistyped_or_renamed_project_is_reported(key: str, way_out: str) -> None:
    with pytest.raises(UnusableInputError) as caught:
        load_settings({**config(AWS), key: "planted-c2VjcmV0"})

    [problem] = caught.value.problems
    assert str(problem).startswith(f"{key}: is a setting of project {key.partition(':')[0]}")
    assert problem.way_out == way_out
    assert problem.setting == key


def test_a_path_in_place_of_a_key_names_the_option_for_it() -> None:
    with pytest.raises(UnusableInputError, match=f"pulumi config set --path '{PROJECT}:cluster.name' VALUE"):
        load_settings({**config(AWS), f"{PROJECT}:cluster.name": "a"})


def test_keys_of_providers_and_of_other_programs_are_passed_over() -> None:
    others = {"aws:region": "us-east-1", "kubernetes:context": "a", "other:thing": "b"}
    assert load_settings({**config(AWS), **others})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{PROJECT}:cluster: {{}}\n", f"{PROJECT}:cluster: is outside config"),
        ("config: {}\netcdBackup: {}\n", "etcdBackup: is outside config"),
        ("Config: {}\n", "Config: is not a key of a stack file; did you mean config?"),
        ("confg: {}\n", "confg: is not a key of a stack file; did you mean config?"),
    ],
)
def test_a_setting_outside_config_is_reported(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "Pulumi.yaml").write_text(f"name: {PROJECT}\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(text)

    with pytest.raises(UnusableInputError, match=told):
        read_stack(tmp_path, "dev", None, [])


def test_other_keys_of_a_stack_file_are_pulumis(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text(f"name: {PROJECT}\n")
    text = "secretsprovider: passphrase\nencryptionsalt: 'v1:a'\nenvironment: [a]\nconfig: {}\n"
    (tmp_path / "Pulumi.dev.yaml").write_text(text)

    assert not read_stack(tmp_path, "dev", None, []).config
