"""Resources, manifests and rotation of cloud credentials before anything exists."""

from openshift_credentials.stack.parts import share_nothing as shares

__all__ = ["shares"]
