"""Problems of any policy document. Pure: documents in, sentences out.

Source: IAM User Guide, "Creating a role for web identity or OpenID Connect federation" (a trust
policy should name ``aud`` and ``sub``), and "IAM JSON policy elements".
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from openshift_credentials.base.json_values import as_object, is_array, is_object

from ..arns import OIDC_CLIENT_IDS
from .document import Statement

_WEB_IDENTITY = "sts:assumerolewithwebidentity"


def statements_of(policy: object) -> list[Statement]:
    """The statements of a document, given as JSON text or as an object.

    Raises :class:`ValueError` if it is neither.
    """
    document = json.loads(policy) if isinstance(policy, str) else policy
    if not is_object(document):
        raise ValueError("a policy document is a JSON object")
    found = document.get("Statement", [])
    return [item for item in (found if is_array(found) else [found]) if is_object(item)]


def many(value: object) -> list[str]:
    """A value that IAM writes alone or as a list, as a list."""
    if value is None:
        return []
    return [str(item) for item in value] if is_array(value) else [str(value)]


def trust_problems(policy: object) -> Iterator[str]:
    """Why unintended tokens could assume the role; only web identities are checked."""
    for statement in _web_identity(policy):
        claims = _claims(statement)
        for claim in ("sub", "aud"):
            if not claims.get(claim):
                yield f"a statement does not compare {claim}, so any {claim} of the issuer matches"
        for _, value in claims.get("sub", ()):
            if "*" in value or "?" in value:
                yield f"sub has the wildcard {value}"
        for _, value in claims.get("aud", ()):
            if value not in OIDC_CLIENT_IDS:
                yield f"aud is {value}, but OpenShift's tokens have {' or '.join(OIDC_CLIENT_IDS)}"


def trusted_subjects(policy: object) -> list[str]:
    """All ``sub`` claims in the trust policy of a role."""
    return [value for statement in _web_identity(policy) for _, value in _claims(statement).get("sub", ())]


def opens_to_everybody(policy: object) -> bool:
    """Whether a statement grants access to every principal without a condition."""
    return any(
        statement.get("Effect") == "Allow"
        and "*" in principals(statement.get("Principal"))
        and not statement.get("Condition")
        for statement in statements_of(policy)
    )


def principals(principal: object) -> list[str]:
    """The names in a principal, whatever kind they have."""
    if is_object(principal):
        return [value for values in principal.values() for value in many(values)]
    return many(principal)


def _web_identity(policy: object) -> Iterator[Statement]:
    for statement in statements_of(policy):
        actions = {text.lower() for text in many(statement.get("Action"))}
        if statement.get("Effect") == "Allow" and _WEB_IDENTITY in actions:
            yield statement


def _claims(statement: Statement) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Operator and value of every claim that the conditions compare positively."""
    found: dict[str, list[tuple[str, str]]] = {}
    conditions = statement.get("Condition")
    for operator, keys in conditions.items() if is_object(conditions) else ():
        if "Not" in operator or not operator.split(":")[-1].startswith("String"):
            continue
        for key, values in as_object(keys).items():
            claim = key.rpartition(":")[2].lower()
            found.setdefault(claim, []).extend((operator, value) for value in many(values))
    return found
