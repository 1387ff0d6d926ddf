"""The grower once more, in plain Python: slow, and written to be read. The kernel must equal it."""

import itertools
from dataclasses import dataclass, field

MASK = 2**64 - 1
GOLDEN, LEFT, RIGHT = 0x9E3779B97F4A7C15, 0x2545F4914F6CDD1D, 0xD1342543DE82EF95
MISSING = 255
PERFECT = 1 - 1e-9


def mixed(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def step(seed, number):
    return mixed((seed + number * GOLDEN) & MASK)


def below(random, limit):
    return ((random >> 32) * limit) >> 32


def fraction(random):
    return (random >> 11) / 2**53


def draw_bag(seed, n_rows, draws, shares=()):
    times = [0] * n_rows
    if len(shares):
        for i in range(draws):
            point = fraction(step(seed, i + 1))
            times[next(row for row, share in enumerate(shares) if share > point)] += 1
        return times
    for i in range(draws // 2):
        random = step(seed, i + 1)
        times[below(random, n_rows)] += 1
        times[((random & 0xFFFFFFFF) * n_rows) >> 32] += 1
    if draws % 2:
        times[below(mixed(seed), n_rows)] += 1
    return times


@dataclass
class Node:
    statistics: list
    column: int = -1
    cut: int = 0
    turn: int = 0
    children: list = field(default_factory=list)


@dataclass
class Twin:
    """What a tree is grown from: bins[column][row], the target, and when to stop."""

    bins: list
    target: list
    n_classes: int | None
    candidates: int
    depth: int = 2**62
    to_split: int = 2
    in_leaf: int = 1
    weights: tuple = ()

    def statistics(self, rows):
        """Class weights, or the weight and the sum of the target; rows are (row, times)."""
        if self.n_classes is None:
            weight = sum(times for _, times in rows)
            return [weight, sum(times * self.target[row] for row, times in rows)]
        counts = [0] * self.n_classes
        for row, times in rows:
            counts[self.target[row]] += times
        return counts

    def gain(self, left, node):
        weight = float(node[0] if self.n_classes is None else sum(node))
        weight_left = float(left[0] if self.n_classes is None else sum(left))
        if self.n_classes in (None, 2):
            difference = float(left[1]) * weight - weight_left * float(node[1])
            return difference * difference / (weight_left * (weight - weight_left))
        lefts = rights = 0.0
        for of_left, of_node in zip(left, node, strict=True):
            lefts += float(of_left) * float(of_left)
            rights += (float(of_node) - of_left) * (float(of_node) - of_left)
        weight_right = weight - weight_left
        return (lefts * weight_right + rights * weight_left) / (weight_left * weight_right)

    def perfect(self, node):
        if self.n_classes is None:
            return 1e300
        return (node[0] * node[1] if self.n_classes == 2 else sum(node)) * PERFECT

    def drawn(self, seed):
        """Yield the columns in the order in which a node draws them."""
        order = list(range(len(self.bins)))
        for taken in range(len(self.bins)):
            random, left = step(seed, taken + 1), len(order)
            place = self.by_weight(order, random) if self.weights else below(random, left)
            column = order[place]
            order[place] = order[-1]
            order.pop()
            yield column

    def by_weight(self, order, random):
        total = 0.0
        for column in order:
            total += self.weights[column]
        short = total * fraction(random)
        for place, column in enumerate(order[:-1]):
            short -= self.weights[column]
            if short < 0:
                return place
        return len(order) - 1

    def cuts(self, column, rows):
        """Yield (cut, turn, rows on the left, whether values are missing), in the order of ties."""
        bins = self.bins[column]
        present = sorted({bins[row] for row, _ in rows})
        seen = present[-1] == MISSING
        for low, high in itertools.pairwise(present):
            cut = 254 if high == MISSING else (low + high) // 2
            yield cut, 0, [(row, t) for row, t in rows if bins[row] <= low], seen
        if seen:
            known = present[:-1]
            for low, high in itertools.pairwise(known):
                left = [(row, t) for row, t in rows if bins[row] <= low or bins[row] == MISSING]
                yield (low + high) // 2 + 1, 1, left, True

    def best_split(self, rows, node, seed):
        best, found, varying = -1.0, None, 0
        for taken, column in enumerate(self.drawn(seed)):
            if best >= self.perfect(node) or (taken >= self.candidates and varying):
                break
            varying += len({self.bins[column][row] for row, _ in rows}) > 1
            for cut, turn, left, seen in self.cuts(column, rows):
                allowed = self.in_leaf <= len(left) <= len(rows) - self.in_leaf
                gain = self.gain(self.statistics(left), node) if allowed else -1.0
                if gain > best:
                    best, found = gain, (column, cut, turn, seen, self.statistics(left))
        return found

    def is_leaf(self, rows, depth):
        few = len(rows) < self.to_split or len(rows) < 2 * self.in_leaf
        return depth >= self.depth or few or len({self.target[row] for row, _ in rows}) == 1

    def goes_left(self, row, node):
        return (self.bins[node.column][row] + node.turn) % 256 <= node.cut

    def grow(self, rows, seed, depth=0):
        """Return the tree below a node as nested nodes."""
        node = Node(self.statistics(rows))
        split = None if self.is_leaf(rows, depth) else self.best_split(rows, node.statistics, seed)
        if split is None:
            return node
        node.column, node.cut, node.turn, seen, left = split
        weights = (
            (left[0], node.statistics[0])
            if self.n_classes is None
            else (sum(left), sum(node.statistics))
        )
        if not seen and 2 * weights[0] > weights[1]:
            node.cut, node.turn = node.cut + 1, 1
        left_rows = [entry for entry in rows if self.goes_left(entry[0], node)]
        right_rows = [entry for entry in rows if not self.goes_left(entry[0], node)]
        node.children = [
            self.grow(left_rows, mixed(seed ^ LEFT), depth + 1),
            self.grow(right_rows, mixed(seed ^ RIGHT), depth + 1),
        ]
        return node

    def leaf(self, row, node):
        """Return the leaf that a row ends in."""
        while node.children:
            node = node.children[0 if self.goes_left(row, node) else 1]
        return node
