"""The schema data of HCPEtcdBackup has the fields and limits of the custom resource definition."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.platforms.kubernetes.schema import ValidationRule, read_packaged_schema
from openshift_credentials.systems.etcd_backup.rules.backup import BACKUPS
from tests.kit.definitions import UNCHECKED, carried_fields, defined_fields, fields_apart
from tests.kit.places import CRD, UPSTREAM


def definition(file: Path) -> dict[str, Any]:
    if not file.is_file():
        pytest.skip(f"the definition of upstream is not at hand: {file}")
    return yaml.safe_load(file.read_text())["spec"]["versions"][0]["schema"]["openAPIV3Schema"]


@pytest.mark.parametrize("file", [CRD, UPSTREAM / CRD.name], ids=["own copy", "upstream"])
def test_the_program_carries_the_fields_limits_and_rules_of_the_definition(file: Path) -> None:
    ours = list(carried_fields(BACKUPS.root, ""))

    assert not [field for field in ours if field[1] == UNCHECKED]
    assert fields_apart(defined_fields(definition(file), ""), iter(ours)) == []


def test_a_rule_of_no_field_is_refused() -> None:
    rule = ValidationRule("holds", bool)
    with pytest.raises(KeyError, match=r"schema\.json has no S3\.buckett"):
        read_packaged_schema(
            "openshift_credentials.systems.etcd_backup.rules",
            "backup_schema.json",
            {"S3.bucket": (rule,), "S3.buckett": (rule,)},
        )
