"""Writes the generated pages: ``python -m openshift_credentials.reference`` in the repository."""

from openshift_credentials.reference.pages import write_pages

if __name__ == "__main__":
    write_pages()
