"""The picture of the rooms shows the imports as they are."""

import re
from pathlib import Path

from examples.rooms import by_way_of, direct, levels, picture, reached, rooms

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "rooms.svg"


def test_it_is_up_to_date():
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `make rooms`"


def test_an_arrow_is_left_out_only_where_others_lead_there():
    uses = rooms()
    arrows = direct(uses)
    assert all(arrows[room] <= uses[room] for room in uses)
    for room in uses:
        assert reached(arrows, room) == reached(uses, room)
    thinner = {room: used - {next(iter(used), "")} for room, used in arrows.items()}
    assert all(reached(thinner, room) != reached(uses, room) for room in uses if uses[room])


def test_every_room_stands_above_what_it_uses():
    uses = rooms()
    level = levels(uses)
    assert all(level[room] > level[used] for room in uses for used in uses[room])
    drawn = by_way_of(direct(uses), level)
    assert all(level[name] == level[used] + 1 for name in drawn for used in drawn[name])
    assert re.findall("<text[^>]*>([^<]*)<", picture()) == sorted(uses)
