"""Rules of AWS: names, ARNs and policies. One module per subject, all pure."""
