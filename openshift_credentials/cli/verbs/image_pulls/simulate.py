"""``image-pulls simulate``: the kubelet's steps for an image of a pod, from one document."""

import argparse
from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from openshift_credentials.base.errors import ExitCode, UnusableInputError, input_problem
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import DEFAULT_ROLE_VARIABLE
from openshift_credentials.systems.image_pulls.rules.pull import (
    TOKEN,
    KubeletStops,
    Node,
    PluginCall,
    Pod,
    Printed,
    Pull,
    pull,
)

from ...output import print_answer
from . import inputs

_REQUEST_KIND: Final = "CredentialProviderRequest"
_LOOKUP_LIMIT: Final = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--scenario",
        metavar="FILE",
        required=True,
        help="provider file, pod, ServiceAccount, image and outputs of plugins in one document",
    )
    inputs.add_kubelet(parser)


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="ignore", frozen=True, hide_input_in_errors=True, populate_by_name=True, strict=True
    )


class Stub(_Part):
    """The output of an executable and its exit code."""

    response: str = Field(default="", repr=False)
    exit: int = 0


class _Pod(_Part):
    namespace: str = "default"
    name: str = "pod"
    service_account_name: str = Field(default="", alias=to_camel("service_account_name"))


class _ServiceAccount(_Part):
    annotations: dict[str, str] | None = None


class _Document(_Part):
    """A whole scenario; ``service_account: null`` means that it does not exist."""

    config: str
    pod: _Pod
    service_account: _ServiceAccount | None
    image: str
    token_request: Literal["granted", "refused"] = "granted"  # noqa: S105
    plugins: dict[str, Stub]
    lookups: int = Field(default=1, ge=1, le=_LOOKUP_LIMIT)
    gate_off: bool = False


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the kubelet's steps for the image."""
    path = arguments.scenario
    try:
        asked = _Document.model_validate(inputs.document(path))
    except ValidationError as error:
        raise UnusableInputError(map(input_problem, _problems(path, error))) from None
    account = asked.service_account
    node = Node(
        kubelet=arguments.kubelet_version,
        plugins={name: Printed(stub.response, stub.exit) for name, stub in asked.plugins.items()},
        annotations=None if account is None else account.annotations or {},
        grants_token=asked.token_request == "granted",  # noqa: S105
        token_gate=not asked.gate_off,
    )
    pod = Pod(namespace=asked.pod.namespace, name=asked.pod.name, service_account=asked.pod.service_account_name)
    config = asked.config.encode("utf-8", "surrogateescape")
    outcome = pull(config, node, pod, asked.image, asked.lookups)
    print_answer(arguments.output, _as_json(pod, outcome), map(printable, _lines(asked.image, pod, outcome)))
    has_any = not isinstance(outcome, KubeletStops) and outcome.candidates
    return ExitCode.OK if has_any else ExitCode.NO


def _problems(path: str, error: ValidationError) -> Iterator[str]:
    for problem in error.errors(include_input=False, include_url=False, include_context=False):
        said = f"{problem['msg'][0].lower()}{problem['msg'][1:]}"
        match problem["type"]:
            case "model_type" | "dict_type":
                said = "must be a mapping"
            case "missing":
                said = "is required; add it, as docs/cli.md describes"
            case _:
                pass
        field = ".".join(map(str, problem["loc"]))
        yield f"{path}: {field}: {said}" if field else f"{path}: {said}"


def _as_json(pod: Pod, outcome: Pull | KubeletStops) -> dict[str, object]:
    """The outcome as JSON; tokens are replaced by ``TOKEN``, and it contains no password."""
    if isinstance(outcome, KubeletStops):
        return {"kubelet_starts": False, "error": outcome.reason}
    calls = sorted(outcome.calls, key=lambda call: call.provider.name)
    return {
        "kubelet_starts": True,
        "plugin_calls": [_call(call) for call in calls],
        "token_requests": [_token_request(pod, audience) for audience in outcome.audiences],
        "found": bool(outcome.candidates),
        "credentials": [{"username": candidate.username} for candidate in outcome.candidates],
    }


def _call(call: PluginCall) -> dict[str, object]:
    environment = {variable.name: variable.value for variable in call.provider.env}
    role = environment.get(DEFAULT_ROLE_VARIABLE)
    return {
        "plugin": call.provider.name,
        "args": list(call.provider.args),
        **({f"env_{DEFAULT_ROLE_VARIABLE}": role} if role else {}),
        "request": {
            "apiVersion": call.provider.api_version,
            "kind": _REQUEST_KIND,
            "image": call.image,
            **({"serviceAccountToken": TOKEN} if call.with_token else {}),
            **({"serviceAccountAnnotations": dict(call.annotations)} if call.annotations else {}),
        },
    }


def _token_request(pod: Pod, audience: str) -> dict[str, object]:
    return {
        "namespace": pod.namespace,
        "serviceAccount": pod.service_account,
        "audiences": [audience],
        "expirationSeconds": None,
        "bound_to": {"kind": "Pod", "name": pod.name, "uid": "pod-uid"},
    }


def _lines(image: str, pod: Pod, outcome: Pull | KubeletStops) -> Iterator[str]:
    """The steps of the decision, for people."""
    yield f"{image}, pod {pod.namespace}/{pod.name}"
    if isinstance(outcome, KubeletStops):
        yield f"  the kubelet does not start: {outcome.reason}"
        return
    for provider, steps in groupby(outcome.steps, key=lambda step: step.provider):
        yield f"  {provider or '(no name)'}"
        yield from (f"    - {step.text}" for step in steps)
    if not outcome.candidates:
        yield "  no credentials: the image is pulled anonymously"
        return
    yield "  tried in this order, after the pod's pull secrets and the node's auth file:"
    for number, candidate in enumerate(outcome.candidates, start=1):
        yield f"    {number}. {candidate.provider}"
