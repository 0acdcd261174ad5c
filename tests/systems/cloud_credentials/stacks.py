"""Stacks with cloud credentials, recorded as preview or as update, and their settings."""

import base64
import json
from collections.abc import Mapping
from typing import Any, Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from tests.kit import tokens
from tests.kit.harness import record, run_main
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded
from tests.kit.settings_rows import with_change
from tests.kit.tables import ABSENT_IN_FILE

PROJECT: Final = "openshift-credentials"
REQUESTS: Final = str(REPOSITORY / "examples" / "manual-aws-long-term" / "credrequests")
GCP_REQUESTS: Final = str(REPOSITORY / "examples" / "sts-gcp" / "credrequests")

Branch = dict[str, Any]

AWS_KEY: Final = {"accessKeyId": "AKIAIOSFODNN7EXAMPLE", "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
MINT: Final[Branch] = {"name": "mycluster", "platform": "AWS", "mode": "Mint", "rootSecret": {"aws": AWS_KEY}}
MAKES_USER: Final[Branch] = {
    **MINT,
    "rootSecret": {"aws": {"make": "user"}},
    "aws": {"region": "us-east-1", "accountId": "123456789012"},
}
AZURE: Final[Branch] = {
    "name": "mycluster",
    "platform": "Azure",
    "mode": "Passthrough",
    "rootSecret": {
        "azure": {
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
            "clientId": "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
            "clientSecret": "abc8Q~DefGhiJklMnoPqrStuVwxYz0123456789",
            "region": "westeurope",
            "infrastructureName": "mycluster-x7k2p",
        }
    },
}
VSPHERE: Final[Branch] = {
    "name": "mycluster",
    "platform": "VSphere",
    "mode": "Passthrough",
    "rootSecret": {
        "vsphere": {
            "vcenters": {"vc.example.com": {"username": "a@vsphere.local", "password": "MarkerPw"}},
            "redeployControllerManager": True,
        }
    },
}
OPENSTACK: Final[Branch] = {
    "name": "mycluster",
    "platform": "OpenStack",
    "mode": "Passthrough",
    "rootSecret": {"openstack": {"cloudsYaml": "clouds:\n  openstack:\n    region_name: one\n    auth: {}\n"}},
}
GCP: Final[Branch] = {
    "name": "mycluster",
    "platform": "GCP",
    "mode": "Mint",
    "rootSecret": {
        "gcp": {
            "serviceAccountJson": json.dumps(
                {
                    "type": "service_account",
                    **dict.fromkeys(
                        (
                            "project_id",
                            "private_key_id",
                            "private_key",
                            "client_email",
                            "client_id",
                            "auth_uri",
                            "token_uri",
                            "auth_provider_x509_cert_url",
                            "client_x509_cert_url",
                        ),
                        "x",
                    ),
                }
            )
        }
    },
}
MAKES_ACCOUNT: Final[Branch] = {
    "name": "mycluster",
    "platform": "GCP",
    "mode": "Mint",
    "gcp": {"project": "my-project"},
    "rootSecret": {"gcp": {"make": "serviceAccount"}},
}
MANUAL: Final[Branch] = {
    "name": "mycluster",
    "platform": "AWS",
    "mode": "Manual",
    "aws": {"region": "us-east-1", "accountId": "123456789012"},
    "requests": REQUESTS,
    "upgradeableTo": "4.18",
}
MANUAL_GIVEN: Final[Branch] = {
    "name": "mycluster",
    "platform": "Nutanix",
    "mode": "Manual",
    "componentSecrets": {"openshift-machine-api/nutanix-credentials": {"credentials": "[]"}},
}
SHORT_TERM: Final[Branch] = {"name": "mycluster", "platform": "AWS", "mode": "Manual"}
ALL: Final = {
    "mint": MINT,
    "mint with a user that is made": MAKES_USER,
    "passthrough on Azure": AZURE,
    "passthrough on vSphere": VSPHERE,
    "passthrough on OpenStack": OPENSTACK,
    "mint on Google Cloud": GCP,
    "manual on AWS": MANUAL,
    "manual with given secrets": MANUAL_GIVEN,
}


def with_(branch: Mapping[str, Any], **changes: object) -> Branch:
    """A branch with other values: ``rootSecret__aws__make="user"``; ``None`` takes one away."""
    return with_change(branch, {path: ABSENT_IN_FILE if value is None else value for path, value in changes.items()})


def config(branch: object, **others: object) -> dict[str, str]:
    """A branch, and shared groups, as the engine hands them over."""
    given = {"cloudCredentials": branch, **others}
    return {f"{PROJECT}:{key}": value if isinstance(value, str) else json.dumps(value) for key, value in given.items()}


def problems(branch: object, *, encrypted: bool = True, **others: object) -> tuple[str, ...]:
    """Problems of a branch, without the project in front of each."""
    secret = [f"{PROJECT}:cloudCredentials"] if encrypted else []
    try:
        load_settings(config(branch, **others), secret)
    except UnusableInputError as error:
        return tuple(str(each).removeprefix(f"{PROJECT}:") for each in error.problems)
    return ()


def recorded(branch: Branch, *, preview: bool) -> Recorded:
    """A stack with this branch, recorded."""
    return record(run_main, preview=preview, config=config(branch), secret_keys=[f"{PROJECT}:cloudCredentials"])


def content(stack: Recorded, name: str) -> Mapping[str, str]:
    (secret,) = (each for each in stack.all(tokens.SECRET) if each.inputs["metadata"]["name"] == name)
    return {key: base64.b64decode(text).decode() for key, text in secret.inputs["data"].items()}
