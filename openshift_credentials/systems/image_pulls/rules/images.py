"""Names of images, as the kubelet uses them to look up credentials.

Source: kubernetes/kubernetes ``pkg/util/parsers/parsers.go`` (``ParseImageName``) and
distribution/reference ``normalize.go``: the repository with its registry, without tag or digest.
"""

from typing import Final

_DEFAULT_REGISTRY: Final = "docker.io"
_LEGACY_REGISTRY: Final = "index.docker.io"
_OFFICIAL: Final = "library/"


def repository_of(image: str) -> str:
    """``nginx:1.29`` as ``docker.io/library/nginx``, ``a.io:5000/x:1`` as ``a.io:5000/x``."""
    name = image.partition("@")[0]
    front, slash, last = name.rpartition("/")
    name = f"{front}{slash}{last.partition(':')[0]}"
    registry, slash, path = name.partition("/")
    is_registry = slash and (
        registry == "localhost"
        or any(mark in registry for mark in ".:")
        or registry.lower() != registry
    )
    if not is_registry:
        registry, path = _DEFAULT_REGISTRY, name
    if registry == _LEGACY_REGISTRY:
        registry = _DEFAULT_REGISTRY
    if registry == _DEFAULT_REGISTRY and "/" not in path:
        path = f"{_OFFICIAL}{path}"
    return f"{registry}/{path}"
