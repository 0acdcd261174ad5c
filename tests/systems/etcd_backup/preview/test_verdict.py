"""The verdict on a credential Secret, in each mode, before and after its content is known."""

from dataclasses import asdict
from pathlib import Path
from typing import Final

from openshift_credentials.systems.etcd_backup.preview import credential_verdict
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, detect
from tests.kit.golden import Golden, data
from tests.systems.etcd_backup.rules.job_samples import SECRETS

SECRET: Final = {"secretName": "cloud-credentials", "namespace": "hypershift"}
ROLE: Final = "arn:aws:iam::123456789012:role/etcd"
CLIENT: Final = "11111111-2222-3333-4444-555555555555"
OF_OADP: Final = {"note": "OADP's source Secret", "findings": ["one", "two"]}


def outputs(mode: CredentialMode, *, certain: bool, **more: object) -> dict[str, object]:
    """The outputs of the component of a Secret; what is not known yet is absent."""
    detection = detect(mode.storage_type, SECRETS[mode])
    return {
        **SECRET,
        "keys": sorted(SECRETS[mode]),
        "storageType": mode.storage_type.value,
        "expectedMode": mode.value,
        "detectedMode" if certain else "predictedMode": detection.mode.value,
        "rule": detection.rule.value,
        **more,
    }


def test_the_verdict_says_what_the_operator_detects_and_what_the_upload_gets(golden: Golden) -> None:
    asked = {
        f"{mode} {'detected' if certain else 'predicted'}": outputs(mode, certain=certain)
        for mode in CredentialMode
        for certain in (True, False)
    }
    sts, wanted = CredentialMode.AWS_STS, CredentialMode.AZURE_WORKLOAD_IDENTITY
    asked["with a role"] = outputs(sts, certain=True, roleArn=ROLE, **OF_OADP)
    asked["with a client ID"] = outputs(wanted, certain=False, clientId=CLIENT)
    asked["with two keys"] = outputs(sts, certain=True, keys=["cloud", "credentials"])
    asked["of another mode"] = outputs(sts, certain=True, expectedMode="aws-static")
    verdicts = {name: asdict(credential_verdict(given)) for name, given in asked.items()}
    golden(Path(__file__).parent / "golden" / "verdicts.yaml", data(verdicts))
