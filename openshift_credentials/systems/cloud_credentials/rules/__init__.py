"""Behaviour of the Cloud Credential Operator as pure functions.

``docs/cco-functions.md`` names the function for each function of the operator.
"""
