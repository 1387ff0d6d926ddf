"""The report in a real browser: it follows its reader, equals the library, runs nothing else."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from helpers import page_cases
from helpers.browsing import Visitor, browser, needs_browser
from helpers.random_schedules import random_prices, random_schedule
from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList, words
from pennyweight.datasets import breast_cancer
from pennyweight.exceptions import BudgetError
from pennyweight.report import RunDetails, summarise
from pennyweight.report.page import as_json

pytestmark = needs_browser

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "\"quoted\" 'name' `tick`",
    "\U0001f4b0 money \U0001f9ea",
    "\u05de\u05d7\u05d9\u05e8 \u0627\u0644\u0633\u0639\u0631",
    "long " * 60,
    "<b>bold</b> &amp; {{ data }} $x^2$ %{x}",
    "javascript:alert(3)",
]


@pytest.fixture(scope="module")
def visitor():
    with browser() as running:
        yield Visitor(running)


@pytest.fixture(autouse=True)
def no_complaints(visitor):
    yield
    assert visitor.complaints == []


@pytest.fixture(scope="module")
def search():
    data = breast_cancer()
    return BudgetSearch(prices=data.prices, random_state=0, sequences=["cost", "singles"]).fit(
        data.X, data.y
    )


@pytest.fixture(scope="module")
def report(search, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    search.report(path, title="Cells")
    return path


@pytest.fixture(scope="module")
def opened(visitor, report):
    return visitor.open(report)


@pytest.fixture
def page(opened):
    """The report as it was opened, whatever the test before has done to it."""
    opened.evaluate("document.getElementById('reset').click()")
    return opened


def text(page, selector):
    return page.inner_text(selector)


def steps(page):
    return page.evaluate("report.steps.map(s => [s.cost, s.score, s.testScore, s.subset])")


def expected(schedule):
    return [[m.cost, m.score, m.test_score, list(m.subset)] for m in schedule]


def set_budget(page, budget):
    page.fill("#amount", str(budget))


def test_the_slider_moves_through_the_schedule(page, search):
    assert steps(page) == expected(search.schedule_)
    for model in search.schedule_:
        page.evaluate(
            "cost => { const s = document.getElementById('slider'); s.value = cost;"
            "s.dispatchEvent(new Event('input')); }",
            model.cost,
        )
        shown = text(page, "#choice")
        assert f"{model.score:.4f}" in shown
        assert f"{model.test_score:.4f}" in shown
        assert all(name in shown for name in model.variables)
        assert f"total\t{model.cost:g}" in shown
        assert page.get_attribute("#steps tr[aria-current]", "aria-current") == "true"


def test_a_budget_that_buys_nothing_says_so(page, search):
    set_budget(page, 1)
    assert f"the cheapest model costs {search.schedule_[0].cost:g}" in text(page, "#choice")
    assert f"{search.schedule_[0].cost:g} more" in text(page, "#next")


def test_the_keyboard_walks_from_model_to_model(page, search):
    page.focus("#slider")
    page.keyboard.press("Home")
    costs = [float(page.input_value("#amount"))]
    for _ in range(len(search.schedule_) - 1):
        page.keyboard.press("ArrowRight")
        costs.append(float(page.input_value("#amount")))
    assert costs == [model.cost for model in search.schedule_]
    page.keyboard.press("ArrowLeft")
    assert float(page.input_value("#amount")) == search.schedule_[-2].cost
    assert "budget" in page.get_attribute("#slider", "aria-valuetext")


def test_the_next_purchase_is_the_librarys(page, search):
    for model in search.schedule_[:-1]:
        set_budget(page, model.cost)
        wanted, shown = (
            search.schedule_.next_purchase(model.cost),
            page.evaluate("report.nextPurchase()"),
        )
        assert (shown["cost"], shown["extra"]) == (wanted.cost, wanted.extra_cost)
        assert (shown["buy"], shown["drop"]) == (list(wanted.buy), list(wanted.drop))
        assert shown["gain"] == pytest.approx(wanted.gain, abs=1e-5)
        assert shown["error"] == pytest.approx(wanted.stderr, abs=1e-5)
        assert all(name in text(page, "#next") for name in wanted.buy)


def test_edited_prices_change_everything_and_reset_brings_it_back(page, search):
    before = steps(page)
    page.fill('input[aria-label="price of outline"]', "50")
    page.fill('input[aria-label="price of texture"]', "0.5")
    page.check('input[aria-label="symmetry is owned already"]')
    new = search.schedule_.prices.revised({"outline": 50, "texture": 0.5}).own("symmetry")
    repriced = search.schedule_.reprice(new)
    assert steps(page) == expected(repriced)
    assert page.evaluate("report.area") == pytest.approx(repriced.aup(), abs=1e-12)
    assert page.locator("#steps tr").count() == len(repriced)
    assert page.locator("#prices tr.edited").count() == 3
    page.click("#reset")
    assert steps(page) == before
    assert page.locator("#prices tr.edited").count() == 0
    assert page.input_value('input[aria-label="price of outline"]') == "12"


@pytest.mark.parametrize("wrong", ["-1", "", "1e999"])
def test_a_wrong_price_is_marked_and_changes_nothing(page, wrong):
    before = steps(page)
    page.fill('input[aria-label="price of outline"]', wrong)
    assert page.get_attribute('input[aria-label="price of outline"]', "aria-invalid") == "true"
    assert steps(page) == before


def test_a_price_that_makes_the_total_endless_is_marked(page):
    page.fill('input[aria-label="price of outline"]', "1e308")
    before = steps(page)
    page.fill('input[aria-label="price of texture"]', "1e308")
    assert page.get_attribute('input[aria-label="price of texture"]', "aria-invalid") == "true"
    assert steps(page) == before


def test_downloads_are_read_back_by_the_library(page, search, tmp_path):
    page.fill('input[aria-label="price of outline"]', "7.25")
    for button, name in (("#save-prices", "prices.csv"), ("#save-schedule", "schedule.csv")):
        with page.expect_download() as download:
            page.click(button)
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
    new = PriceList.from_csv(tmp_path / "prices.csv")
    repriced = search.schedule_.reprice({"outline": 7.25})
    assert search.schedule_.reprice(new) == repriced
    table = pd.read_csv(tmp_path / "schedule.csv")
    assert table["cost"].tolist() == [model.cost for model in repriced]
    assert table["score"].tolist() == pytest.approx([model.score for model in repriced])
    assert table["variables"].tolist() == [", ".join(model.variables) for model in repriced]


def test_names_like_formulas_are_harmless_in_downloads(page, tmp_path):
    text = page.evaluate("""() => Files.prices({
        data: {items: [{name: "=1+1", needs: ["-y"], columns: ["@z"], prices: {price: 2}},
                       {name: "-y", needs: [], columns: ["a;=b"], prices: {price: 0}}],
               kinds: ["price"]},
        kind: 0, prices: [2, 0], owned: [false, true],
    })""")
    assert [line[:2] for line in text.splitlines()[1:]] == ["'=", "'-"]
    (tmp_path / "prices.csv").write_bytes(text.encode())
    first, second = PriceList.from_csv(tmp_path / "prices.csv").items
    assert (first.name, first.needs, first.columns) == ("=1+1", ("-y",), ("@z",))
    assert (second.name, second.columns) == ("-y", ("a", "=b"))


def test_hovering_shows_the_variables_and_a_click_takes_the_budget(page, search):
    dot = page.locator("#staircase .scatterlayer .trace").last.locator("path.point").first
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("#tip:not([hidden])")
    assert search.schedule_[0].variables[0] in text(page, "#tip")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function(f"report.budget === {search.schedule_[0].cost}")


def test_dark_as_the_system_says_and_as_the_reader_says_and_light_in_print(visitor, page, report):
    background = "getComputedStyle(document.body).backgroundColor"
    ink = "document.querySelector('#staircase').layout.font.color"
    dark = visitor.open(report, scheme="dark")
    assert dark.evaluate(background) != page.evaluate(background)
    assert dark.evaluate(ink) != page.evaluate(ink)
    page.click("#theme")
    assert dark.evaluate(background) == page.evaluate(background)
    assert dark.evaluate(ink) == page.evaluate(ink)
    page.click("#theme")
    dark.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert dark.evaluate(ink) == page.evaluate(ink)
    assert dark.evaluate("document.querySelector('#growth').layout.width") == 660
    dark.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert dark.evaluate(ink) != page.evaluate(ink)
    dark.close()


def test_it_fits_a_phone(visitor, report):
    phone = visitor.open(report, width=390, height=844)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()


def test_hostile_names_are_shown_as_they_are_and_run_nothing(visitor, tmp_path):
    prices = PriceList(dict.fromkeys(HOSTILE, 1.0))
    tried = [
        Evaluation(subset=tuple(range(n + 1)), estimator=name, scores=(n / 10, n / 10 + 0.01))
        for n, name in enumerate(HOSTILE)
    ]
    ModelSchedule(tried, prices, scoring=HOSTILE[0]).report(
        tmp_path / "hostile.html", title=HOSTILE[0]
    )
    page = visitor.open(tmp_path / "hostile.html")
    page.focus("#slider")
    page.keyboard.press("End")
    page.wait_for_timeout(200)
    assert text(page, "h1") == HOSTILE[0]
    assert page.title() == HOSTILE[0]
    shown = page.eval_on_selector_all(".bill .name", "names => names.map(n => n.textContent)")
    assert sorted(shown) == sorted(HOSTILE)
    drawn = page.eval_on_selector_all(
        "#heatmap .ytick text", "texts => texts.map(t => t.textContent)"
    )
    assert HOSTILE[2] in drawn
    assert any(label.startswith("<b>bold</b> &amp;") for label in drawn)
    assert page.eval_on_selector_all("img, b b, svg a", "found => found.length") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_head_speaks_of_the_model_that_predicts(visitor, tmp_path):
    tried = [
        Evaluation(subset=(n,), estimator="it", scores=(score,), merits=(merit,))
        for n, (score, merit) in enumerate([(0.9, -0.3), (0.8, -0.1)])
    ]
    schedule = ModelSchedule(tried, PriceList({"a": 1, "b": 2}), choose_by="Brier score")
    schedule.report(tmp_path / "best.html")
    page = visitor.open(tmp_path / "best.html")
    assert "The best model scores 0.8000 for 2;" in text(page, "#headline")
    assert "test rows" not in text(page, "footer") + text(page, ".legend")
    assert "corrected score" not in text(page, "footer")
    page.close()


EDGES = {
    "nothing was evaluated": [],
    "one model, one block, all free": [Evaluation(subset=(0,), estimator="e", scores=(0.5,))],
    "scores that are all equal": [
        Evaluation(subset=(0,), estimator="e", scores=(0.5, 0.5)),
        Evaluation(subset=(0, 1), estimator="e", scores=(0.5, 0.5)),
    ],
    "scores far below zero": [
        Evaluation(subset=(0,), estimator="e", scores=(-1e9, -2e9), test_score=-3e9),
        Evaluation(subset=(1,), estimator="e", scores=(-5.0, -7.0), test_score=-6.0),
    ],
}


@pytest.mark.parametrize("case", EDGES)
def test_schedules_at_the_edge_have_a_page_too(visitor, tmp_path, case):
    schedule = ModelSchedule(EDGES[case], PriceList({"a": 0.0, "b": 0.0}))
    schedule.report(tmp_path / "edge.html")
    page = visitor.open(tmp_path / "edge.html")
    page.fill('input[aria-label="price of a"]', "3")
    page.wait_for_timeout(100)
    assert steps(page) == expected(schedule.reprice({"a": 3}))
    assert "NaN" not in text(page, "main")
    assert "Infinity" not in text(page, "main")
    page.close()


def test_the_policy_of_the_page_stops_scripts_that_are_not_its_own(visitor, report):
    page = visitor.started.new_page()
    page.goto(report.as_uri())
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        ' \'<img src="https://example.invalid/x.png" onerror="window.ran = true">\')'
    )
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    page.close()


def load(page, schedule) -> None:
    """Let the page's own code take up another schedule."""
    text = as_json(summarise(schedule, RunDetails()))
    page.evaluate("text => { window.other = new Report(JSON.parse(text)); }", text)


