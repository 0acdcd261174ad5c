import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import Backup, EtcdBackupSettings
from tests.kit.trees import ABSENT, AWS, backup_settings, changed, config

YAML = """\
# comment
- hostedCluster: clusters/a
  trigger: one
- hostedCluster: clusters/b
  trigger: two
  keyPrefix: etcd-backups/b
"""


def read(directory: Path, content: str | bytes, name: str = "a.yaml", **changes: object) -> EtcdBackupSettings:
    data = content if isinstance(content, bytes) else content.encode()
    (directory / name).write_bytes(data)
    tree = changed(AWS, backups=ABSENT, backupsFile=name)
    return backup_settings(config({**tree, **changes}), directory=directory)


def problems(directory: Path, content: str | bytes, name: str = "a.yaml", **changes: object) -> str:
    with pytest.raises(UnusableInputError) as caught:
        read(directory, content, name, **changes)
    return str(caught.value)


@pytest.mark.parametrize(("name", "content"), [("a.yaml", YAML), ("b.YML", f"\ufeff{YAML}")])
def test_entries_are_read_in_their_order(tmp_path: Path, name: str, content: str) -> None:
    assert read(tmp_path, content, name).backups == (
        Backup.model_validate({"hostedCluster": "clusters/a", "trigger": "one"}),
        Backup.model_validate({"hostedCluster": "clusters/b", "trigger": "two", "keyPrefix": "etcd-backups/b"}),
    )


def test_a_file_and_inline_entries_give_the_same_backups(tmp_path: Path) -> None:
    inline = [
        {"hostedCluster": "clusters/a", "trigger": "one"},
        {"hostedCluster": "clusters/b", "trigger": "two", "keyPrefix": "etcd-backups/b"},
    ]
    expected = plan_of(backup_settings(config({**AWS, "backups": inline}))).backups
    assert plan_of(read(tmp_path, YAML)).backups == expected


def test_defaults_are_given_once_and_overridden_by_entry(tmp_path: Path) -> None:
    defaults = {"trigger": 20261121, "keyPrefix": "etcd-backups/x/{name}"}
    content = (
        "- {hostedCluster: clusters/a, trigger: ''}\n"
        "- {hostedCluster: clusters/b, trigger: own, keyPrefix: etcd-backups/y}\n"
    )
    first, second = read(tmp_path, content, backupDefaults=defaults).backups
    assert (first.trigger, first.key_prefix) == ("20261121", "etcd-backups/x/{name}")
    assert (second.trigger, second.key_prefix) == ("own", "etcd-backups/y")


BAD: list[tuple[str, str | bytes, str]] = [
    ("a.txt", YAML, "must end in .yaml or .yml"),
    ("a.csv", YAML, "must end in .yaml or .yml"),
    ("a.yaml", b"- hostedCluster: \xff\xfe", "is not UTF-8"),
    ("a.yaml", "a: b\n", "must be a list of backups"),
    ("a.yaml", "x\n", "must be a list of backups"),
    ("a.yaml", "- x\n", "line 1: must be a group of settings"),
    ("a.yaml", "- a: b\n- hostedCluster: [x]\n", "line 2: must be a key with a text"),
    ("a.yaml", "- trigger: b\n  trigger: c\n", "line 2: trigger occurs twice"),
    ("a.yaml", "- &x\n  a: b\n- <<: *x\n", "line 3: must be a key with a text"),
    ("a.yaml", "- [", "is not YAML"),
    ("a.yaml", "[" * 100_000, "line 1: is nested too deeply"),
    ("a.yaml", "- hostedCluster: " + "[" * 7 + "]" * 7, "line 1: must be a key with a"),
    ("a.yaml", "- a: '\x01'\n", "is not YAML"),
    ("a.yaml", "--- []\n--- []\n", "more than one document"),
]


