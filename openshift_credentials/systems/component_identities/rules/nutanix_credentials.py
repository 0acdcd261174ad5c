"""Credentials of Nutanix that all components share.

Source: openshift/cloud-credential-operator
``pkg/cmd/provisioning/nutanix/create_shared_secrets.go`` at commit b187feee66f4, with the types of
nutanix-cloud-native/prism-go-client ``environment/providers/kubernetes/types.go``. Messages contain
nothing of the file, because it is a list of passwords.
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.platforms.go.marshal import marshal
from openshift_credentials.platforms.go.numbers import text_of_number

BASIC_AUTH: Final = "basic_auth"


def read_credentials(content: object) -> str:
    """JSON text for the Secrets from the parsed credentials file.

    The file is ``credentials:`` with a list of ``type: basic_auth`` and ``data`` with user and
    password of Prism Central and, optionally, of Prism Elements. Raises :class:`UnusableInputError`
    for another form, and for a file without credentials, for which ccoctl writes Secrets that
    contain ``null``.
    """
    entries = _member(content, "credentials")
    if not is_array(entries) or not entries:
        raise unusable_input(
            "must be 'credentials:' with a list of one or more entries of type basic_auth"
        )
    problems: list[str] = []
    texts: list[object] = []
    for index, entry in enumerate(entries):
        where = f"credentials[{index}]"
        if _member(entry, "type") != BASIC_AUTH:
            problems.append(f"{where}.type must be {BASIC_AUTH}, the only supported type")
            continue
        data = _member(entry, "data")
        texts.append({"type": BASIC_AUTH, "data": _basic_auth(data, where, problems)})
    if problems:
        raise UnusableInputError(map(input_problem, problems))
    return marshal(texts)


def _basic_auth(data: object, where: str, problems: list[str]) -> Mapping[str, object]:
    central = _login(_member(data, "prismCentral"), f"{where}.data.prismCentral", problems)
    if not central["username"] or not central["password"]:
        problems.append(f"{where}.data.prismCentral requires username and password")
    elements = _member(data, "prismElements")
    if elements is not None and not is_array(elements):
        problems.append(f"{where}.data.prismElements must be a list")
        elements = None
    return {
        "prismCentral": central,
        "prismElements": None
        if elements is None
        else [
            {
                **_login(element, f"{where}.data.prismElements[{index}]", problems),
                "name": _text(element, "name", f"{where}.data.prismElements[{index}]", problems),
            }
            for index, element in enumerate(elements)
        ],
    }


def _login(value: object, where: str, problems: list[str]) -> dict[str, str]:
    return {name: _text(value, name, where, problems) for name in ("username", "password")}


def _text(value: object, name: str, where: str, problems: list[str]) -> str:
    """A string, or the string form of a number or boolean in YAML."""
    found = _member(value, name)
    match found:
        case None:
            return ""
        case str():
            return found
        case bool():
            return "true" if found else "false"
        case int() | float():
            return text_of_number(found)
        case _:
            problems.append(f"{where}.{name} must be a text")
            return ""


def _member(members: object, name: str) -> object:
    """The member with that name, ignoring case, as ``encoding/json`` does."""
    if not is_object(members):
        return None
    if name in members:
        return members[name]
    return next((value for key, value in members.items() if key.lower() == name.lower()), None)
