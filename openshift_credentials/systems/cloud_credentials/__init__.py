"""The Cloud Credential Operator: modes, secrets, permissions, rotation and upgrades."""
