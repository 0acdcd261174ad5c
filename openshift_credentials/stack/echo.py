"""A stack's configuration, to be shown."""

import json

from openshift_credentials.stack.load import PROJECT, SHARED, value_of
from openshift_credentials.stack.registry import SYSTEMS, system_of
from openshift_credentials.stack.secret_texts import MASK, mask_by_name, mask_secret_settings


def mask_config_text(key: str, text: str) -> str:
    """A value of a stack's configuration (group or list as JSON), its secret settings masked.

    What stands under an unknown key, or has another shape than its setting, may be secret.
    """
    namespace, _, name = key.rpartition(":")
    value = value_of(text)
    if namespace != PROJECT:
        masked = mask_by_name(name, value)
    else:
        model = SHARED.get(name) or (system_of(name).settings if name in SYSTEMS else None)
        masked = MASK if model is None else mask_secret_settings(value, model)
    if masked == value:
        return text
    return masked if isinstance(masked, str) else json.dumps(masked)
