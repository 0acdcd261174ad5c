"""What is told of direct backups before any has run."""

from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.remarks import backup_advice
from tests.kit.tables import read_rows
from tests.kit.trees import AWS, changed, load


@pytest.mark.parametrize(("changes", "told"), read_rows(__file__, "backups.json"))
def test_each_disadvantage_of_backups_is_told_once(changes: dict[str, Any], told: list[str]) -> None:
    settings = load(changed(AWS, **changes))
    found = [notice.why for notice in backup_advice(plan_of(settings))]
    assert len(found) == len(told), found
    assert all(part in why for part, why in zip(told, found, strict=True)), found