def repriced_in_page(page, prices: PriceList, kind: str) -> list:
    given = [[item.prices[kind], item.owned] for item in prices.items]
    return page.evaluate(
        """([kind, given]) => {
            other.setKind(other.data.kinds.indexOf(kind));
            other.prices = given.map(([price]) => price);
            other.owned = given.map(([, owned]) => owned);
            other.reprice();
            return other.steps.map(s => [s.cost, s.score, s.testScore, s.subset]);
        }""",
        [kind, given],
    )


@pytest.mark.parametrize("seed", range(8))
def test_repricing_equals_the_library_on_random_price_lists(page, seed):
    rng = np.random.default_rng(seed)
    schedule = random_schedule(rng, 12, 400)
    load(page, schedule)
    for draw in range(30):
        drawn = random_prices(rng, 12, digits=None if draw % 2 else int(rng.integers(0, 6)))
        new = PriceList.from_items(
            replace(item, price=other.price, owned=other.owned, other=other.other)
            for item, other in zip(schedule.prices.items, drawn.items, strict=True)
        )
        kind = ("price", "minutes")[draw % 3 == 2]
        wanted = schedule.reprice(new.kind(kind))
        assert repriced_in_page(page, new, kind) == expected(wanted)
        assert page.evaluate("Array.from(other.costs)") == wanted.costs.tolist()
        assert page.evaluate("other.total") == wanted.prices.total


