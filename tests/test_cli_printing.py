"""What the command line prints of a schedule."""

from pennyworth import Evaluation, ModelSchedule, PriceList
from pennyworth.cli import printing


def test_corrected_scores_are_printed_where_they_are_known(capsys):
    tried = Evaluation(subset=(0,), estimator="it", scores=(0.7, 0.8, 0.9, 0.8, 0.7, 0.9))
    schedule = ModelSchedule([tried], PriceList({"a": 1}))
    (record,) = printing.as_records(schedule)["models"]
    assert record["low"] < record["corrected"] == schedule.corrected()[0] < record["high"]
    printing.print_schedule(schedule)
    printing.print_model(schedule, schedule[0])
    assert capsys.readouterr().out.count(f"{record['corrected']:.4f}") >= 2
