"""How Go programs read and write text: JSON, numbers, durations, times and URLs."""
