"""The page of the other Prosperity, by Knizia and Bleasdale."""
