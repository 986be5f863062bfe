"""Settings of all tests."""

import signal

# A shell starts work in the background with Ctrl-C ignored, and Python then raises no KeyboardInterrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
