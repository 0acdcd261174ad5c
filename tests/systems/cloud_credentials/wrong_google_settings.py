"""Wrong settings of the root secret on Google Cloud: branch, change, setting told, its words."""

import json

from tests.systems.cloud_credentials.stacks import GCP, GCP_REQUESTS, MAKES_ACCOUNT, MINT, Branch
from tests.systems.cloud_credentials.wrong_settings_samples import MARK

GCP_PLACE = {"project": "my-project"}


def key_file(**fields: str) -> str:
    """The key file of the samples with other fields."""
    text: str = GCP["rootSecret"]["gcp"]["serviceAccountJson"]
    return json.dumps({**json.loads(text), "private_key": MARK, **fields})


GCP_ROWS: list[tuple[Branch, dict[str, object], str, str]] = [
    (GCP, {"gcp": GCP_PLACE}, "rootSecret.gcp.serviceAccountJson", "key of another project"),
    (
        GCP,
        {
            "gcp": GCP_PLACE,
            "rootSecret__gcp__serviceAccountJson": key_file(
                project_id="my-project", universe_domain="example.cloud"
            ),
        },
        "rootSecret.gcp.serviceAccountJson",
        "key of another universe",
    ),
    (GCP, {"gcp": {"project": "my-project", "settleSeconds": 5}}, "gcp.settleSeconds", "created"),
    (GCP, {"gcp": {"project": "My"}}, "gcp.project", "the ID of a project"),
    (GCP, {"mode": "Manual", "rootSecret": None, "gcp": GCP_PLACE}, "gcp", "the mode is Manual"),
    (MINT, {"gcp": GCP_PLACE}, "gcp", "the platform is AWS"),
    (GCP, {"rootSecret__gcp__accountId": "mycluster"}, "rootSecret.gcp.accountId", "no service"),
    (
        GCP,
        {"rootSecret__gcp__serviceAccountJson": json.dumps({"type": "authorized_user", "a": MARK})},
        "rootSecret",
        "is authorized_user: the login of a person",
    ),
    (GCP, {"rootSecret__gcp__roles": ["owner"]}, "rootSecret.gcp.roles[0]", "name of a role"),
    (
        GCP,
        {"rootSecret__gcp__permissions": ["iam.*"]},
        "rootSecret.gcp.permissions[0]",
        "without wildcards",
    ),
    (
        GCP,
        {"rootSecret__gcp__roles": ["roles/iam.serviceAccountAdmin", "roles/browser"]},
        "rootSecret.gcp.permissions",
        "iam.serviceAccountKeys.create",
    ),
    (
        GCP,
        {"mode": "Passthrough", "rootSecret__gcp__permissions": ["iam.roles.get"]},
        "rootSecret.gcp.permissions",
        "serviceusage.services.list",
    ),
    (MAKES_ACCOUNT, {"gcp": None}, "gcp", "rootSecret.gcp.make is set"),
    (MAKES_ACCOUNT, {"mode": ""}, "rootSecret.gcp.make", "needs a mode"),
    (MAKES_ACCOUNT, {"mode": "Passthrough"}, "requests", "union of all requests"),
    (MAKES_ACCOUNT, {"rootSecret__gcp__make": "user"}, "rootSecret.gcp.make", "must be one of"),
    (MAKES_ACCOUNT, {"rootSecret__gcp__accountId": "a"}, "rootSecret.gcp.accountId", "6 to 30"),
    (MAKES_ACCOUNT, {"name": "1cluster"}, "rootSecret.gcp.accountId", "starts with a letter"),
    (
        MAKES_ACCOUNT,
        {"rootSecret__gcp__serviceAccountJson": MARK},
        "rootSecret.gcp.serviceAccountJson",
        "make is set",
    ),
    (
        MAKES_ACCOUNT,
        {"rootSecret__gcp__roles": ["roles/owner"]},
        "rootSecret.gcp.roles",
        "make is set",
    ),
    (MAKES_ACCOUNT, {"clusterExists": False}, "rootSecret", "openshift-install writes"),
    (
        MAKES_ACCOUNT,
        {"mode": "Passthrough", "requests": GCP_REQUESTS, "removeAfterInstallation": True},
        "removeAfterInstallation",
        "not Mint",
    ),
]
