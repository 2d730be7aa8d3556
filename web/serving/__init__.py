"""How a process starts and stops, and the settings of the environment."""
