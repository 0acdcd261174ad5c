from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.remarks import secret_warnings
from tests.components.azure.stacks import CLIENT, tree
from tests.kit.trees import AWS, Tree, changed, load

KEYS = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
TEMPORARY = {**KEYS, "accessKeyId": "ASIAIOSFODNN7EXAMPLE", "sessionToken": "IQoJb3JpZ2lu"}
SECRET = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}


def rendered(settings: Tree) -> Tree:
    return changed(settings, kubernetes={"renderTo": "out"})


def told(settings: Tree) -> list[str]:
    return [notice.code for notice in secret_warnings(plan_of(load(settings)))]


def test_a_key_in_the_secret_is_told_unless_it_ends_soon() -> None:
    assert told(AWS) == told(tree()) == []
    assert told(changed(AWS, credentials=KEYS)) == ["long-lived-key"]
    assert told(tree(credentials=SECRET)) == ["long-lived-key"]
    assert told(changed(AWS, credentials=TEMPORARY)) == []


def test_a_key_among_manifests_is_told() -> None:
    assert told(rendered(AWS)) == told(rendered(tree())) == []
    assert told(rendered(tree(credentials=SECRET))) == ["long-lived-key", "secret-manifest-has-a-key"]
    *_, key = secret_warnings(plan_of(load(rendered(changed(AWS, credentials=KEYS)))))
    assert key.why.startswith("out/secrets will contain the credential Secret in base64")
    assert "from version control" in key.way_out
