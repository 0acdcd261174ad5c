"""Image pulls: :class:`ImagePulls`."""

import pulumi

from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

from ..base.facade import check_model
from . import facade

__all__ = ["ImagePulls", "ImagePullsSettings"]


class ImagePulls(facade.ImagePulls):
    """Everything that pods need to pull with their own identities."""

    def __init__(self, name: str, args: ImagePullsSettings, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, check_model("imagePulls", args), opts)
