"""What the Cloud Credential Operator does, as pure functions.

``docs/cco-functions.md`` names the function for each function of the operator.
"""
