"""The wishes screen."""
