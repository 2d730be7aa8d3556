"""Printing: HTML in, PDF bytes out, in a process of its own that may die without harm."""

from web.printing.pdf.libraries import how_to_install, printing_available
from web.printing.pdf.printer import PrintBusy, PrintFailed, PrintMissing, PrintStopped, render

__all__ = [
    "PrintBusy",
    "PrintFailed",
    "PrintMissing",
    "PrintStopped",
    "how_to_install",
    "printing_available",
    "render",
]
