"""Scripts and manifests of a fleet, with names between ``@`` in place of labels and settings."""

import json
import re

from openshift_credentials.base.guarded_yaml import read_document
from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.package_data import package_text
from openshift_credentials.base.pyyaml import SafeLoader
from openshift_credentials.fleet.rules.objects.labels import (
    DRIFT,
    NIGHTLY,
    PURPOSE,
    RECONCILE,
    UPDATED_BY,
)
from openshift_credentials.fleet.rules.stack_settings import TRIGGER_PATH

_KEY, _DEFAULTS, _TRIGGER = TRIGGER_PATH
_NAMES = {
    "DEFAULTS": _DEFAULTS,
    "DRIFT": DRIFT,
    "KEY": _KEY,
    "NIGHTLY": NIGHTLY,
    "PURPOSE": PURPOSE,
    "RECONCILE": RECONCILE,
    "TRIGGER": _TRIGGER,
    "UPDATED_BY": UPDATED_BY,
}


def script(file: str, **values: str) -> str:
    """The text of a script, with these values and the names of this program."""
    known = {**_NAMES, **values}
    return re.sub("@([A-Z_]+)@", lambda name: known[name[1]], package_text(__name__, file))


def manifest(file: str, **values: object) -> dict[str, object]:
    """The object of a YAML file, with these values and the names of this program."""
    known = {**_NAMES, **values}
    text = package_text(__name__, file)
    filled = re.sub("@([A-Z_]+)@", lambda name: json.dumps(known[name[1]]), text)
    return dict(as_object(read_document(filled, SafeLoader)))
