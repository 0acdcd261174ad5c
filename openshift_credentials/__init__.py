"""Cloud credentials of OpenShift: rules, settings, checks and previews, without Pulumi's engine."""

__version__ = "0.1.0"
