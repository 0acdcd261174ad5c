"""The documented command for another backup, on every file that a reader starts from."""

import itertools
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.remarks import backup_advice
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.kit.trees import AWS, changed, load

PAGES = (
    "docs/getting-started.md",
    "docs/tutorials/rosa-hcp.md",
    "docs/tutorials/aro-hcp.md",
    ".github/workflows/trigger.yaml",
    "examples/ci/gitlab-ci.yml",
)
COMMAND = re.compile(r"pulumi config set (?:--stack \S+ )?--path (\S*trigger)\s")


def stack_files() -> Mapping[str, Path]:
    files = [*REPOSITORY.glob("Pulumi.*.yaml"), *REPOSITORY.glob("examples/*/Pulumi.*.yaml")]
    backs_up = [each for each in files if re.search("trigger: |backupsFile", each.read_text())]
    return {each.name: each for each in backs_up}


def settings_of(file: Path, *overrides: str) -> EtcdBackupSettings:
    """The settings of a stack file; ``KEY=VALUE`` as ``pulumi config set --path`` sets it."""
    stack = read_stack(REPOSITORY, "prod", file, overrides)
    (found,) = (
        each.settings
        for each in load_settings(stack.config, stack.secrets, stack.program)
        if isinstance(each.settings, EtcdBackupSettings)
    )
    return found


def keys() -> list[str]:
    found = [COMMAND.findall((REPOSITORY / page).read_text(encoding="utf-8")) for page in PAGES]
    assert all(found), "a page lost its command"
    return sorted(set(itertools.chain(*found)))


@pytest.mark.parametrize("name", stack_files())
def test_the_documented_command_starts_another_backup_of_each_cluster(name: str) -> None:
    file = stack_files()[name]
    settings = settings_of(file)
    before = {each.hosted_cluster: each.name for each in plan_of(settings).backups}
    for key in nonempty(keys()):
        after = settings_of(file, f"{key}=2031-01-01")
        named = {each.hosted_cluster: each.name for each in plan_of(after).backups}
        assert named.keys() == before.keys()
        again = {cluster for cluster in named if named[cluster] != before[cluster]}
        assert again == before.keys()
        advice = {each.code for each in backup_advice(plan_of(after))}
        assert "default-without-effect" not in advice


@pytest.mark.parametrize("default", ["trigger", "keyPrefix"])
def test_a_default_that_applies_to_no_backup_is_a_notice(default: str) -> None:
    own = {"hostedCluster": "clusters/one", "trigger": "1", "keyPrefix": "etcd-backups/a"}
    tree = changed(AWS, backups=[own])
    settings = load({**tree, "backupDefaults": {default: "etcd-backups/b"}})

    (notice,) = backup_advice(plan_of(settings))

    assert notice.code == "default-without-effect"
    assert notice.setting == f"etcdBackup.backupDefaults.{default}"


def test_a_default_that_some_backup_uses_is_none() -> None:
    two = [{"hostedCluster": "clusters/one", "trigger": "1"}, {"hostedCluster": "clusters/two"}]
    settings = load({**changed(AWS, backups=two), "backupDefaults": {"trigger": "2"}})

    assert not list(backup_advice(plan_of(settings)))
