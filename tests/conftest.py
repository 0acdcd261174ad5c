"""Settings for all tests."""

from hypothesis import settings

# How long one example takes depends on what else the machine does; that is no test.
settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
