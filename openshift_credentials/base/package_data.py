"""Data files of the package itself, also where it is installed as a zip file."""

from importlib.resources import files

from openshift_credentials.base.guarded_yaml import read_document
from openshift_credentials.base.pyyaml import SafeLoader


def package_text(package: str, file: str) -> str:
    """The text of a data file beside the modules of a package."""
    return files(package).joinpath(file).read_text("utf-8")


def package_yaml(package: str, file: str) -> object:
    """The content of a YAML file beside the modules of a package."""
    return read_document(package_text(package, file), SafeLoader)
