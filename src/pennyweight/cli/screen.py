"""The only door to the terminal: what others have written is shown there, and never obeyed."""

import sys
import unicodedata

from rich.console import Console
from rich.text import Text

WIDE = 120  # where there is no screen to fit
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}  # control and format characters, line ends
JOINERS = "\u200c\u200d"  # words of some languages need them


def visible(text: str) -> str:
    r"""Return a text on one line in which every control character can be seen.

    >>> print(visible("red\x1b[31m\n"))
    red\x1b[31m\n
    """
    return "".join(map(_seen, text))


def shown(text: str, style: str = "") -> Text:
    """Return a text for the screen, as it is."""
    return Text(visible(text), style=style)


def screen(*, errors: bool = False) -> Console:
    """Return where results go, or what is said beside them."""
    console = Console(stderr=errors, highlight=False)
    if errors or console.is_terminal:
        return console
    return Console(highlight=False, width=WIDE)


def write(text: str) -> None:
    """Print lines for other programs, unchanged; a terminal gets them so that they can be seen."""
    if sys.stdout.isatty():
        text = "\n".join(map(visible, text.split("\n")))
    sys.stdout.write(text)


def _seen(character: str) -> str:
    if unicodedata.category(character) not in UNSEEN or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode()