@pytest.mark.parametrize("seed", range(3))
def test_purchases_at_new_prices_equal_the_librarys(page, seed):
    rng = np.random.default_rng(seed)
    schedule = random_schedule(rng, 8, 150, digits=6)
    load(page, schedule)
    n_provisional = 0
    for _ in range(5):
        prices = schedule.prices.revised(10 ** rng.uniform(-1, 2, size=8))
        repriced = schedule.reprice(prices)
        assert repriced_in_page(page, prices, "price") == expected(repriced)
        n_provisional += sum(model.provisional for model in repriced)
        for budget in (0, *(model.cost for model in repriced)):
            page.evaluate("budget => { other.budget = budget; }", budget)
            shown = page.evaluate("other.nextPurchase()")
            try:
                wanted = repriced.next_purchase(budget)
            except BudgetError:
                assert shown is None
                continue
            assert (shown["cost"], shown["extra"]) == (wanted.cost, wanted.extra_cost)
            assert (shown["buy"], shown["drop"]) == (list(wanted.buy), list(wanted.drop))
            assert shown["gain"] == pytest.approx(wanted.gain, abs=1e-9)
            assert shown["error"] == pytest.approx(wanted.stderr, abs=1e-6)
            scores = page.evaluate("[...other.steps, other.data.baseline].map(s => s.score)")
            costs = page.evaluate("other.steps.map(s => s.cost)")
            now = sum(cost <= budget for cost in costs) - 1
            then = costs.index(wanted.cost)
            assert shown["gain"] == pytest.approx(scores[then] - scores[now], abs=1e-9)
    assert n_provisional > 5


