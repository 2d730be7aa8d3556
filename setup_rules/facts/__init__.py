"""Reads the TOML files of data/ and tells everything that is wrong with them."""
