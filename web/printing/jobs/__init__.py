"""Long print work as it is asked for and shown; web/printing/pdf/jobs.py does it."""
