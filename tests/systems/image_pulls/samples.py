"""What upstream's own programs answered: kubelet and API server 1.34.1."""

import base64
import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings
from tests.kit.places import REPOSITORY
from tests.kit.trees import PROJECT, Tree, changed, config

DIRECTORY: Final = REPOSITORY / "tests" / "data" / "image_pulls"

Row = dict[str, Any]


def rows(name: str, table: str = "rows") -> list[Row]:
    """One table of a file."""
    return json.loads((DIRECTORY / f"{name}.json").read_text(encoding="utf-8"))[table]


OF_ANY_NODE: Final = [
    row
    for row in rows("node_audience_rbac", "token_requests")
    if len(row["request"]["audiences"]) == 1
    and all(subject["kind"] == "Group" for each in row["rbac"] for subject in each.get("subjects", ()))
]
"""Requests as a kubelet sends them, for one audience, with RBAC that is the same for all nodes."""


def files_of(row: Row) -> dict[str, bytes]:
    """The files of a row of credential_provider_config; one file is called f.yaml."""
    if "files" in row:
        return {name: text.encode() for name, text in row["files"].items()}
    if "document_base64" in row:
        return {"f.yaml": base64.b64decode(row["document_base64"])}
    return {"f.yaml": row["document"].encode()}


def errors_of(row: Row) -> Iterator[tuple[str | None, str | None]]:
    """Type and field of the errors, which is what counts of them."""
    for error in row.get("errors", ()):
        yield error.get("type"), error.get("field")


# Configuration trees of image pulls: three that are right, and their problems.

REGISTRY: Final = "123456789012.dkr.ecr.us-east-1.amazonaws.com"
SECRET: Final = (f"{PROJECT}:hostedKubernetes",)
KUBECONFIG: Final = "clusters: [{name: a}]\nusers: [{name: a}]\ncontexts: [{name: a}]\n"
CLUSTER: Final[Tree] = {"name": "prod", "oidcIssuer": "https://oidc.example.com/prod"}

ECR: Final[Tree] = {
    "cluster": CLUSTER,
    "imagePulls": {
        "openshiftVersion": "4.22",
        "aws": {"accountId": "123456789012", "region": "us-east-1"},
        "workloads": [{"namespace": "shop", "serviceAccount": "web", "repositories": [f"{REGISTRY}/shop/web"]}],
    },
}
ACR: Final[Tree] = {
    "cluster": CLUSTER,
    "imagePulls": {
        "openshiftVersion": "4.22",
        "azure": {
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
            "resourceGroup": "pulls",
            "location": "westeurope",
            "variant": "strict",
            "registries": [{"name": "teamimages", "resourceGroup": "registries"}],
        },
        "workloads": [
            {"namespace": "shop", "serviceAccount": "web", "repositories": ["teamimages.azurecr.io/shop/web"]}
        ],
    },
}
NODE: Final[Tree] = {"cluster": CLUSTER, "imagePulls": {"openshiftVersion": "4.21", "mode": "node-identity", "gcp": {}}}
HOSTED: Final[Tree] = changed(
    ECR,
    hostedKubernetes={"kubeconfig": KUBECONFIG},
    imagePulls__hostedCluster={
        "namespace": "clusters",
        "name": "shop",
        "oidcIssuer": "https://oidc.example.com/shop",
        "nodePools": [{"name": "workers"}],
    },
)


def settings(tree: Mapping[str, Any]) -> ImagePullsSettings:
    """The settings of a tree that is right."""
    found = settings_in(load_settings(config(tree), SECRET), ImagePullsSettings)
    assert found
    return found


def problems(tree: Mapping[str, Any], secret: Collection[str] = SECRET) -> list[str]:
    """What is said of a tree, promises included; ``secret`` are the encrypted keys."""
    try:
        (deployment,) = load_settings(config(tree), secret)
        deployment.assert_promises()
    except UnusableInputError as error:
        return [str(each).removeprefix(f"{PROJECT}:") for each in error.problems]
    except ContractError as error:
        return [str(error)]
    return []
