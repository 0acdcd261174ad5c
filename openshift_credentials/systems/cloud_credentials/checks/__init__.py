"""Rules between the settings of cloud credentials, and what they promise."""
