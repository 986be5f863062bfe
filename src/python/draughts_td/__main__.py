"""The command ``draughts-td``, as ``python -m draughts_td`` too."""

import sys

from draughts_td import _core


def main() -> int:
    """Run the program with the arguments of the process; its exit status."""
    return _core.run(["draughts-td", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
