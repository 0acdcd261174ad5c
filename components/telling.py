"""Reports notices through the log of the engine."""

from collections.abc import Callable

import pulumi

from openshift_credentials.notices import Notice, Severity


def tell(
    notice: Notice, resource: pulumi.Resource | None = None, worded: Callable[[str], str] = str
) -> None:
    """Report a notice, next to its resource if there is one.

    ``worded`` adapts it to its reader.
    """
    log = pulumi.log.info if notice.severity is Severity.INFO else pulumi.log.warn
    log(worded(str(notice)), resource)
