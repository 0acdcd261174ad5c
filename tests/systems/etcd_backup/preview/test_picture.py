"""The picture of an identity: who becomes it, and what it can do where."""

from pathlib import Path
from typing import Any, Final

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.preview import picture
from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBSCRIPTION, settings_of
from tests.kit.golden import Golden
from tests.kit.trees import AWS, changed, load

STATEMENT: Final = {"Effect": "Deny", "Action": "s3:DeleteObject", "Resource": "*"}
KEYS: Final = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
SECRET: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "MARKER~1"}
ROLE: Final = f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{CLIENT}"
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
    "a certificate whose client ID is known": {**CERTIFICATE, "clientId": CLIENT},
    "a client secret": SECRET,
    "a client secret whose principal is known": {**SECRET, "principalId": PRINCIPAL},
}


def test_the_pictures_show_who_becomes_the_identity_and_what_it_can_do(golden: Golden) -> None:
    pictures = {f"AWS: {name}": picture(load(changed(AWS, credentials=each))) for name, each in ON_AWS.items()}
    pictures |= {f"Azure: {name}": picture(settings_of(credentials=each)) for name, each in ON_AZURE.items()}
    text = "\n".join(f"%% {name}\n{drawn}\n" for name, drawn in pictures.items())
    assert "MARKER" not in text
    golden(Path(__file__).parent / "golden" / "pictures.mmd", text)
