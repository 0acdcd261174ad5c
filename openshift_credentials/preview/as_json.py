"""The preview as JSON, in the shape of ``pulumi preview --json``."""

import json
from collections.abc import Mapping

from openshift_credentials.stack.load import value_of
from openshift_credentials.stack.provider_settings import mask_foreign_setting
from openshift_credentials.stack.registry import SHARED, SYSTEMS
from openshift_credentials.stack.secret_texts import MASK, mask_secret_settings
from openshift_credentials.stack.system import PROJECT

from .digest import SECRET, Preview, PreviewStep
from .recorder import Diagnostic


def to_json(preview: Preview) -> str:
    """Pulumi's document, with ``credentials`` and other lists of verdicts as additional members.

    Secrets are masked and unknown values written as Pulumi does (source: pulumi/pulumi
    ``pkg/display/json.go``).
    """
    document = {
        "config": {
            key: SECRET if key in preview.stack.secret_keys else mask_config_text(key, value)
            for key, value in sorted(preview.stack.config.items())
        },
        "steps": [_step(step) for step in preview.steps],
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in preview.diagnostics],
        "changeSummary": dict(preview.change_summary),
        **_verdicts(preview),
    }
    return json.dumps(document, indent=4) + "\n"


def _diagnostic(diagnostic: Diagnostic) -> Mapping[str, object]:
    """A message as Pulumi writes it; an error also has its parts."""
    parts = diagnostic.problem.document if diagnostic.problem else {}
    urn = {"urn": diagnostic.urn} if diagnostic.urn else {}
    return {**urn, **parts, "message": diagnostic.message, "severity": diagnostic.severity}


def _step(step: PreviewStep) -> Mapping[str, object]:
    request = step.request
    state: dict[str, object] = {"urn": step.urn, "custom": request.custom, "type": step.type}
    if step.inputs:
        state["inputs"] = step.inputs
    if request.parent:
        state["parent"] = request.parent
    if request.protect:
        state["protect"] = True
    if request.retainOnDelete:
        state["retainOnDelete"] = True
    if request.dependencies:
        state["dependencies"] = sorted(request.dependencies)
    if request.provider:
        state["provider"] = request.provider
    if step.existing_id is not None:
        state["id"] = step.existing_id
    if step.read_id is not None:
        state["external"] = True
    provider = {"provider": request.provider} if request.provider else {}
    overridden = {"overridden": list(step.overridden)} if step.overridden else {}
    return {
        "op": step.operation,
        "urn": step.urn,
        **provider,
        **overridden,
        "newState": state,
        "detailedDiff": None,
    }


def _verdicts(preview: Preview) -> Mapping[str, list[Mapping[str, object]]]:
    """Verdicts by the name of their list; ``credentials`` is always present."""
    lists: dict[str, list[Mapping[str, object]]] = {"credentials": []}
    for verdict in preview.verdicts:
        lists.setdefault(verdict.document_key, []).append(verdict.document)
    return lists


def mask_config_text(key: str, text: str) -> str:
    """A value of a stack's configuration (group or list as JSON), its secret settings masked.

    A value under an unknown key or prefix, or with another type than its setting, could be secret.
    """
    namespace, _, name = key.rpartition(":")
    value = value_of(text)
    if namespace != PROJECT:
        masked = mask_foreign_setting(namespace, name, value)
    else:
        model = SHARED.get(name) or (SYSTEMS[name].settings.MODEL if name in SYSTEMS else None)
        masked = MASK if model is None else mask_secret_settings(value, model)
    if masked == value:
        return text
    return masked if isinstance(masked, str) else json.dumps(masked)
