"""A stack with backups through OADP, run with mocks."""

import base64

from tests.kit import tokens
from tests.kit.harness import record, run_main
from tests.kit.recorded import Recorded
from tests.kit.trees import config
from tests.systems.etcd_backup.settings.test_oadp_settings import Tree, changed


def run(tree: Tree, changes: Tree | None = None, *, preview: bool) -> Recorded:
    unwatched = {"backupPolicy.wait": False, **(changes or {})}  # there is no cluster to look at
    return record(run_main, preview=preview, config=config(changed(tree, unwatched)))


def content(recorded: Recorded, name: str = "etcd-backup-oadp-credentials") -> dict[str, str]:
    data = recorded.named(tokens.SECRET, name).inputs["data"]
    return {key: base64.b64decode(value).decode() for key, value in data.items()}
