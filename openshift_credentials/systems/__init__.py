"""The systems, all on one plan: rules, settings, checks, plan, remarks, explain, live."""
