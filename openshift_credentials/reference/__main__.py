"""Writes the generated pages: ``python -m openshift_credentials.reference`` in the repository."""

from .pages import DOCS, PAGES

if __name__ == "__main__":
    for name, render in PAGES.items():
        (DOCS / name).write_text(render(), encoding="utf-8")
