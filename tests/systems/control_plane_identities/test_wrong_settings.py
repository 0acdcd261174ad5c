"""Settings that are refused: each names its path, and shows nothing of a secret."""

import pytest

from openshift_credentials.stack.load import load_settings
from tests.systems.control_plane_identities.refusals import MARKER, SECRET_KEYS, refused
from tests.systems.control_plane_identities.samples import (
    TENANT,
    config,
    document,
    guid,
    identity,
    time,
    tree,
)


def ids(number: int) -> dict[str, str]:
    return {"clientId": guid(number), "principalId": guid(number, 2)}


DATA_PLANE = {"disk": ids(21), "file": ids(22), "imageRegistry": ids(23)}
OWN_CLASS = {"name": "x", "namespace": "a", "identity": "disk"}
_INGRESS = "identities.ingress.document"

WRONG: list[tuple[dict[str, object], str, str]] = [
    ({"hostedCluster": "demo"}, "hostedCluster", "namespace/name"),
    ({"hostedCluster": None}, "hostedCluster", "is required"),
    ({"infraId": "Demo"}, "infraId", "lower-case"),
    ({"infraId": "-demo"}, "infraId", "both ends"),
    ({"infraId": 5}, "infraId", "must be a string"),
    ({"type": "Managed"}, "type", "ManagedIdentities"),
    ({"cloud": "AzureCloud"}, "cloud", "must be one of"),
    ({"cloud": "AzureGermanCloud"}, "cloud", "node pools do not support"),
    ({"cloud": "AzureBleuCloud"}, "cloud", "node pools do not support"),
    ({"subscriptionId": "x"}, "subscriptionId", "GUID"),
    ({"tenantId": "x"}, "tenantId", "GUID"),
    ({"tenantId": None}, "tenantId", "is required"),
    ({"location": "West Europe"}, "location", "must be"),
    ({"resourceGroup": "a."}, "resourceGroup", "must be"),
    ({"resourceGroups": None}, "resourceGroups", "is required"),
    ({"resourceGroups__nsg": None}, "resourceGroups.nsg", "is required"),
    ({"resourceGroups__dnszone": "d"}, "resourceGroups.dnszone", "dnsZone"),
    ({"oidcIssuer": "http://oidc.example.com"}, "oidcIssuer", "https"),
    ({"oidcIssuer": None}, "oidcIssuer", "is required"),
    ({"topology": "Public"}, "topology", "no effect"),
    ({"topology": "public"}, "topology", "must be one of"),
    ({"disabledCapabilities": ["Registry"]}, "disabledCapabilities[0]", "must be one of"),
    ({"disabledCapabilities": ["Ingress"]}, "disabledCapabilities", "together with Console"),
    ({"customRoles": True}, "customRoles", "display name"),
    ({"customRoles": "yes"}, "customRoles", "true or false"),
    ({"settleSeconds": -1}, "settleSeconds", "at least"),
    ({"settleSeconds": 901}, "settleSeconds", "at most"),
    ({"warnDays": 1.5}, "warnDays", "whole number"),
    ({"vault": None}, "vault", "is required"),
    ({"vault__name": "ab"}, "vault.name", "3 to 24"),
    ({"vault__name": "1abc"}, "vault.name", "starting with a letter"),
    ({"vault__name": "a--b"}, "vault.name", "single hyphens"),
    ({"vault__name": "abc-"}, "vault.name", "not ending with a hyphen"),
    ({"vault__name": "hcp.vault.azure.net"}, "vault.name", "3 to 24"),
    ({"vault__name": "https://hcp"}, "vault.name", "3 to 24"),
    ({"vault__softDeleteDays": 6}, "vault.softDeleteDays", "at least"),
    ({"vault__softDeleteDays": 91}, "vault.softDeleteDays", "at most"),
    (
        {"vault__existing": True, "vault__purgeProtection": True},
        "vault.purgeProtection",
        "existing vault",
    ),
    (
        {"vault__existing": True, "vault__softDeleteDays": 7},
        "vault.softDeleteDays",
        "existing vault",
    ),
    ({"vault__tenantId": guid(77)}, "vault.tenantId", "must equal tenantId"),
    ({"vault__networkRules": {}}, "vault.networkRules", "allows no access"),
    ({"vault__networkRules": {"addresses": ["10.0.0.1"]}}, "vault.networkRules.addresses[0]", ""),
    ({"vault__networkRules": {"subnetIds": ["x"]}}, "vault.networkRules.subnetIds[0]", "subnet"),
    ({"vault__accessPolicies": []}, "vault.accessPolicies", "is not a setting"),
    ({"keyVaultUser": None}, "keyVaultUser", "is required"),
    ({"keyVaultUser__principalId": guid(100)}, "keyVaultUser.principalId", "is the client ID"),
    ({"keyVaultUser__clientId": guid(1)}, "keyVaultUser.clientId", "is the same as"),
    ({"keyVaultUser__clientId": "x"}, "keyVaultUser.clientId", "GUID"),
    ({"identities": None}, "identities", "is required"),
    ({"identities__disk": None}, "identities.disk", "is required"),
    ({"identities__imageRegistry": None}, "identities.imageRegistry", "is required"),
    ({"identities__kms": identity(9)}, "identities.kms", "no effect without kms"),
    ({"kms": {"vault": {"name": "etcd-keys"}}}, "identities.kms", "required with kms"),
    (
        {"kms": {"vault": {"name": "HCP-identities"}}, "identities__kms": identity(9)},
        "kms.vault.name",
        "must differ from the vault of the identities",
    ),
    (
        {"kms": {"vault": {"name": "k-1"}, "keyVersion": "0" * 32}, "identities__kms": identity(9)},
        "kms.keyVersion",
        "the stack creates the key",
    ),
    ({"kms": {"vault": {"name": "k-1"}, "keyVersion": "1"}}, "kms.keyVersion", "32"),
    ({"kms": {"keyName": "etcd"}}, "kms.vault", "is required"),
    ({"identities__velero": identity(9)}, "identities.velero", "is not a setting"),
    ({"identities__ingress__clientId": guid(5)}, "identities.network.clientId", "is the same as"),
    (
        {"identities__ingress__principalId": guid(4)},
        "identities.ingress.principalId",
        "is the client ID",
    ),
    ({"identities__ingress__secretName": "a_b"}, "identities.ingress.secretName", "hyphens"),
    ({"identities__ingress__secretName": "a" * 128}, "identities.ingress.secretName", "128"),
    ({"identities__ingress__secretName": "null"}, "identities.ingress.secretName", "YAML"),
    ({"identities__ingress__secretName": "-"}, "identities.ingress.secretName", "YAML"),
    (
        {"identities__ingress__secretName": "CPO-demo-x7k2p-json"},
        "identities.ingress.secretName",
        "another identity's secret",
    ),
    ({"identities__ingress__objectEncoding": "utf8"}, "identities.ingress.objectEncoding", "hex"),
    ({"identities__ingress__objectEncoding": "UTF-8"}, "identities.ingress.objectEncoding", "hex"),
    ({"identities__ingress__document": None}, _INGRESS, "required"),
    ({"identities__ingress__document": MARKER}, _INGRESS, ""),
    ({"identities__ingress__document": {"a": MARKER}}, _INGRESS, ""),
    ({"identities__ingress__inUseSince": "today"}, "identities.ingress.inUseSince", "RFC 3339"),
    (
        {"identities__ingress__inUseSince": "2026-13-01T00:00:00Z"},
        "identities.ingress.inUseSince",
        "must be an RFC 3339 time",
    ),
    ({"identities__ingress__inUseSince": time(0)}, _INGRESS, "earlier than inUseSince"),
    ({"identities__ingress__clientSecret": MARKER}, "identities.ingress.clientSecret", "not a set"),
    ({"identities__ingress__document": document(guid(5))}, _INGRESS, "client_id"),
    ({"dataPlane": {"disk": {}}}, "dataPlane.file", "is required"),
    (
        {
            "secretProviderClasses": [
                {"name": "managed-azure-x", "namespace": "a", "identity": "file"}
            ]
        },
        "secretProviderClasses[0].name",
        "HyperShift manages",
    ),
    (
        {"secretProviderClasses": [{"name": "x", "namespace": "a", "identity": "kms"}]},
        "secretProviderClasses[0].identity",
        "is not one of",
    ),
    (
        {"secretProviderClasses": [{"name": "x", "namespace": "a", "identity": "disk"}] * 2},
        "secretProviderClasses[1].name",
        "twice",
    ),
    *(
        (
            {"secretProviderClasses": [{**OWN_CLASS, name: wrong}]},
            f"secretProviderClasses[0].{name}",
            "",
        )
        for name in OWN_CLASS
        for wrong in ([], ["x"], {}, {"a": 1}, 5, "", True)
    ),
    ({"secretProviderClasses": "x"}, "secretProviderClasses", "list"),
    ({"secretProviderClasses": [5]}, "secretProviderClasses[0]", "group of settings"),
    (
        {"identities__ingress__documentFile": "cpo.json"},
        "identities.ingress.documentFile",
        "cannot be combined with document; remove one of them",
    ),
    ({"type": "WorkloadIdentities"}, "vault", "no effect"),
    ({"type": "WorkloadIdentities"}, "identities", "no effect"),
    ({"type": "WorkloadIdentities"}, "keyVaultUser", "no effect"),
    ({"type": "WorkloadIdentities", "dataPlane": DATA_PLANE}, "dataPlane", "no effect"),
    (
        {"type": "WorkloadIdentities", "secretProviderClasses": [OWN_CLASS]},
        "secretProviderClasses",
        "no effect",
    ),
    ({"dataPlane": {**DATA_PLANE, "disk": ids(5)}}, "dataPlane.disk.clientId", "is the same as"),
    (
        {
            "keyVaultUser": ids(26),
            "dataPlane": {**DATA_PLANE, "disk": {**ids(21), "clientId": guid(26).upper()}},
        },
        "dataPlane.disk.clientId",
        "is the same as keyVaultUser.clientId",
    ),
]
RIGHT: list[dict[str, object]] = [
    {},
    {"disabledCapabilities": ["Ingress", "Console"]},
    {"disabledCapabilities": ["Console"]},
    {"disabledCapabilities": ["ImageRegistry"], "identities__imageRegistry": None},
    {"dataPlane": DATA_PLANE},
    {"vault__tenantId": TENANT},
    {"vault__existing": True, "vault__tenantId": guid(77)},
    {
        "identities__ingress": identity(
            4,
            inUseSince="2026-01-01T00:00:00Z",
            document=document(guid(4), not_before="2026-01-01T00:00:00Z"),
        )
    },
    {
        "kms": {"vault": {"name": "k-1", "existing": True}, "keyVersion": "0" * 32},
        "identities__kms": identity(9),
    },
    {"secretProviderClasses": [OWN_CLASS, {**OWN_CLASS, "namespace": "b"}]},
]


@pytest.mark.parametrize("changes", RIGHT)
def test_the_other_side_of_each_rule_is_right(changes: dict[str, object]) -> None:
    load_settings(config(tree(**changes)), SECRET_KEYS)


def test_every_wrong_setting_is_named_with_its_rule() -> None:
    assert len(WRONG) >= 60
    for changes, path, rule in WRONG:
        problems = refused(tree(**changes))
        wanted = f"openshift-credentials:controlPlaneIdentities.{path}"
        found = [each for each in problems if each.startswith((f"{wanted} ", f"{wanted}:"))]
        assert found, (changes.keys(), path, problems)
        assert rule in found[0], (path, found)
        assert MARKER not in "".join(problems), path


def test_a_class_is_not_judged_where_no_identity_is_given() -> None:
    problems = refused(tree(identities=None, secretProviderClasses=[OWN_CLASS]))
    assert not any("secretProviderClasses" in each for each in problems), problems
