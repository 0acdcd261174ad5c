"""Objects read through the API server that the Kubernetes provider also uses."""

import asyncio
from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.live.client import Access, connect, refusal_of
from openshift_credentials.stack.cluster import Kubernetes

if TYPE_CHECKING:
    from kubernetes.client import ApiException

_TIMEOUT_SECONDS: Final = 10
_REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)


class ClusterObjects:
    """Reads objects of a kind; the first read connects.

    It uses the same sources as the provider: the setting, ``$KUBECONFIG``, ``~/.kube/config``, the
    pod.
    """

    def __init__(self, settings: Kubernetes, group: str, version: str, plural: str) -> None:
        kubeconfig = settings.kubeconfig
        self._access = Access(content=kubeconfig.get_secret_value() if kubeconfig else None, context=settings.context)
        self._kind = (group, version)
        self._plural = plural

    async def read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        """Return the object, or ``None`` if it, its namespace or its kind is absent.

        Raises :class:`ContractError` if it cannot be read.
        """
        return await asyncio.to_thread(self._read, namespace, name)

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        """Return why the API server would not create the object; a dry run changes nothing.

        ``None`` if it would, if the object exists, and if there is no answer.
        """
        return await asyncio.to_thread(self._refusal, namespace, manifest)

    @cached_property
    def _api(self) -> Any:  # noqa: ANN401 - the client has no types of its own
        from kubernetes.client import CustomObjectsApi  # noqa: PLC0415 - only reading pays for it

        return CustomObjectsApi(connect(self._access))

    def _read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        from kubernetes.client import ApiException  # noqa: PLC0415
        from urllib3.exceptions import HTTPError  # noqa: PLC0415

        try:
            return self._api.get_namespaced_custom_object(
                *self._kind, namespace, self._plural, name, _request_timeout=_TIMEOUT_SECONDS
            )
        except ApiException as error:
            if error.status == HTTPStatus.NOT_FOUND:
                return None
            why = _message(error)
        except UnusableInputError as error:
            why = str(error)
        except (HTTPError, OSError) as error:
            why = f"the API server does not answer: {str(error) or type(error).__name__}"
        plural = f"{self._plural}.{self._kind[0]}"
        raise ContractError(f"{plural} in namespace {namespace} cannot be read: {why}")

    def _refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        from kubernetes.client import ApiException  # noqa: PLC0415
        from urllib3.exceptions import HTTPError  # noqa: PLC0415

        try:
            self._api.create_namespaced_custom_object(
                *self._kind, namespace, self._plural, manifest, dry_run="All", _request_timeout=_TIMEOUT_SECONDS
            )
        except ApiException as error:
            return _message(error) if error.status in _REFUSED else None
        except (UnusableInputError, HTTPError, OSError):
            return None
        return None


def _message(error: "ApiException") -> str:
    """The message in the API server's Status, or only the number."""
    return text_member(refusal_of(error), "message") or f"HTTP status {error.status}"
