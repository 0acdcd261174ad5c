"""Settings that are refused: each names its path, and shows nothing of a secret."""

import pytest

from openshift_credentials.stack.load import load_settings
from tests.kit.tables import read_rows
from tests.systems.control_plane_identities.refusals import MARKER, SECRET_KEYS, refused
from tests.systems.control_plane_identities.samples import config, document, guid, identity, tree


def ids(number: int) -> dict[str, str]:
    return {"clientId": guid(number), "principalId": guid(number, 2)}


DATA_PLANE = {"disk": ids(21), "file": ids(22), "imageRegistry": ids(23)}
_INGRESS = "identities.ingress.document"

WRONG: list[tuple[dict[str, object], str, str]] = [
    *read_rows(__file__, "wrong_settings.json"),
    ({"identities__kms": identity(9)}, "identities.kms", "no effect without kms"),
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
    ({"identities__velero": identity(9)}, "identities.velero", "is not a setting"),
    ({"identities__ingress__document": document(guid(5))}, _INGRESS, "client_id"),
]
RIGHT: list[dict[str, object]] = [
    {},
    {"disabledCapabilities": ["Ingress", "Console"]},
    {"disabledCapabilities": ["Console"]},
    {"disabledCapabilities": ["ImageRegistry"], "identities__imageRegistry": None},
    {"dataPlane": DATA_PLANE},
    {"vault__existing": True},
    {"kms": {"vault": {"name": "k-1", "existing": True}, "keyVersion": "0" * 32}, "identities__kms": identity(9)},
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
