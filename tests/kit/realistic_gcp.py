"""What Google Cloud answers on update, a type token a function; part of ``tests.kit.realistic``.

Source: hashicorp/terraform-provider-google ``google/services``: outputs and ``SetId`` of each
resource.
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
    member = f"serviceAccount:{email}"
    return {"id": name, "name": name, "email": email, "member": member}


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
    return {"id": name, "name": name, "deleted": False}


def _project_member(resource: Resource) -> Mapping[str, object]:
    return {"id": "/".join(resource.inputs[key] for key in ("project", "role", "member"))}


def _account_binding(resource: Resource) -> Mapping[str, object]:
    return {"id": f"{resource.inputs['serviceAccountId']}/{resource.inputs['role']}"}


def _pool_name(resource: Resource) -> str:
    front = f"projects/{resource.inputs['project']}/locations/global/workloadIdentityPools"
    return f"{front}/{resource.inputs['workloadIdentityPoolId']}"


def _pool(resource: Resource) -> Mapping[str, object]:
    return {"id": _pool_name(resource), "name": _pool_name(resource), "state": "ACTIVE"}


def _pool_provider(resource: Resource) -> Mapping[str, object]:
    own = resource.inputs["workloadIdentityPoolProviderId"]
    name = f"{_pool_name(resource)}/providers/{own}"
    return {"id": name, "name": name, "state": "ACTIVE"}


def _bucket(resource: Resource) -> Mapping[str, object]:
    name = resource.inputs["name"]
    return {"id": name, "url": f"gs://{name}"}


def _bucket_member(resource: Resource) -> Mapping[str, object]:
    of = resource.inputs
    return {"id": f"b/{of['bucket']}/{of['role']}/{of['member']}"}


def _bucket_object(resource: Resource) -> Mapping[str, object]:
    return {"id": f"{resource.inputs['bucket']}-{resource.inputs['name']}"}


GCP_ANSWERS: Final[Mapping[str, Callable[[Resource], Mapping[str, object]]]] = {
    tokens.GCP_SERVICE_ACCOUNT: _service_account,
    tokens.GCP_ACCOUNT_KEY: _account_key,
    tokens.GCP_CUSTOM_ROLE: _custom_role,
    tokens.GCP_PROJECT_MEMBER: _project_member,
    tokens.GCP_ACCOUNT_BINDING: _account_binding,
    tokens.GCP_POOL: _pool,
    tokens.GCP_POOL_PROVIDER: _pool_provider,
    tokens.GCP_BUCKET: _bucket,
    tokens.GCP_BUCKET_MEMBER: _bucket_member,
    tokens.GCP_BUCKET_OBJECT: _bucket_object,
}
