"""The systems, all on one plan: rules, settings, plan, checks, remarks, explain, preview, live."""
