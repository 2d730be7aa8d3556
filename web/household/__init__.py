"""Settings, the phones of a household, and the household as a file."""
