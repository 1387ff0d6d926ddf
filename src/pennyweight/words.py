"""Numbers as people read them, with the same digits wherever they stand.

`words.js` writes them so in a report: rounded as on paper, from the shortest text of the number.
"""

import math
from decimal import ROUND_HALF_UP, Decimal, localcontext

SMALL = 10  # scores from here on are no shares

BRIER = "Brier score"
IN_WORDS = {"neg_brier_score": BRIER}  # names of scorers that nobody would say


def score(value: float | None) -> str:
    """Return a score with four decimals, a large one like an amount; "" where there is none.

    >>> score(0.98125), score(-59.81), score(None)
    ('0.9813', '-59.81', '')
    """
    if value is None or math.isnan(value):
        return ""
    return f"{_rounded(value, 4):.4f}" if abs(value) < SMALL else money(value)


def money(value: float) -> str:
    """Return an amount with six digits, or with hundredths where that is more.

    >>> money(12.345), money(20), money(1234567.891)
    ('12.345', '20', '1234567.89')
    """
    first = Decimal(repr(float(value))).adjusted() if value else 0
    text = f"{_rounded(value, max(2, 5 - first)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _rounded(value: float, decimals: int) -> Decimal:
    number = Decimal(repr(float(value)))
    with localcontext(prec=400):  # as many digits as numbers can have
        last = Decimal(1).scaleb(-decimals)
        return number.quantize(last, ROUND_HALF_UP) if number.is_finite() else number


def in_words(scoring: str) -> str:
    """Return what people call a scorer.

    >>> in_words("neg_brier_score"), in_words("accuracy")
    ('Brier score', 'accuracy')
    """
    return IN_WORDS.get(scoring, scoring)
