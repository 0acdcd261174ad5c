"""Pictures of a stack, and the verdict on its credential Secret."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.preview import credential_verdict, picture
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, detect
from tests.components.azure.stacks import CLIENT as DRAWN_CLIENT, PRINCIPAL, SUBSCRIPTION, settings_of
from tests.kit.golden import Golden, data
from tests.kit.trees import AWS, changed, load
from tests.systems.etcd_backup.rules.samples import SECRETS

# The picture of an identity: who becomes it, and what it can do where.

STATEMENT: Final = {"Effect": "Deny", "Action": "s3:DeleteObject", "Resource": "*"}
KEYS: Final = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
SECRET: Final = {"mode": "azure-client-secret", "clientId": DRAWN_CLIENT, "clientSecret": "MARKER~1"}
ROLE: Final = f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{DRAWN_CLIENT}"
CERTIFICATE: Final = {"mode": "azure-managed-identity", "managedIdentityDocument": SEALED}
ACCOUNTS: Final = [f"team/account-{number}" for number in range(6)]

ON_AWS: Final[dict[str, dict[str, Any]]] = {
    "a role": {},
    "a role that restores, with statements": {"restore": True, "extraStatements": [STATEMENT] * 2},
    "a role with one statement": {"extraStatements": [STATEMENT]},
    "a role that exists": {"existingRole": True, "roleName": "shared"},
    "five accounts": {"serviceAccounts": ACCOUNTS[:4]},
    "six accounts": {"serviceAccounts": ACCOUNTS[:5]},
    "seven accounts": {"serviceAccounts": ACCOUNTS},
    "static keys": KEYS,
}
ON_AZURE: Final[dict[str, dict[str, Any]]] = {
    "a managed identity": {},
    "one that restores": {"restore": True},
    "with a role that exists": {"roleDefinitionId": ROLE},
    "a certificate": CERTIFICATE,
    "a certificate whose client ID is known": {**CERTIFICATE, "clientId": DRAWN_CLIENT},
    "a client secret": SECRET,
    "a client secret whose principal is known": {**SECRET, "principalId": PRINCIPAL},
}


def test_the_pictures_show_who_becomes_the_identity_and_what_it_can_do(golden: Golden) -> None:
    pictures = {f"AWS: {name}": picture(load(changed(AWS, credentials=each))) for name, each in ON_AWS.items()}
    pictures |= {f"Azure: {name}": picture(settings_of(credentials=each)) for name, each in ON_AZURE.items()}
    text = "\n".join(f"%% {name}\n{drawn}\n" for name, drawn in pictures.items())
    assert "MARKER" not in text
    golden(Path(__file__).parent / "golden" / "pictures.mmd", text)


# The verdict on a credential Secret, in each mode, before and after its content is known.

SECRET_NAMES: Final = {"secretName": "cloud-credentials", "namespace": "hypershift"}
JUDGED_ROLE: Final = "arn:aws:iam::123456789012:role/etcd"
CLIENT: Final = "11111111-2222-3333-4444-555555555555"
OF_OADP: Final = {"note": "OADP's source Secret", "findings": ["one", "two"]}


def outputs(mode: CredentialMode, *, certain: bool, **more: object) -> dict[str, object]:
    """The outputs of the component of a Secret; what is not known yet is absent."""
    detection = detect(mode.storage_type, SECRETS[mode])
    return {
        **SECRET_NAMES,
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
    asked["with a role"] = outputs(sts, certain=True, roleArn=JUDGED_ROLE, **OF_OADP)
    asked["with a client ID"] = outputs(wanted, certain=False, clientId=CLIENT)
    asked["with two keys"] = outputs(sts, certain=True, keys=["cloud", "credentials"])
    asked["of another mode"] = outputs(sts, certain=True, expectedMode="aws-static")
    verdicts = {name: asdict(credential_verdict(given)) for name, given in asked.items()}
    golden(Path(__file__).parent / "golden" / "verdicts.yaml", data(verdicts))
