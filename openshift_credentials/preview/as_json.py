"""The preview as JSON, in the shape of ``pulumi preview --json``."""

import json
from collections.abc import Mapping

from openshift_credentials.preview.digest import SECRET, CredentialVerdict, Preview, Step
from openshift_credentials.settings import StackSettings
from openshift_credentials.settings.secret_texts import mask_config_text


def to_json(preview: Preview) -> str:
    """Pulumi's document, and ``credentials`` beside its members.

    Secrets are masked and unknown values written as Pulumi does (source: pulumi/pulumi
    ``pkg/display/json.go``).
    """
    document = {
        "config": {
            key: SECRET
            if key in preview.stack.secret_keys
            else mask_config_text(key, value, StackSettings)
            for key, value in sorted(preview.stack.config.items())
        },
        "steps": [_step(step) for step in preview.steps],
        "diagnostics": [
            {"urn": each.urn, "message": each.message, "severity": each.severity}
            if each.urn
            else {"message": each.message, "severity": each.severity}
            for each in preview.diagnostics
        ],
        "changeSummary": dict(preview.change_summary),
        "credentials": [_credential(verdict) for verdict in preview.credentials],
    }
    return json.dumps(document, indent=4) + "\n"


def _step(step: Step) -> Mapping[str, object]:
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
    if step.read_id is not None:
        state["id"] = step.read_id
        state["external"] = True
    provider = {"provider": request.provider} if request.provider else {}
    return {
        "op": step.operation,
        "urn": step.urn,
        **provider,
        "newState": state,
        "detailedDiff": None,
    }


def _credential(verdict: CredentialVerdict) -> Mapping[str, object]:
    document: dict[str, object] = {
        "secret": verdict.secret,
        "namespace": verdict.namespace,
        "storageType": verdict.storage_type,
        "expectedMode": verdict.expected_mode,
        "detectedMode": verdict.detected_mode,
        "certain": verdict.certain,
        "rule": verdict.rule,
        "warnings": list(verdict.warnings),
    }
    if verdict.note:
        document["note"] = verdict.note
    if verdict.role_arn:
        document["roleArn"] = verdict.role_arn
    if verdict.client_id:
        document["clientId"] = verdict.client_id
    return document
