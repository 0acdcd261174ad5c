"""The SDK of Google Cloud, an extra that only stacks on Google Cloud need."""

from importlib.util import find_spec

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem


def require_sdk(setting: str) -> None:
    """Raise :class:`UnusableInputError` if the extra is not installed; ``setting`` needs it."""
    if find_spec("pulumi_gcp") is None:
        raise UnusableInputError(
            [
                input_problem(
                    "needs the package pulumi-gcp, which is not installed",
                    "run 'make gcp', or in a checkout: pip install '.[gcp]'",
                    code=ProblemCode.SETTING,
                    place=setting,
                    setting=setting,
                )
            ]
        )
