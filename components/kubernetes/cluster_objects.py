"""Objects read through the API server that the Kubernetes provider uses too."""

import os
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import httpx2
import yaml
from lightkube import ApiError, AsyncClient, KubeConfig, generic_resource
from lightkube.core.exceptions import ConfigError

from openshift_credentials.errors import ContractError
from openshift_credentials.stack.kubernetes import Kubernetes

_SERVICE_ACCOUNT: Final = Path("/var/run/secrets/kubernetes.io/serviceaccount")


class ClusterObjects:
    """Reads objects of a kind; the first read connects."""

    def __init__(self, settings: Kubernetes, group: str, version: str, plural: str) -> None:
        self._settings = settings
        self._plural = f"{plural}.{group}"
        self._resource = generic_resource.create_namespaced_resource(  # pyright: ignore[reportUnknownMemberType]
            group, version, plural, plural
        )
        self._client: AsyncClient | None = None

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        """Return the object, or ``None`` where it, its namespace or its kind is absent.

        Raises :class:`~openshift_credentials.errors.ContractError` where it cannot be read.
        """
        try:
            if self._client is None:
                self._client = AsyncClient(kubeconfig(self._settings).get(self._settings.context))
            return await self._client.get(self._resource, name, namespace=namespace)
        except ApiError as error:
            if error.status.code == HTTPStatus.NOT_FOUND:
                return None
            why = error.status.message or f"HTTP status {error.status.code}"
        except ConfigError as error:
            why = f"the kubeconfig cannot be used: {error}"
        except httpx2.HTTPError as error:
            why = f"the API server does not answer: {str(error) or type(error).__name__}"
        raise ContractError(f"{self._plural} in namespace {namespace} cannot be read: {why}")


def kubeconfig(settings: Kubernetes) -> KubeConfig:
    """Look where the provider looks: the setting, ``$KUBECONFIG``, ``~/.kube/config``, the pod."""
    if settings.kubeconfig is not None:
        return KubeConfig.from_dict(yaml.safe_load(settings.kubeconfig.get_secret_value()))
    named = os.environ.get("KUBECONFIG", "").split(os.pathsep)
    files = [Path(name) for name in named if name] or [Path("~/.kube/config").expanduser()]
    found = [KubeConfig.from_file(file) for file in files if file.is_file()]
    if not found and _SERVICE_ACCOUNT.is_dir():
        return KubeConfig.from_service_account()
    if not found:
        raise ConfigError(f"there is none at {' or '.join(map(str, files))}")
    first, *others = found
    for other in others:  # as kubectl merges them: the first to name something wins
        first.clusters = {**other.clusters, **first.clusters}
        first.contexts = {**other.contexts, **first.contexts}
        first.users = {**other.users, **first.users}
        first.current_context = first.current_context or other.current_context
    return first
