"""What the command line prints of a schedule."""

from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.cli import printing


def test_corrected_scores_are_printed_where_they_are_known(capsys):
    tried = Evaluation(subset=(0,), estimator="it", scores=(0.7, 0.8, 0.9, 0.8, 0.7, 0.9))
    schedule = ModelSchedule([tried], PriceList({"a": 1}))
    (record,) = printing.as_records(schedule)["models"]
    assert record["low"] < record["corrected"] == schedule.corrected()[0] < record["high"]
    printing.print_schedule(schedule)
    printing.print_model(schedule, schedule[0])
    assert capsys.readouterr().out.count(f"{record['corrected']:.4f}") >= 2


def test_a_score_that_the_table_shows_can_be_asked_for():
    scores = {"a": 0.84996, "b": 0.84997, "c": 0.99648}
    prices = PriceList(dict(zip(scores, (1, 2, 4), strict=True)))
    tried = [
        Evaluation(subset=(place,), estimator="it", scores=(score,))
        for place, score in enumerate(scores.values())
    ]
    schedule = ModelSchedule(tried, prices)

    def asked(score):
        return schedule.cheapest(printing.fewest(schedule, score)).cost

    assert [asked(score) for score in (0.85, 0.9965, 0.5, 0.84997)] == [1, 4, 1, 2]


def test_scores_are_rounded_alike_in_all_places(capsys):
    tried = Evaluation(subset=(0,), estimator="it", scores=(0.98125,), test_score=0.00005)
    schedule = ModelSchedule([tried], PriceList({"a": 1234567.891}))
    printing.print_schedule(schedule)
    printing.print_model(schedule, schedule[0])
    on_screen = capsys.readouterr().out
    for shown in (on_screen, schedule._repr_html_()):
        assert shown.count("0.9813") == shown.count("1234567.89") > 1
        assert "0.0001" in shown
    assert "1234567.89, accuracy 0.9813 to 0.9813" in repr(schedule)