@pytest.mark.parametrize(("name", "content", "message"), BAD)
def test_a_wrong_file_is_one_problem_and_a_way_out(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    text = problems(tmp_path, content, name)
    assert text.startswith(f"openshift-credentials:etcdBackup.backupsFile = {name}: ")
    assert message in text
    assert ";" in text


def test_a_file_that_is_not_there_or_a_directory_is_a_problem(tmp_path: Path) -> None:
    for name in ("absent.yaml", "directory.yaml"):
        (tmp_path / "directory.yaml").mkdir(exist_ok=True)
        tree = changed(AWS, backups=ABSENT, backupsFile=name)
        with pytest.raises(UnusableInputError, match=f"backupsFile = {name}: (does not exist|is a directory)"):
            backup_settings(config(tree), directory=tmp_path)


def test_all_wrong_values_are_reported_by_line_beside_other_settings(tmp_path: Path) -> None:
    entries = (("clusters/a", "x"), ("Clusters/B", "x"), ("clusters/c", ""))
    content = "# all\n" + "".join(f"- {{hostedCluster: {name}, trigger: '{trigger}'}}\n" for name, trigger in entries)
    text = problems(tmp_path, content, backupPolicy={"concurrency": 0})
    lines = text.splitlines()
    assert len(lines) == 3
    assert any(line.startswith('a.yaml line 3: hostedCluster = "Clusters/B"') for line in lines)
    assert any(line.startswith("a.yaml line 4: trigger: is required") for line in lines)
    assert any(line.startswith("openshift-credentials:etcdBackup.backupPolicy.concurrency") for line in lines)


def test_all_broken_rules_are_reported_by_line(tmp_path: Path) -> None:
    names = ("clusters/a", "clusters/b", "clusters/a", "clusters/b")
    text = problems(tmp_path, "".join(f"- {{hostedCluster: {name}, trigger: x}}\n" for name in names))
    assert [line.partition(" = ")[0] for line in text.splitlines()] == [
        "a.yaml line 3: hostedCluster",
        "a.yaml line 4: hostedCluster",
    ]


def test_entries_stand_in_one_place_only(tmp_path: Path) -> None:
    inline: Any = AWS["backups"]
    assert "keep only one of them" in problems(tmp_path, YAML, backups=inline)
    assert len(read(tmp_path, YAML, backups=[]).backups) == 2


@given(st.text(max_size=80))
def test_any_text_gives_backups_or_problems(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    directory = tmp_path_factory.mktemp("any")
    with contextlib.suppress(UnusableInputError):
        read(directory, text.encode("utf-8", "replace"))


def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    for name in ("pipe.yaml", "zero.yaml"):
        tree = changed(AWS, backups=ABSENT, backupsFile=name)
        with pytest.raises(UnusableInputError, match="is not a regular file; use a regular file"):
            backup_settings(config(tree), directory=tmp_path)


def test_aliases_of_aliases_are_refused(tmp_path: Path) -> None:
    lines = "".join(f"- &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 12))
    assert "too large after its aliases are resolved" in problems(tmp_path, f"- &a0 x\n{lines}", "a.yaml")


def test_backups_that_await_a_trigger_are_left_out_until_there_is_one(tmp_path: Path) -> None:
    text = "- hostedCluster: clusters/a\n- {hostedCluster: clusters/b, trigger: own}\n"
    policy = {"awaitTrigger": True}

    waiting = read(tmp_path, text, backupPolicy=policy)
    due = read(tmp_path, text, backupPolicy=policy, backupDefaults={"trigger": "tonight"})

    assert [each.hosted_cluster for each in waiting.backups] == ["clusters/b"]
    assert [backup.trigger for backup in due.backups] == ["tonight", "own"]
    assert "trigger: is required" in problems(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "wrong"), [("trigger", ["now"]), ("trigger", True), ("trigger", "x" * 5000), ("keyPrefix", "/a//b")]
)
def test_a_wrong_common_value_is_reported_as_itself_and_not_by_line(name: str, wrong: object, tmp_path: Path) -> None:
    rows = "".join(f"- hostedCluster: clusters/c{number}\n" for number in range(1000))
    common: dict[str, object] = {"trigger": "now", name: wrong}

    text = problems(tmp_path, rows, backupDefaults=common)

    assert text.startswith(f"openshift-credentials:etcdBackup.backupDefaults.{name}")
    assert "\n" not in text
