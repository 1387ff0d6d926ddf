"""A schedule in a notebook: a small staircase and a table, with no script in it."""

from html import escape

from pennyweight import words
from pennyweight.schedule import ModelSchedule

WIDTH, HEIGHT, EDGE = 420, 140, 8
COLOUR = "#3b5bdb"
CELL = "text-align:{side};padding:3px 12px 3px 0;border:0"


def schedule_html(schedule: ModelSchedule) -> str:
    """Return the staircase and the table of a schedule as HTML."""
    summary = escape(repr(schedule).strip("<>"))
    if not schedule:
        return f"<div>{summary}</div>"
    return f"<div><div>{summary}</div>{staircase_svg(schedule)}{_table(schedule)}</div>"


def staircase_svg(schedule: ModelSchedule) -> str:
    """Return the staircase as a picture, drawn from the first model to the cost of everything."""
    total = schedule.prices.total or 1.0
    scores = schedule.scores()
    low, high = min(scores), max(scores)

    def x(cost: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * cost / total

    def y(score: float) -> float:
        height = (score - low) / (high - low) if high > low else 1.0
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * height

    corners = [(x(model.cost), y(model.score)) for model in schedule]
    path = f"M{corners[0][0]:.1f} {corners[0][1]:.1f}"
    path += "".join(f"H{right:.1f}V{top:.1f}" for right, top in corners[1:]) + f"H{x(total):.1f}"
    dots = "".join(
        f'<circle cx="{left:.1f}" cy="{top:.1f}" r="4"><title>{escape(label)}</title></circle>'
        for (left, top), label in zip(corners, _labels(schedule), strict=True)
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        f'aria-label="staircase of scores against costs" style="max-width:100%">'
        f'<path d="{path}" fill="none" stroke="{COLOUR}" stroke-width="2"/>'
        f'<g fill="{COLOUR}">{dots}</g></svg>'
    )


def _labels(schedule: ModelSchedule) -> list[str]:
    return [
        f"{words.score(m.score)} for {words.money(m.cost)}: {', '.join(m.variables)}"
        for m in schedule
    ]


def _table(schedule: ModelSchedule) -> str:
    """Return the schedule as a table; names are written as they are."""
    frame = schedule.to_frame()
    if frame["estimator"].nunique() == 1:
        frame = frame.drop(columns="estimator")
    head = "".join(
        _cell("th", name, name in {"estimator", "variables"}) for name in map(str, frame)
    )
    rows = [
        "".join(
            _cell("td", _text(str(name), value), isinstance(value, str))
            for name, value in zip(frame, line, strict=True)
        )
        for line in frame.itertuples(index=False)
    ]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(tag: str, text: str, left: bool) -> str:
    style = CELL.format(side="left" if left else "right")
    return f'<{tag} style="{style}">{escape(text)}</{tag}>'


def _text(name: str, value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return words.money(value) if name == "cost" else words.score(value)
