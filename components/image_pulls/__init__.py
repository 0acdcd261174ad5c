"""Image pulls: :class:`ImagePulls`."""

from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

from .facade import ImagePulls

__all__ = ["ImagePulls", "ImagePullsSettings"]
