from openshift_credentials.stack.explanation import Explanation

from .settings import ToySettings


def explain(settings: ToySettings) -> Explanation:
    return Explanation(f"toy of cluster {settings.cluster.name}", ways=(), permissions=())
