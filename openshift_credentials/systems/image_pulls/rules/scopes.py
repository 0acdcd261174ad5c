"""Scopes of registries, as machine-config-operator compares those of credential providers.

Source: openshift/machine-config-operator
``vendor/github.com/openshift/runtime-utils/pkg/registries/registries.go``.
"""


def is_nested(inner: str, outer: str) -> bool:
    """Whether a scope is another one, a path below it, or a host below its ``*.``."""
    if inner == outer or inner.startswith(f"{outer}/"):
        return True
    host = inner.partition(":" if ":" in inner else "/")[0]
    return outer.startswith("*.") and host.endswith(outer[1:]) and "/" not in host
