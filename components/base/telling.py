"""Reports notices through the log of the engine."""

from collections.abc import Callable
from typing import assert_never

import pulumi

from openshift_credentials.base.notices import Notice, Severity


def tell(notice: Notice, resource: pulumi.Resource | None = None, worded: Callable[[str], str] = str) -> None:
    """Report a notice, next to its resource if there is one.

    ``worded`` adapts it to its reader.
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
