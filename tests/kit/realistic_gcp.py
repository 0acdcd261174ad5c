"""What Google Cloud answers on update, a type token a function; part of ``tests.kit.realistic``.

IDs are in ``tests/kit/clouds/gcp.yaml``. Source: hashicorp/terraform-provider-google
``google/services``: outputs of each resource.
"""

import base64
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Final

from tests.kit import tokens
from tests.kit.recorded import Resource

PROJECT_NUMBER: Final = "123456789012"


def _service_account(resource: Resource) -> Mapping[str, object]:
    project = resource.inputs["project"]
    host = ".".join(reversed(project.split(":")))
    email = f"{resource.inputs['accountId']}@{host}.iam.gserviceaccount.com"
    name = f"projects/{project}/serviceAccounts/{email}"
    return {"name": name, "email": email, "member": f"serviceAccount:{email}"}


def _account_key(resource: Resource) -> Mapping[str, object]:
    account: str = resource.inputs["serviceAccountId"]
    project, email = account.split("/")[1::2]
    number = str(uuid.uuid5(uuid.NAMESPACE_URL, resource.name)).replace("-", "")
    certificates = "https://www.googleapis.com"
    key_file = {
        "type": "service_account",
        "project_id": project,
        "private_key_id": number,
        "private_key": f"-----BEGIN PRIVATE KEY-----\n{number}\n-----END PRIVATE KEY-----\n",
        "client_email": email,
        "client_id": "112233445566778899000",
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": "https://oauth2.googleapis.com/token",
        "auth_provider_x509_cert_url": f"{certificates}/oauth2/v1/certs",
        "client_x509_cert_url": f"{certificates}/robot/v1/metadata/x509/{email}",
        "universe_domain": "googleapis.com",
    }
    encoded = base64.b64encode(json.dumps(key_file, indent=2).encode()).decode()
    return {"id": f"{account}/keys/{number}", "privateKey": encoded}


def _custom_role(resource: Resource) -> Mapping[str, object]:
    name = f"projects/{resource.inputs['project']}/roles/{resource.inputs['roleId']}"
    return {"name": name, "deleted": False}


def _nothing(_: Resource) -> Mapping[str, object]:
    return {}


def _pool_name(resource: Resource) -> str:
    """The resource name, with the number of the project and not its ID."""
    front = f"projects/{PROJECT_NUMBER}/locations/global/workloadIdentityPools"
    return f"{front}/{resource.inputs['workloadIdentityPoolId']}"


def _pool(resource: Resource) -> Mapping[str, object]:
    return {"name": _pool_name(resource), "state": "ACTIVE"}


def _pool_provider(resource: Resource) -> Mapping[str, object]:
    own = resource.inputs["workloadIdentityPoolProviderId"]
    return {"name": f"{_pool_name(resource)}/providers/{own}", "state": "ACTIVE"}


def _bucket(resource: Resource) -> Mapping[str, object]:
    return {"url": f"gs://{resource.inputs['name']}"}


GCP_ANSWERS: Final[Mapping[str, Callable[[Resource], Mapping[str, object]]]] = {
    tokens.GCP_SERVICE_ACCOUNT: _service_account,
    tokens.GCP_ACCOUNT_KEY: _account_key,
    tokens.GCP_CUSTOM_ROLE: _custom_role,
    tokens.GCP_PROJECT_MEMBER: _nothing,
    tokens.GCP_ACCOUNT_BINDING: _nothing,
    tokens.GCP_ACCOUNT_MEMBER: _nothing,
    tokens.GCP_POOL: _pool,
    tokens.GCP_POOL_PROVIDER: _pool_provider,
    tokens.GCP_BUCKET: _bucket,
    tokens.GCP_BUCKET_MEMBER: _nothing,
    tokens.GCP_BUCKET_OBJECT: _nothing,
}
