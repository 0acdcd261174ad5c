"""Which settings of a stack on AWS have a disadvantage that is told."""

from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.remarks import s3_warnings as warnings
from tests.kit.tables import read_rows
from tests.kit.trees import AWS, changed, load


@pytest.mark.parametrize(("changes", "codes"), read_rows(__file__, "aws.json"))
def test_each_disadvantage_is_told_once(changes: dict[str, Any], codes: list[str]) -> None:
    plan = plan_of(load(changed(AWS, **changes)))
    assert isinstance(plan, S3Plan)
    assert [notice.code for notice in warnings(plan)] == codes
