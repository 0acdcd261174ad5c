"""Writes the generated pages: ``python -m hcpbackup.reference`` in the root of the repository."""

from hcpbackup.reference.pages import write_pages

if __name__ == "__main__":
    write_pages()
