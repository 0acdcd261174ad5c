"""What becomes of a ServiceAccount token that is exchanged for credentials of AWS.

Source: AWS STS API Reference, AssumeRoleWithWebIdentity, for the order of the steps and the names
of its errors.
"""

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from openshift_credentials.base.json_values import is_array, is_object, object_member
from openshift_credentials.platforms.aws.policies.trust import ASSUME_ROLE
from openshift_credentials.systems.token_issuer.rules.tokens import Token


class ExchangeStep(StrEnum):
    """What STS looks at, in its order."""

    PROVIDER = "issuer"
    KEY = "key"
    SIGNATURE = "signature"
    EXPIRY = "expiry"
    AUDIENCE = "audience"
    TRUST = "trust policy"


@dataclass(frozen=True, slots=True)
class ExchangeAnswer:
    """Whether a step passes, and why, or why not; ``about`` is the role or Secret it is about."""

    step: str
    passes: bool
    why: str
    about: str = ""


def steps(
    token: Token,
    issuer: str,
    keys: Mapping[str, rsa.RSAPublicKey],
    audiences: Sequence[str],
    now: float,
) -> Iterator[ExchangeAnswer]:
    """What STS makes of a token before it looks at a role; it ends at the first step that fails."""
    for answer in (
        _provider(token, issuer),
        _key(token, keys),
        _signature(token, keys),
        _expiry(token, now),
        _audience(token, audiences),
    ):
        yield answer
        if not answer.passes:
            return


def trusts(trust_policy: Mapping[str, object], token: Token) -> ExchangeAnswer:
    """Whether a role's trust policy lets the bearer of a token in."""
    statements = trust_policy.get("Statement")
    whys: list[str] = []
    for statement in statements if is_array(statements) else [statements]:
        if not is_object(statement) or not _is_for_tokens(statement):
            continue
        why = _refusal(statement, token)
        if why is None and statement.get("Effect") == "Deny":
            return ExchangeAnswer(
                ExchangeStep.TRUST, passes=False, why="AccessDenied: a statement denies it"
            )
        if why is None:
            return ExchangeAnswer(ExchangeStep.TRUST, passes=True, why=f"lets {token.subject!a} in")
        whys.append(why)
    why = whys[0] if whys else "no statement allows sts:AssumeRoleWithWebIdentity"
    return ExchangeAnswer(ExchangeStep.TRUST, passes=False, why=f"AccessDenied: {why}")


def _provider(token: Token, issuer: str) -> ExchangeAnswer:
    if token.issuer == issuer:
        return ExchangeAnswer(ExchangeStep.PROVIDER, passes=True, why=f"is {issuer}")
    why = f"InvalidIdentityToken: the token is of {token.issuer!a}, and no provider has that URL"
    return ExchangeAnswer(ExchangeStep.PROVIDER, passes=False, why=why)


def _key(token: Token, keys: Mapping[str, rsa.RSAPublicKey]) -> ExchangeAnswer:
    if token.algorithm != "RS256":
        why = f"InvalidIdentityToken: signed with {token.algorithm!a}, and RS256 is published"
        return ExchangeAnswer(ExchangeStep.KEY, passes=False, why=why)
    if token.kid in keys:
        return ExchangeAnswer(ExchangeStep.KEY, passes=True, why=f"{token.kid} is published")
    why = (
        f"InvalidIdentityToken: key {token.kid!a} is not among the published keys: "
        f"{', '.join(map(ascii, keys))}"
    )
    return ExchangeAnswer(ExchangeStep.KEY, passes=False, why=why)


def _signature(token: Token, keys: Mapping[str, rsa.RSAPublicKey]) -> ExchangeAnswer:
    try:
        keys[token.kid].verify(token.signature, token.signed, padding.PKCS1v15(), SHA256())
    except (InvalidSignature, KeyError):
        why = "InvalidIdentityToken: the published key did not create the signature"
        return ExchangeAnswer(ExchangeStep.SIGNATURE, passes=False, why=why)
    return ExchangeAnswer(
        ExchangeStep.SIGNATURE, passes=True, why="was created with the published key"
    )


def _expiry(token: Token, now: float) -> ExchangeAnswer:
    if token.expires is None:
        return ExchangeAnswer(
            ExchangeStep.EXPIRY, passes=False, why="InvalidIdentityToken: the token has no exp"
        )
    left = round(token.expires - now)
    if left <= 0:
        why = (
            f"ExpiredTokenException: it expired {-left} seconds ago; copy a new token from the pod"
        )
        return ExchangeAnswer(ExchangeStep.EXPIRY, passes=False, why=why)
    return ExchangeAnswer(ExchangeStep.EXPIRY, passes=True, why=f"it expires in {left} seconds")


def _audience(token: Token, audiences: Sequence[str]) -> ExchangeAnswer:
    shown = ", ".join(map(ascii, token.audiences)) or "none"
    if set(token.audiences) & set(audiences):
        return ExchangeAnswer(ExchangeStep.AUDIENCE, passes=True, why=f"{shown} is registered")
    why = (
        f"InvalidIdentityToken: the token is for {shown}, and the provider accepts "
        f"{', '.join(audiences)}"
    )
    return ExchangeAnswer(ExchangeStep.AUDIENCE, passes=False, why=why)


def _is_for_tokens(statement: Mapping[str, object]) -> bool:
    actions = statement.get("Action")
    texts = actions if is_array(actions) else [actions]
    return any(
        isinstance(text, str) and fnmatch.fnmatchcase(ASSUME_ROLE.lower(), text.lower())
        for text in texts
    )


def _refusal(statement: Mapping[str, object], token: Token) -> str | None:
    """Why a statement does not speak of a token; ``None`` where it does."""
    provider = token.issuer.removeprefix("https://")
    principal = statement.get("Principal")
    federated = principal.get("Federated") if is_object(principal) else None
    arns = federated if is_array(federated) else [federated]
    if not any(isinstance(arn, str) and arn.endswith(f":oidc-provider/{provider}") for arn in arns):
        return f"it does not trust the provider {provider}"
    claims = {f"{provider}:sub": (token.subject,), f"{provider}:aud": token.audiences}
    conditions = object_member(statement, "Condition")
    for operator in conditions:
        for key, wanted in object_member(conditions, operator).items():
            values = [str(text) for text in (wanted if is_array(wanted) else [wanted])]
            if not _holds(operator, claims.get(key, ()), values):
                return f"{key} must be {' or '.join(map(ascii, values))} ({operator})"
    return None


def _holds(operator: str, found: Sequence[str], wanted: Sequence[str]) -> bool:
    match operator.rpartition(":")[2]:
        case "StringEquals":
            return bool(set(found) & set(wanted))
        case "StringLike":
            return any(_like(value, pattern) for value in found for pattern in wanted)
        case _:
            return False


def _like(value: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(value, pattern.replace("[", "[[]"))
