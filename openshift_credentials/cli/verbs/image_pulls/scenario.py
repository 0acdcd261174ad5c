"""One pod, its node and its image, as a document or as manifests: the input of ``simulate``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.systems.image_pulls.rules.gates import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.kubelet import (
    TOKEN,
    Executable,
    Node,
    PluginCall,
    Pod,
    Printed,
)
from openshift_credentials.systems.image_pulls.rules.pull import KubeletStops, Pull, pull
from openshift_credentials.systems.image_pulls.rules.shipped import DEFAULT_ROLE_VARIABLE

REQUEST_KIND: Final = "CredentialProviderRequest"
LOOKUP_LIMIT: Final = 1000


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="ignore", frozen=True, hide_input_in_errors=True, populate_by_name=True, strict=True
    )


class Stub(_Part):
    """The output of an executable and its exit code."""

    response: str = Field(default="", repr=False)
    exit: int = 0

    def __call__(self, _: PluginCall) -> Printed:
        """The same for every call."""
        return Printed(self.response, self.exit)


class _Pod(_Part):
    namespace: str = "default"
    name: str = "pod"
    service_account_name: str = Field(default="", alias=to_camel("service_account_name"))


class _ServiceAccount(_Part):
    annotations: dict[str, str] | None = None


class ScenarioDocument(_Part):
    """A whole scenario; ``service_account: null`` means that it does not exist."""

    config: str
    pod: _Pod
    service_account: _ServiceAccount | None
    image: str
    token_request: Literal["granted", "refused"] = "granted"  # noqa: S105
    plugins: dict[str, Stub]
    lookups: int = Field(default=1, ge=1, le=LOOKUP_LIMIT)
    gate_off: bool = False


_STUBS: Final = TypeAdapter(dict[str, Stub])


@dataclass(frozen=True, slots=True)
class Scenario:
    """All inputs that decide a pull."""

    config: bytes
    node: Node
    pod: Pod
    image: str
    lookups: int = 1

    def run(self) -> Pull | KubeletStops:
        """The outcome for the kubelet."""
        return pull(self.config, self.node, self.pod, self.image, self.lookups)


def read_scenario(path: str, document: object, kubelet: KubeletVersion) -> Scenario:
    """The scenario in a document of file ``path`` that was read from JSON or YAML.

    Raises :class:`UnusableInputError` with all problems; none of them quotes a value.
    """
    try:
        read = ScenarioDocument.model_validate(document)
    except ValidationError as error:
        raise UnusableInputError(map(input_problem, _problems(path, error))) from None
    account = read.service_account
    plugins: Mapping[str, Executable] = read.plugins
    return Scenario(
        config=read.config.encode("utf-8", "surrogateescape"),
        node=Node(
            kubelet=kubelet,
            plugins=plugins,
            annotations=None if account is None else account.annotations or {},
            grants_token=_always(read.token_request == "granted"),  # noqa: S105
            token_gate=not read.gate_off,
        ),
        pod=Pod(
            namespace=read.pod.namespace,
            name=read.pod.name,
            service_account=read.pod.service_account_name,
        ),
        image=read.image,
        lookups=read.lookups,
    )


def read_stubs(path: str, document: object) -> Mapping[str, Executable]:
    """Outputs of executables in file ``path``, by their names.

    Raises :class:`UnusableInputError` with all problems; none of them quotes a value.
    """
    try:
        return _STUBS.validate_python(document)
    except ValidationError as error:
        raise UnusableInputError(map(input_problem, _problems(path, error))) from None


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


def _always(answer: bool) -> Callable[[str], bool]:  # noqa: FBT001
    return lambda _: answer


def as_json(scenario: Scenario, outcome: Pull | KubeletStops) -> dict[str, object]:
    """The outcome as JSON; tokens are replaced by ``TOKEN``, and it contains no password."""
    if isinstance(outcome, KubeletStops):
        return {"kubelet_starts": False, "error": outcome.reason}
    calls = sorted(outcome.calls, key=lambda call: call.provider.name)
    return {
        "kubelet_starts": True,
        "plugin_calls": [_call(call) for call in calls],
        "token_requests": [
            _token_request(scenario.pod, audience) for audience in outcome.audiences
        ],
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
            "kind": REQUEST_KIND,
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
        "bound_to": {"kind": "Pod", "name": pod.name, "uid": pod.uid},
    }


def as_text(scenario: Scenario, outcome: Pull | KubeletStops) -> Sequence[str]:
    """The steps of the decision, for people."""
    lines = [f"{scenario.image}, pod {scenario.pod.namespace}/{scenario.pod.name}"]
    if isinstance(outcome, KubeletStops):
        return [*lines, f"  the kubelet does not start: {outcome.reason}"]
    for provider, steps in groupby(outcome.steps, key=lambda step: step.provider):
        lines += [f"  {provider or '(no name)'}", *(f"    - {step.text}" for step in steps)]
    if not outcome.candidates:
        return [*lines, "  no credentials: the image is pulled anonymously"]
    lines.append("  tried in this order, after the pod's pull secrets and the node's auth file:")
    lines += (
        f"    {number}. {candidate.provider}"
        for number, candidate in enumerate(outcome.candidates, start=1)
    )
    return lines