@pytest.mark.parametrize("seed", range(3))
def test_the_luck_of_the_choice_equals_the_librarys(page, seed):
    schedule = random_schedule(np.random.default_rng(seed), 12, 400, digits=6)
    load(page, schedule)
    shown = page.evaluate("other.steps.map(s => [s.low, s.corrected, s.high])")
    wanted = schedule.to_frame()[["low", "corrected", "high"]].to_numpy()
    assert np.array(shown) == pytest.approx(wanted, abs=1e-6)


def test_numbers_are_written_with_the_same_digits_everywhere(page):
    rng = np.random.default_rng(0)
    halves = (np.arange(2000) + 0.5) / 10_000
    values = [0.98125, 0.5, -0.25, 12.345, 9999.995, 1e-7, 1e15, 9.99995, 0.0, *halves.tolist()]
    values += (rng.choice([-1, 1], 500) * 10 ** rng.uniform(-6, 9, 500)).tolist()
    for name, ours in (("score", words.score), ("money", words.money)):
        shown = page.evaluate(f"values => values.map(value => Words.{name}(value))", values)
        plain = [text.replace(",", "").replace("\u2212", "-") for text in shown]
        assert plain == [ours(value) for value in values]


PAGE_ANSWERS = {
    "rounding": "values => values.map(Pricing.rounded)",
    "sums": "given => Array.from(Pricing.costs(given.sets, given.prices))",
    "fronts": """({ costs, merits, full }) => {
        const steps = Pricing.front(costs, merits);
        const [cost, merit] = [costs, merits].map((each) => steps.map((place) => each[place]));
        return { steps, area: Pricing.area(cost, merit, full) };
    }""",
    "schedules": """() => ({
        total: other.total,
        area: other.area,
        steps: other.steps.map(({ cost, subset, low, corrected, high }) =>
            ({ cost, subset, low, corrected, high })),
        purchases: [0, ...other.steps.map((step) => step.cost)].map((budget) => {
            other.budget = budget;
            return other.nextPurchase();
        }),
    })""",
}


@pytest.mark.parametrize(("kind", "given", "answer"), page_cases.cases())
def test_the_pages_answers_are_those_that_were_kept(page, kind, given, answer):
    if kind == "schedules":
        load(page, page_cases.schedule_of(given))
        repriced_in_page(page, page_cases.prices_of(given), "price")
    text = page.evaluate(f"given => JSON.stringify(({PAGE_ANSWERS[kind]})(given))", given)
    page_cases.check_same(json.loads(text), answer)


def test_5000_subsets_reprice_within_a_tenth_of_a_second(page):
    load(page, random_schedule(np.random.default_rng(1), 60, 5_400))
    took = page.evaluate(
        """() => Array.from({ length: 9 }, (_, i) => {
            const start = performance.now();
            other.setPrice(i, 10 + i);
            return performance.now() - start;
        })"""
    )
    assert page.evaluate("other.costs.length") >= 5_000
    assert sorted(took)[4] < 100


def test_the_growth_of_the_area_ends_at_the_area(page):
    schedule = random_schedule(np.random.default_rng(3), 10, 300, digits=6)
    load(page, schedule)
    lines = page.evaluate("other.growth()")
    assert [line["name"] for line in lines] == ["sequence 0", "sequence 1", "sequence 2"]
    ends = {line["turns"][-1]: line["areas"][-1] for line in lines}
    assert ends[max(ends)] == pytest.approx(schedule.aup(), abs=1e-9)
