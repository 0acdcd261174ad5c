"""The state of release 0.1 under the names of this program."""

import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.etcd_backup.earlier_state import upgraded
from openshift_credentials.preview.digest import digest
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.places import REPOSITORY

STATES = sorted((Path(__file__).parents[1] / "engine" / "states" / "0.1.0").glob("*.json"))

KEPT = {
    "aro": ["etcdBackup.credentials.customRole=false"],
    "azure-client-secret": ["etcdBackup.credentials.customRole=false"],
    "oadp-aro": ["etcdBackup.oadp.secretName=cloud-credentials"],
    "oadp-rosa": ["etcdBackup.oadp.velero.createIdentity=false"],
}
"""Settings that keep what was the default of release 0.1; docs/upgrading.md names them."""


@pytest.fixture(params=STATES, ids=lambda path: path.stem)
def exported(request: pytest.FixtureRequest) -> dict[str, Any]:
    return json.loads(request.param.read_text())


def test_only_names_change(exported: dict[str, Any]) -> None:
    before = exported["deployment"]["resources"]
    after = upgraded(exported)["deployment"]["resources"]
    facade = [each for each in after if each["type"].endswith(":EtcdBackup")]
    assert len(facade) == 1
    rest = [each for each in after if each is not facade[0]]
    for old, new in zip(before, rest, strict=True):
        assert old.get("id") == new.get("id")
        assert old.get("protect") == new.get("protect")
        if "HCPEtcdBackup" not in old["type"]:
            old.get("inputs", {}).pop("objectLockEnabled", None)
            assert old.get("inputs") == new.get("inputs")
            assert old.get("outputs") == new.get("outputs")


def test_no_old_name_is_left_and_every_reference_leads_somewhere(exported: dict[str, Any]) -> None:
    after = upgraded(exported)
    text = json.dumps(after)
    assert "::hcp-etcd-backup::" not in text
    assert "hcp-etcd-backup:" not in text
    assert "waitFor" not in text
    seen: set[str] = set()
    for each in after["deployment"]["resources"]:
        references = [*each.get("dependencies", ()), each.get("parent", "")]
        references.append(each.get("provider", "").rpartition("::")[0])
        assert {one for one in references if one} <= seen
        seen.add(each["urn"])
    assert len(seen) == len(after["deployment"]["resources"])


@pytest.mark.parametrize("state", STATES, ids=lambda path: path.stem)
def test_the_present_program_calls_everything_by_the_names_of_an_upgraded_state(
    state: Path,
) -> None:
    stack = state.stem
    example = REPOSITORY / "examples" / stack / f"Pulumi.{stack}.yaml"
    file = example if example.exists() else None
    configuration = read_stack(REPOSITORY, stack, file, KEPT.get(stack, []))
    present = {step.urn for step in digest(configuration, run_program(configuration)).steps}
    after = upgraded(json.loads(state.read_text()))["deployment"]["resources"]
    known = {each["urn"] for each in after if "::default_" not in each["urn"]}
    assert known - present == set()


def test_the_state_of_another_project_is_refused() -> None:
    others: list[dict[str, Any]] = [{}, {"deployment": None}, {"deployment": {"resources": []}}]
    for exported in others:
        with pytest.raises(UnusableInputError, match="not a state of project hcp-etcd-backup"):
            upgraded(exported)


def test_a_state_with_pending_operations_is_refused(exported: dict[str, Any]) -> None:
    exported["deployment"]["pending_operations"] = [{"type": "creating", "resource": {}}]
    with pytest.raises(UnusableInputError, match="pulumi refresh"):
        upgraded(exported)
