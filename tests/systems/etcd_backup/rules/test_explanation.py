import pytest

from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, Rule, detect, explain, mode_facts
from tests.kit.tables import read_rows

ARN = "arn:aws:iam::123456789012:role/etcd-backup"
CLIENT_ID = "11111111-2222-3333-4444-555555555555"
IDS = f"AZURE_SUBSCRIPTION_ID={CLIENT_ID}\nAZURE_TENANT_ID={CLIENT_ID}\n"
DOTENV = f"{IDS}AZURE_CLIENT_ID={CLIENT_ID}\n"

EXPLANATIONS: list[tuple[str, dict[str, str], list[str], str]] = read_rows(__file__, "explanations.json")


def encoded(content: dict[str, str]) -> dict[str, bytes]:
    return {key: value.encode() for key, value in content.items()}


@pytest.mark.parametrize(("storage_type", "content", "steps", "pod"), EXPLANATIONS)
def test_the_decision_is_walked_step_by_step(
    storage_type: str, content: dict[str, str], steps: list[str], pod: str
) -> None:
    detection = detect(storage_type, encoded(content))
    *walked, rule, mode = explain(storage_type, encoded(content))
    assert walked == steps
    assert rule == f"rule {detection.rule} (contract 2026-08): {detection.rule.sentence}"
    assert mode == f"mode {detection.mode}: the pod gets {mode_facts(detection.mode).pod}"
    assert pod in mode


def test_the_next_version_looks_for_a_client_secret_too() -> None:
    data = encoded({"cloud": f"AZURE_CLIENT_SECRET=s\n{DOTENV}"})
    assert explain("AzureBlob", data, ContractVersion.NEXT)[:4] == (
        "key 'cloud': there",
        "its first line 'AZURE_CLIENT_ID=': line 4, has a value",
        "its first line 'AZURE_CLIENT_SECRET=': line 1, has a value",
        f"rule {Rule.AZURE_CLOUD_SECRET} (contract next): {Rule.AZURE_CLOUD_SECRET.sentence}",
    )


def test_an_unknown_storage_type_has_no_steps() -> None:
    assert len(explain("GCS", encoded({"cloud": ""}))) == 2
