"""Whether a role trusts a token of an OIDC provider.

Source: IAM User Guide, "Creating a role for web identity or OpenID Connect federation" and "AWS
JSON policy elements: Principal".
"""

from collections.abc import Iterator, Sequence

from openshift_credentials.base.json_values import is_object

from ..arns import issuer_in
from .conditions import Context, certainly_met
from .document import Statement, document
from .evaluation import MissingReason, Need, Statement as ParsedStatement, parse_policy
from .judgement import many, statements_of
from .trust import ASSUME_ROLE


def trust_of(
    policy: object, provider_arns: Sequence[str], subject: str, audiences: Sequence[str]
) -> MissingReason | None:
    """Why the trust policy of a role does not certainly admit a token, or ``None`` if it does.

    The token has this claim ``sub`` and one of these ``aud``, and comes from the issuer of one of
    the providers. Raises :class:`ValueError` or :class:`UnusableInputError` for anything but a
    policy.
    """
    found = [
        _trust_of(policy, arn, subject, audience) for arn in provider_arns for audience in audiences
    ]
    order = (None, MissingReason.CONDITIONAL, MissingReason.DENIED, MissingReason.NOT_ALLOWED)
    return min(found, key=order.index)


def _trust_of(
    policy: object, provider_arn: str, subject: str, audience: str
) -> MissingReason | None:
    claims = claims_of(issuer_in(provider_arn), subject, audience)
    asked = list(_for_the_provider(policy, provider_arn))
    if not asked:
        return MissingReason.NOT_ALLOWED
    reason = _access(parse_policy(document(*asked)), claims)
    excluding = any("NotPrincipal" in statement for statement in statements_of(policy))
    return MissingReason.CONDITIONAL if reason is None and excluding else reason


def _access(statements: Sequence[ParsedStatement], claims: Context) -> MissingReason | None:
    """Why the statements do not certainly admit the claims, or ``None`` if they do.

    Keys outside ``claims`` are not known, so that the answer can be
    :attr:`MissingReason.CONDITIONAL` for a denial too.
    """
    need = Need(ASSUME_ROLE)
    denials = [item for item in statements if not item.is_allow and item.denies(need)]
    denied = [certainly_met(denial.conditions, claims) for denial in denials]
    if True in denied:
        return MissingReason.DENIED
    allowing = [item for item in statements if item.is_allow and item.allows(need)]
    granted = [certainly_met(item.conditions, claims) for item in allowing]
    if True in granted:
        return MissingReason.CONDITIONAL if None in denied else None
    return MissingReason.CONDITIONAL if None in granted else MissingReason.NOT_ALLOWED


def claims_of(provider: str, subject: str, audience: str) -> Context:
    """Condition keys of a token; ``provider`` is the URL of its issuer without the scheme."""
    return {f"{provider}:sub": subject, f"{provider}:aud": audience}


def _for_the_provider(policy: object, provider_arn: str) -> Iterator[Statement]:
    """The statements about tokens of the provider, as those of an identity policy."""
    for statement in statements_of(policy):
        principal = statement.get("Principal")
        if provider_arn in federations(principal) or (
            statement.get("Effect") == "Deny" and "*" in many(_everybody(principal))
        ):
            rest = {key: value for key, value in statement.items() if key != "Principal"}
            yield {**rest, "Resource": "*"}


def federations(principal: object) -> list[str]:
    """The ARNs of the providers in a principal."""
    return many(principal.get("Federated")) if is_object(principal) else []


def _everybody(principal: object) -> object:
    """All names of a principal; ``*`` alone is everybody, and so is ``{"AWS": "*"}``."""
    if not is_object(principal):
        return principal
    return [name for names in principal.values() for name in many(names)]
