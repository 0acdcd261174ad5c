"""How the program tells people what they should know: through the log of the engine."""

from collections.abc import Callable

import pulumi

from openshift_credentials.notices import Notice, Severity


def tell(
    notice: Notice, resource: pulumi.Resource | None = None, worded: Callable[[str], str] = str
) -> None:
    """Tell a notice, beside the resource that it is about where there is one.

    ``worded`` puts it in the words of whoever reads it.
    """
    log = pulumi.log.info if notice.severity is Severity.INFO else pulumi.log.warn
    log(worded(str(notice)), resource)
