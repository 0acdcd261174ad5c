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

    The SDK hands ``depends_on`` of a component to none of its children, so that is done here.
    Protection is set where it is asked for and nowhere switched off, which would override what
    the consumer of the component has set. ``deleted_with`` is for what can be switched off by a
    setting: it goes when the setting does, and stays with a parent that is left behind.
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


def waiting_for(
    needed: Sequence[pulumi.Resource], opts: pulumi.ResourceOptions
) -> pulumi.ResourceOptions:
    """``opts`` of what is made after everything in ``needed``."""
    return pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(depends_on=list(needed)))


def formerly(alias: pulumi.Alias, opts: pulumi.ResourceOptions | None) -> pulumi.ResourceOptions:
    """``opts`` of what had another type or name, so that its state is taken over."""
    return pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(aliases=[alias]))
