"""Draw the rooms of the package and the imports between them.

    python examples/rooms.py docs/images/rooms.svg

An arrow goes from a room to one that it uses; where it uses that through another as well, the
arrow is left out. Imports within functions do not count. `tests/test_layout.py` has the rule.
"""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pennyweight

PACKAGE = pennyweight.__name__
SOURCE = Path(pennyweight.__file__).parent
WIDTH, HEIGHT, GAP, RISE, BEND = 118, 34, 22, 78, 26
Graph = dict[str, set[str]]


def name_of(path: Path) -> str:
    """Return the name of a module, without the package's."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Return the files of all modules but the package's own door."""
    return {name_of(path): path for path in SOURCE.rglob("*.py") if name_of(path)}


def room_of(name: str) -> str:
    """Return the room that a module is in."""
    return name.partition(".")[0]


def nodes(tree: ast.AST, *, late: bool) -> Iterator[ast.AST]:
    """Yield what a file consists of; what is in functions happens late."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if late or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from nodes(node, late=late)


def imported(path: Path, names: dict[str, Path], *, late: bool = True) -> Iterator[str]:
    """Yield the modules that a file imports, also for types only and, unless told, in functions."""
    for node in nodes(ast.parse(path.read_text(encoding="utf-8")), late=late):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            members = [f"{node.module}.{alias.name}" for alias in node.names]
            inner = [name for name in members if name.removeprefix(f"{PACKAGE}.") in names]
            wanted = inner or [str(node.module)]
        else:
            continue
        for name in wanted:
            if name.startswith(f"{PACKAGE}."):
                yield name.removeprefix(f"{PACKAGE}.")


def rooms() -> Graph:
    """Return the rooms that each room uses; single files that use no room stand together."""
    names = modules()
    uses: Graph = {room_of(name): set() for name in names}
    for name, path in names.items():
        uses[room_of(name)] |= {room_of(used) for used in imported(path, names, late=False)}
    single = {room for room in uses if (SOURCE / f"{room}.py").exists()}
    small = {room for room in single if uses[room] <= single}
    together = ", ".join(sorted(small))
    found: Graph = {together: set()}
    for room in sorted(uses.keys() - small):
        found[room] = {together if used in small else used for used in uses[room]} - {room}
    return found


def reached(uses: Graph, room: str) -> set[str]:
    """Return what a room uses, through others as well."""
    return uses[room].union(*(reached(uses, used) for used in uses[room]))


def direct(uses: Graph) -> Graph:
    """Leave out what a room uses through another as well."""
    return {
        room: used - set[str]().union(*(reached(uses, other) for other in used))
        for room, used in uses.items()
    }


def levels(uses: Graph) -> dict[str, int]:
    """Return how high each room stands: above all that it uses."""
    found: dict[str, int] = {}
    for room in TopologicalSorter(uses).static_order():
        found[room] = 1 + max((found[used] for used in uses[room]), default=-1)
    return found


def by_way_of(uses: Graph, level: dict[str, int]) -> Graph:
    """Put a point on each level that an arrow passes, as a place that no room may take."""
    found: Graph = {room: set() for room in uses}
    for room in sorted(uses):
        for used in sorted(uses[room]):
            start = room
            for height in range(level[room] - 1, level[used], -1):
                point = f"{room}>{used}@{height}"
                level[point] = height
                found[start].add(point)
                found[point] = set()
                start = point
            found[start].add(used)
    return found


def width(name: str) -> int:
    """Return how broad a room is in the picture, or the place that an arrow passes."""
    return 6 if "@" in name else max(WIDTH, 8 * len(name) + 16)


def middles(row: list[str], total: int) -> dict[str, float]:
    """Return where the middle of each name of a row is."""
    found, x = {}, (total - sum(map(width, row)) - GAP * (len(row) - 1)) / 2
    for name in row:
        found[name] = x + width(name) / 2
        x += width(name) + GAP
    return found


def arranged(uses: Graph, level: dict[str, int]) -> tuple[dict[str, float], int]:
    """Order each level so that neighbours in the picture are neighbours in use."""
    rows = [
        sorted(n for n in uses if level[n] == height) for height in range(max(level.values()) + 1)
    ]
    total = max(sum(map(width, row)) + GAP * (len(row) + 1) for row in rows)
    near = {name: uses[name] | {other for other in uses if name in uses[other]} for name in uses}
    x = {name: place for row in rows for name, place in middles(row, total).items()}
    for _ in range(20):
        for row in [*rows, *reversed(rows)]:
            row.sort(key=lambda name: (sum(x[n] for n in near[name]) / len(near[name]), name))
            x |= middles(row, total)
    return x, total


def picture() -> str:
    """Return the picture as SVG."""
    uses = rooms()
    level = levels(uses)
    drawn = by_way_of(direct(uses), level)
    x, total = arranged(drawn, level)
    top = max(level.values())
    y = {name: RISE * (top - height) + HEIGHT for name, height in level.items()}
    arrows, boxes = [], []
    for name in sorted(drawn):
        below = 0 if "@" in name else HEIGHT / 2
        for used in sorted(drawn[name]):
            end = "" if "@" in used else ' marker-end="url(#tip)"'
            a, b = y[name] + below, y[used] - (0 if "@" in used else HEIGHT / 2 + 5)
            curve = f"M{x[name]:.0f} {a:.0f}C{x[name]:.0f} {a + BEND:.0f} "
            curve += f"{x[used]:.0f} {b - BEND:.0f} {x[used]:.0f} {b:.0f}"
            arrows.append(f'<path d="{curve}"{end}/>')
        if "@" not in name:
            left = x[name] - width(name) / 2
            boxes.append(
                f'<rect x="{left:.0f}" y="{y[name] - HEIGHT / 2:.0f}" width="{width(name)}" '
                f'height="{HEIGHT}" rx="6"/>'
                f'<text x="{x[name]:.0f}" y="{y[name] + 5:.0f}">{name}</text>'
            )
    size = f"{total} {RISE * top + 2 * HEIGHT}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">',
            "<title>The rooms of pennyweight; arrows go to what a room uses</title>",
            "<style>rect{fill:#e8eaf6;stroke:#3949ab}path{fill:none;stroke:#5c6bc0}"
            "text{font:15px sans-serif;text-anchor:middle;fill:#1a237e}"
            "#tip path{fill:#5c6bc0}</style>",
            '<rect width="100%" height="100%" style="fill:white;stroke:none"/>',
            '<marker id="tip" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path d="M0 0L8 4L0 8z"/></marker>',
            *arrows,
            *boxes,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
