"""Which settings of a stack on AWS have a disadvantage that is told."""

from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.remarks import s3_warnings as warnings
from openshift_credentials.systems.etcd_backup.settings import S3Upload
from tests.kit.rows import read_rows
from tests.kit.trees import AWS, changed, load


@pytest.mark.parametrize(("changes", "codes"), read_rows(__file__, "aws.json"))
def test_each_disadvantage_is_told_once(changes: dict[str, Any], codes: list[str]) -> None:
    upload = load(changed(AWS, **changes)).upload
    assert isinstance(upload, S3Upload)
    assert [notice.code for notice in warnings(upload)] == codes
