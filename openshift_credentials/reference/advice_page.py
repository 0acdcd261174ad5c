"""docs/advice.md: every warning of verb ``validate``."""

import re

from openshift_credentials.etcd_backup.rules.backup.advice_texts import (
    ADVICE,
    AdviceCode,
)
from openshift_credentials.notices import Notice

_INTRODUCTION = """\
# Advice on HCPEtcdBackup objects

What `python -m openshift_credentials validate` warns of: the API server takes such an object, and
something goes wrong later. Codes do not change once published. This page is generated; the texts
are in `openshift_credentials/etcd_backup/rules/backup/advice_texts.py`.

- `error`: the object is taken, and its backup cannot succeed.
- `warning`: the backup may work, and something else will not.
- `info`: good to know.

| Code | Severity | Why | What to do |
| --- | --- | --- | --- |
"""


def render_advice_page() -> str:
    """The whole page in Markdown."""
    return _INTRODUCTION + "".join(_row(code, text) for code, text in ADVICE.items())


def _row(code: AdviceCode, text: Notice) -> str:
    cells = (f"`{code}`", text.severity, _shown(text.why), _shown(text.way_out))
    return f"| {' | '.join(cells)} |\n"


def _shown(text: str) -> str:
    """Placeholders for values of the object as code, so that Markdown leaves them alone."""
    return re.sub(r"\{(\w+)\}", r"`<\1>`", text)
