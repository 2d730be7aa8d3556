#!/usr/bin/python3
"""A window that is nothing but a WebKit view as large as a phone; WebKitWebDriver starts it.

MiniBrowser, which comes with the driver, cannot be narrower than 447 pixels. This runs in the
system's Python, which has the bindings of GTK.
"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 390, 844

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
windows = []


def make_view(session=None):
    """A view in a window of its own, under the driver's control."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_smooth_scrolling(False)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    windows.append(window)
    return view


def start(_context, session):
    """Tell the driver who we are, and give it a view when it asks."""
    info = WebKit2.ApplicationInfo()
    info.set_name("Phone")
    session.set_application_info(info)
    session.connect("create-web-view", make_view)


context.connect("automation-started", start)
Gtk.main()
