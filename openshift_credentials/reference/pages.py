"""The generated pages, and how they are written to docs/."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from openshift_credentials.reference.controls_pages import CLOUDS, render_controls_page
from openshift_credentials.reference.operate_role import render_operate_role
from openshift_credentials.reference.settings_page import render_settings_page
from openshift_credentials.reference.stack_schema import render_stack_schema
from openshift_credentials.reference.tables import (
    render_advice_page,
    render_causes_page,
    render_findings_page,
)

DOCS: Final = Path(__file__).parent.parent.parent / "docs"

PAGES: Final[dict[str, Callable[[], str]]] = {
    "advice.md": render_advice_page,
    "causes.md": render_causes_page,
    **{f"controls-{name}.md": partial(render_controls_page, name) for name in CLOUDS},
    "findings.md": render_findings_page,
    "settings.md": render_settings_page,
    "stack.schema.json": render_stack_schema,
    "../deploy/operate-clusterrole.yaml": render_operate_role,
}


def write_pages() -> None:
    """Write all generated pages."""
    for name, render in PAGES.items():
        (DOCS / name).write_text(render(), encoding="utf-8")
