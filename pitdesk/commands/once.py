"""An option of a command line that may be given once; the window has such options, too."""

import argparse


class Once(argparse.Action):
    """An option that is given once; a second time is a mistake, and neither holds quietly."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Keep what was given.

        Raises:
            argparse.ArgumentError: names both.
        """
        given: dict[str, object] = vars(namespace).setdefault("given_once", {})
        if option_string and self.dest in given:
            both = f"'{_typed(given[self.dest])}' and '{_typed(values)}'"
            raise argparse.ArgumentError(self, f"stands twice, with {both}; give it once")
        given[self.dest] = values
        setattr(namespace, self.dest, values)


def _typed(values: object) -> str:
    return " ".join(map(str, values)) if isinstance(values, list) else str(values)
