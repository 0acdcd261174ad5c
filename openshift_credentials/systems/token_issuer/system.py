"""Token issuers as a system of the family."""

from typing import Final

from openshift_credentials.stack.system import System
from openshift_credentials.systems.token_issuer.checks import cross_problems, whole_problems
from openshift_credentials.systems.token_issuer.explain import explain
from openshift_credentials.systems.token_issuer.plan import shared_settings
from openshift_credentials.systems.token_issuer.remarks import remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings


def _operation() -> object:
    """Operation part of the system; imported only by the verbs that read an issuer."""
    from openshift_credentials.systems.token_issuer.live import OPERATION  # noqa: PLC0415

    return OPERATION


SYSTEM: Final = System(
    key="tokenIssuer",
    resource_name="token-issuer",
    settings=TokenIssuerSettings,
    facade="components.token_issuer.facade:TokenIssuer",
    checks=cross_problems,
    whole_checks=whole_problems,
    remarks=remarks,
    explain=explain,
    shares=shared_settings,
    operation=_operation,
)
