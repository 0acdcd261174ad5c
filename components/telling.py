"""How the program tells people what they should know: through the log of the engine."""

from collections.abc import Callable
from typing import assert_never

import pulumi

from openshift_credentials.notices import Notice, Severity


def tell(
    notice: Notice, resource: pulumi.Resource | None = None, worded: Callable[[str], str] = str
) -> None:
    """Tell a notice, beside the resource that it is about where there is one.

    ``worded`` puts it in the words of whoever reads it.
    """
    match notice.severity:
        case Severity.ERROR:
            log = pulumi.log.error
        case Severity.WARNING:
            log = pulumi.log.warn
        case Severity.INFO:
            log = pulumi.log.info
        case _:
            assert_never(notice.severity)
    log(worded(str(notice)), resource)
