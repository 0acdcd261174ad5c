"""Verb ``image-pulls``: kubelet credential provider files, and how a pod's image is pulled."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from openshift_credentials.base.errors import ExitCode, UnusableInputError, input_problem, unusable_input
from openshift_credentials.platforms.go.yaml import SyntaxProblem, parse_component_config
from openshift_credentials.platforms.manifests import count_documents, printable, read_content, source_of
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import DEFAULT_ROLE_VARIABLE
from openshift_credentials.systems.image_pulls.rules.kubelets import COMPARED, KubeletVersion, matches, pattern_problem
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    FILE_SUFFIXES,
    FieldError,
    ProviderConfig,
    UnreadableConfigError,
    read_directory,
    read_file,
    validate,
)
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

from ..argument_parser import PROGRAM, Action, with_actions
from ..output import members, print_answer, print_notes

_EMPTY: Final = "is empty; --help says what it has to contain"


def add_kubelet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--kubelet-version",
        metavar="VERSION",
        type=_kubelet,
        default=COMPARED,
        help="version of the kubelet (default: %(default)s)",
    )


def _kubelet(text: str) -> KubeletVersion:
    try:
        return KubeletVersion.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} {error}") from None


def content_of(path: str, *, may_be_empty: bool = False) -> bytes:
    """The content of a file or of standard input (``-``), which is no file if it is empty.

    The kubelet itself has an answer for an empty file.
    """
    content = read_content(path, sys.stdin.buffer)
    if (content == b"" and path == "-") or not (may_be_empty or isinstance(content, str) or content.strip()):
        content = _EMPTY
    if isinstance(content, str):
        raise unusable_input(f"{source_of(path)}: {content}")
    return content


def files_of(path: str) -> Mapping[str, bytes]:
    """A file, or the files of a folder that the kubelet reads, by name."""
    place = Path(path)
    if path == "-" or not place.is_dir():
        return {place.name: content_of(path, may_be_empty=True)}
    files = (entry for entry in place.iterdir() if entry.is_symlink() or not entry.is_dir())
    read = (file for file in files if file.name.endswith(FILE_SUFFIXES))
    return {file.name: content_of(str(file), may_be_empty=True) for file in read}


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The kubelet's answer; ``stage`` is where it stops, or ``None`` if it starts."""

    stage: str | None
    config: ProviderConfig | None = None
    unreadable: str = ""
    errors: tuple[FieldError, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether the kubelet would start, as far as it depends on the files."""
        return self.stage is None

    @property
    def hash(self) -> str | None:
        return self.config.hash if self.config else None

    @property
    def providers(self) -> list[str] | None:
        return [provider.name for provider in self.config.providers] if self.config else None

    @property
    def patterns(self) -> Mapping[str, Sequence[str]]:
        providers = self.config.providers if self.config else ()
        return {provider.name: provider.match_images for provider in providers}

    @property
    def texts(self) -> list[str]:
        shown = (f"{error.field}{f' = {error.value}' if error.value else ''}: {error.detail}" for error in self.errors)
        return [self.unreadable] if self.unreadable else list(shown)

    def as_json(self) -> dict[str, object]:
        errors = [members(error, "type", "field", "value", "detail") for error in self.errors]
        unreadable = [{"detail": self.unreadable}] if self.unreadable else None
        return {**members(self, "ok", "stage"), "errors": unreadable or errors, **members(self, "hash", "providers")}


def check(
    files: Mapping[str, bytes], kubelet: KubeletVersion, *, is_directory: bool, token_gate: bool = True
) -> CheckAnswer:
    try:
        if is_directory:
            config = read_directory(files, kubelet)
        else:
            (content,) = files.values()
            config = read_file(content, kubelet)
    except UnreadableConfigError as error:
        return CheckAnswer("read", unreadable=str(error))
    errors = validate(config.providers, kubelet, token_gate=token_gate)
    return CheckAnswer("validate" if errors else None, config, errors=errors, notes=tuple(_notes(files, config)))


def _notes(files: Mapping[str, bytes], config: ProviderConfig) -> Sequence[str]:
    notes = [
        f"{name or 'the file'}: the kubelet reads the first document only and ignores the others"
        for name, content in files.items()
        if count_documents(content) > 1
    ]
    if any(not provider.name for provider in config.providers):
        notes.append("a provider without a name passes the check, but its registration fails")
    return notes


def configure_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="FILE|DIR", help="- is standard input")
    parser.add_argument("--gate-off", action="store_true", help="the kubelet's token feature gate is disabled")
    add_kubelet(parser)


def run_check(arguments: argparse.Namespace) -> ExitCode:
    is_directory = arguments.path != "-" and Path(arguments.path).is_dir()
    files, gate = files_of(arguments.path), not arguments.gate_off
    answer = check(files, arguments.kubelet_version, is_directory=is_directory, token_gate=gate)
    print_answer(arguments.output, answer.as_json(), _check_lines(arguments.path, answer))
    print_notes(answer.notes)
    return ExitCode.OK if answer.ok else ExitCode.NO


def _check_lines(path: str, answer: CheckAnswer) -> Iterator[str]:
    yield printable(f"{path}: the kubelet {'would start' if answer.ok else 'would not start'}")
    yield from (printable(f"  {error}") for error in answer.texts)
    if answer.hash:
        yield printable(f"  providers: {', '.join(answer.providers or ()) or 'none'}")
        yield f"  hash: {answer.hash}"


def configure_match(parser: argparse.ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("--config", metavar="FILE", help="a provider file; - is standard input")
    one.add_argument("--pattern", metavar="PATTERN", help="one entry of matchImages")
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="image of a container")
    add_kubelet(parser)


def run_match(arguments: argparse.Namespace) -> ExitCode:
    images: Sequence[str] = arguments.images
    kubelet: KubeletVersion = arguments.kubelet_version
    if arguments.pattern is not None:
        return _match_pattern(arguments.pattern, images, kubelet, arguments.output)
    answer = check({"": content_of(arguments.config)}, kubelet, is_directory=False)
    if not answer.ok:
        raise UnusableInputError(
            input_problem(f"{arguments.config}: the kubelet would not start: {text}") for text in answer.texts
        )
    found = {
        image: {
            name: matching
            for name, patterns in answer.patterns.items()
            if (matching := [pattern for pattern in patterns if matches(pattern, image, kubelet)])
        }
        for image in images
    }
    lines = [
        f"{image}: {', '.join(f'{name} ({own[0]})' for name, own in providers.items()) or 'no provider matches'}"
        for image, providers in found.items()
    ]
    rows = [{"image": image, "providers": providers} for image, providers in found.items()]
    print_answer(arguments.output, rows, map(printable, lines))
    return ExitCode.OK if all(found.values()) else ExitCode.NO


def _match_pattern(pattern: str, images: Sequence[str], kubelet: KubeletVersion, output: str) -> ExitCode:
    problem = pattern_problem(pattern, kubelet)
    found = {image: matches(pattern, image, kubelet) for image in images}
    rows = [{"image": image, "match": is_match, "patternParses": problem is None} for image, is_match in found.items()]
    one = {"match": all(found.values()), "patternParses": problem is None}
    lines = [f"{image}: {'matches' if is_match else 'does not match'} {pattern}" for image, is_match in found.items()]
    if problem:
        lines.append(f"{pattern}: the kubelet rejects it: {problem}")
    print_answer(output, one if len(rows) == 1 else rows, map(printable, lines))
    return ExitCode.OK if all(found.values()) else ExitCode.NO


_LOOKUP_LIMIT: Final = 1000


def configure_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--scenario",
        metavar="FILE",
        required=True,
        help="provider file, pod, ServiceAccount, image and outputs of plugins in one document",
    )
    add_kubelet(parser)


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="ignore", frozen=True, hide_input_in_errors=True, populate_by_name=True, strict=True
    )


class Stub(_Part):
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


def run_simulate(arguments: argparse.Namespace) -> ExitCode:
    path = arguments.scenario
    document = parse_component_config(content_of(path))
    if isinstance(document, SyntaxProblem):
        raise unusable_input(f"{path}: {document}")
    try:
        asked = _Document.model_validate(document)
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
    print_answer(arguments.output, _outcome_json(pod, outcome), map(printable, _steps(asked.image, pod, outcome)))
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


def _outcome_json(pod: Pod, outcome: Pull | KubeletStops) -> dict[str, object]:
    """The outcome as JSON; tokens are replaced by ``TOKEN``, and it contains no password."""
    if isinstance(outcome, KubeletStops):
        return {"kubelet_starts": False, "error": outcome.reason}
    calls = sorted(outcome.calls, key=lambda call: call.provider.name)
    return {
        "kubelet_starts": True,
        "plugin_calls": [_call(call) for call in calls],
        "token_requests": [
            {
                "namespace": pod.namespace,
                "serviceAccount": pod.service_account,
                "audiences": [audience],
                "expirationSeconds": None,
                "bound_to": {"kind": "Pod", "name": pod.name, "uid": "pod-uid"},
            }
            for audience in outcome.audiences
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
            "kind": "CredentialProviderRequest",
            "image": call.image,
            **({"serviceAccountToken": TOKEN} if call.with_token else {}),
            **({"serviceAccountAnnotations": dict(call.annotations)} if call.annotations else {}),
        },
    }


def _steps(image: str, pod: Pod, outcome: Pull | KubeletStops) -> Iterator[str]:
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


_EPILOG: Final = f"""\
Examples:
  {PROGRAM} image-pulls check /etc/kubernetes/credential-providers/ecr-credential-provider.yaml
  {PROGRAM} image-pulls match --config providers.yaml registry.example.com/team/app:1
  {PROGRAM} image-pulls simulate --scenario scenario.json
Exit codes: 0 yes, 1 no (refused, no match, no credentials), 2 something cannot be read.
"""

_ACTIONS: Final = {
    "check": Action("check whether a kubelet would start with a provider file", configure_check, run_check),
    "match": Action("show which providers match images, or whether one pattern does", configure_match, run_match),
    "simulate": Action("simulate the kubelet's steps for an image of a pod", configure_simulate, run_simulate),
}

configure, run = with_actions(_ACTIONS, _EPILOG)
