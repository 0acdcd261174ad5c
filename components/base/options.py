"""Options of a component's children."""

from collections.abc import Sequence

import pulumi

from openshift_credentials.stack.base import Keeping


def child_options(
    parent: pulumi.Resource,
    opts: pulumi.ResourceOptions | None = None,
    *,
    after: Sequence[pulumi.Resource] = (),
    keeping: Keeping = Keeping.DELETED,
    deleted_with: pulumi.Resource | None = None,
    replace_with: Sequence[pulumi.Resource] = (),
    delete_before_replace: bool | None = None,
) -> pulumi.ResourceOptions:
    """Options of a child of ``parent``, whose own options are ``opts``.

    The SDK does not pass ``depends_on`` of a component to its children, so this function does.
    Protection is set if requested and never disabled, which would override the options of the
    component's consumer. ``deleted_with`` is for optional resources: they are deleted with their
    setting, and kept with a retained parent.
    """
    own = pulumi.ResourceOptions(
        parent=parent,
        depends_on=list(after),
        protect=True if keeping is Keeping.PROTECTED else None,
        retain_on_delete=True if keeping is Keeping.LEFT_BEHIND else None,
        deleted_with=deleted_with,
        replace_with=list(replace_with) or None,
        delete_before_replace=delete_before_replace,
    )
    inherited = pulumi.ResourceOptions(depends_on=opts.depends_on if opts else None)
    return pulumi.ResourceOptions.merge(own, inherited)


def waiting_for(needed: Sequence[pulumi.Resource], opts: pulumi.ResourceOptions) -> pulumi.ResourceOptions:
    """``opts`` with a dependency on everything in ``needed``."""
    return pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(depends_on=list(needed)))
