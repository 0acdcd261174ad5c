from openshift_credentials.systems.etcd_backup.remarks import manifest_warnings
from tests.components.azure.stacks import CLIENT, tree
from tests.kit.trees import AWS, Tree, changed, load

KEYS = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}


SECRET = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}


def rendered(settings: Tree) -> Tree:
    return changed(settings, kubernetes={"renderTo": "out"})


def test_a_secret_among_manifests_is_reported_by_what_it_holds() -> None:
    written = rendered(AWS)
    (named,) = manifest_warnings(load(written))
    (key,) = manifest_warnings(load(changed(written, credentials=KEYS)))
    by_secret = tree(credentials=SECRET)
    assert [key.code] == [each.code for each in manifest_warnings(load(rendered(by_secret)))]
    by_token = [each.code for each in manifest_warnings(load(rendered(tree())))]
    assert by_token == [named.code]

    assert named.why.startswith("out/secrets will contain the credential Secret in base64")
    assert named.why.endswith("it can be committed")
    assert "long-lived key" in key.why
    assert "from version control" in key.way_out


def test_without_manifests_there_is_nothing_to_tell() -> None:
    assert not list(manifest_warnings(load(AWS)))
