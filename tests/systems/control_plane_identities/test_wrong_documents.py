"""Documents of identities that are refused, and never shown."""

import base64
import json

from tests.cli.running import Runner
from tests.platforms.azure.managed_identity.bundles import certificate, ec_key, pem, rsa_key
from tests.systems.control_plane_identities.refusals import MARKER, refused
from tests.systems.control_plane_identities.samples import document, guid, time, tree

PAST = {"not_before": time(-9), "renew_after": time(-8), "cannot_renew_after": time(-7)}

DOCUMENTS: list[tuple[dict[str, object], str]] = [
    ({"not_before": None}, "not_before is required"),
    ({"not_before": "2026"}, "RFC 3339"),
    ({"not_before": time(1)}, "future"),
    ({**PAST, "not_after": time(-1)}, "is in the past"),
    ({"renew_after": None}, "renew_after is required"),
    ({"cannot_renew_after": None}, "cannot_renew_after is required"),
    ({"renew_after": time(250)}, "must not be before"),
    ({"tenant_id": guid(3)}, "tenant of controlPlaneIdentities.tenantId"),
    ({"authentication_endpoint": "http://login.microsoftonline.com/"}, "https"),
    ({"client_secret": "*"}, "base64"),
    ({"client_secret": ""}, "PEM"),
    ({"clientSecret": MARKER}, "snake case"),
    ({"object_id": MARKER * 4000}, "vault accepts"),
]


def test_every_wrong_document_is_named_by_its_member() -> None:
    for members, rule in DOCUMENTS:
        text = document(guid(4), **members)
        problems = "".join(refused(tree(identities__ingress__document=text)))
        assert "identities.ingress.document" in problems, members.keys()
        assert rule in problems, (members.keys(), problems)
        assert MARKER not in problems


def test_a_key_that_is_not_rsa_is_refused() -> None:
    key = ec_key()
    secret = base64.b64encode(pem(certificate(key), key)).decode()
    text = document(guid(4), client_secret=secret)
    assert "not RSA" in "".join(refused(tree(identities__ingress__document=text)))
    other = base64.b64encode(pem(certificate(rsa_key(2)), rsa_key(3))).decode()
    text = document(guid(4), client_secret=other)
    assert "any of its certificates" in "".join(refused(tree(identities__ingress__document=text)))


def test_a_document_in_the_wrong_place_is_shown_nowhere(verbs: Runner) -> None:
    marked = document(guid(4))
    hidden = json.loads(marked)["client_secret"][200:260]
    wrong = (
        {"vault__name": marked},
        {"infraId": marked},
        {"document": marked},
        {"identities__ingress__documentt": marked},
        {"identities__ingress__secretName": [marked]},
        {"identities": marked},
    )
    for number, changes in enumerate(wrong):
        branch = {"openshift-credentials:controlPlaneIdentities": tree(**changes)}
        path = verbs.file(f"Pulumi.{number}.yaml", {"config": branch})
        for arguments in (("preview", "-o", "json"), ("preview", "-o", "markdown"), ("explain",)):
            result = verbs.run(*arguments, "--stack", str(number), "--config-file", path)
            assert result.code == 2, changes.keys()
            assert hidden not in result.out + result.err, (changes.keys(), arguments)
