"""The JSON interface and its OpenAPI document."""
