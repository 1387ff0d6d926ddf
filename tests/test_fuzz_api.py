"""Random attacks on searches, schedules and prices; `make fuzz` tries more."""

from fuzz.suite import half_a_minute_of


def test_random_attacks_on_the_api_find_nothing():
    told = half_a_minute_of("search", "predict", "negotiate", "price_list")
    assert "0 failed" in told
