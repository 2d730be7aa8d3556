"""Reads JSON into requests of the engine, and gathers every fault."""
