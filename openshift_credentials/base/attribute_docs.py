"""Docstrings under the attributes of a class, which Python itself does not keep.

They are read from the source, and only for documentation: nothing that a stack does needs them.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise


def attribute_docs(kind: type) -> Mapping[str, str]:
    """The docstring of each attribute of a class and of its bases, each on one line."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found |= _docs_of_module(base.__module__).get(base.__qualname__, {})
    return found


@cache
def _docs_of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings of a module of ours by class and attribute."""
    if not name.startswith("openshift_credentials."):
        return {}
    found: dict[str, dict[str, str]] = {}
    module = ast.parse(inspect.getsource(sys.modules[name]))
    for kind in (part for part in module.body if isinstance(part, ast.ClassDef)):
        for attribute, below in pairwise(kind.body):
            match attribute, below:
                case ast.AnnAssign(target=ast.Name(id=own)), ast.Expr(value=ast.Constant(value=str(text))):
                    found.setdefault(kind.name, {})[own] = " ".join(text.split())
                case _:
                    pass
    return found
