"""Writes the generated pages: ``python -m openshift_credentials.reference`` in the repository."""

from .pages import write_pages

if __name__ == "__main__":
    write_pages()
