"""Data files of the package itself, also where it is installed as a zip file."""

from importlib.resources import files


def package_text(package: str, file: str) -> str:
    """The text of a data file beside the modules of a package."""
    return files(package).joinpath(file).read_text("utf-8")
