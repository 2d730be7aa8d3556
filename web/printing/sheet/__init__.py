"""The setup sheet on paper: a kingdom on one page, and many of them as a booklet."""
