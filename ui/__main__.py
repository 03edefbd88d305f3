"""python -m ui: the window."""

import gc
import sys

if __name__ == "__main__":
    gc.disable()  # reading modules leaves no garbage; `ui.shell.garbage` collects once there is a window
    from ui.shell.app import main

    sys.exit(main())
