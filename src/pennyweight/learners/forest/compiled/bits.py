"""Six operations that Numba has no words for; each becomes a few vector instructions.

`benchmarks/README.md` has what they bring.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

I32, I64 = ir.IntType(32), ir.IntType(64)
LANES = 8
WHOLE, REAL = ir.VectorType(I64, LANES), ir.VectorType(ir.DoubleType(), LANES)


@intrinsic
def nonzero_mask(typing: Any, array: Any, start: Any) -> Any:
    """Return 64 bits: bit i tells whether array[start + i] is not zero."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = builder.gep(_data(context, builder, signature, args, 0), [args[1]])
        kind = ir.VectorType(context.get_data_type(signature.args[0].dtype), 64)
        values = builder.load(builder.bitcast(where, kind.as_pointer()), align=1)
        flags = builder.icmp_unsigned("!=", values, ir.Constant(kind, None))
        return builder.bitcast(flags, I64)

    return types.uint64(array, types.intp), generate


@intrinsic
def trailing_zeros(typing: Any, bits: Any) -> Any:
    """Return the position of the lowest bit that is set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def largest_of(typing: Any, array: Any, count: Any) -> Any:
    """Return the largest of the first `count` values, or -1."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values_at = _data(context, builder, signature, args, 0)
        kind = ir.VectorType(context.get_data_type(signature.args[0].dtype), LANES)
        lanes = ir.Constant(ir.VectorType(I64, LANES), list(range(LANES)))
        least = ir.Constant(kind, [-1.0] * LANES)
        largest = cgutils.alloca_once_value(builder, least)
        with cgutils.for_range_slice(builder, args[1].type(0), args[1], args[1].type(LANES)) as (
            start,
            _,
        ):
            values = _load(builder, values_at, start, kind)
            left = _spread(builder, builder.sub(args[1], start), lanes.type)
            values = builder.select(builder.icmp_signed("<", lanes, left), values, least)
            builder.store(_larger(builder, values, builder.load(largest)), largest)
        found = builder.load(largest)
        for apart in (4, 2, 1):
            order = [(lane + apart) % LANES for lane in range(LANES)]
            moved = builder.shuffle_vector(
                found, found, ir.Constant(ir.VectorType(I32, LANES), order)
            )
            found = _larger(builder, found, moved)
        return builder.extract_element(found, I32(0))

    return types.float64(array, types.intp), generate


@intrinsic
def equal_mask(typing: Any, array: Any, start: Any, value: Any) -> Any:
    """Return 8 bits: bit i tells whether array[start + i] is this value."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.VectorType(context.get_data_type(signature.args[0].dtype), LANES)
        values = _load(builder, _data(context, builder, signature, args, 0), args[1], kind)
        flags = builder.fcmp_ordered("==", values, _spread(builder, args[2], kind))
        return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), I64)

    return types.uint64(array, types.intp, types.float64), generate


@intrinsic
def class_gains(
    typing: Any, kind: Any, words: Any, count: Any, bits: Any, node: Any, weight: Any, gains: Any
) -> Any:
    """Set the gains of cuts from packed class weights on their left, eight at a time.

    `node` has the class weights of both sides, `weight` is their sum; all sums are exact.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words_at, node_at, gains_at = (
            _data(context, builder, signature, args, place) for place in (1, 4, 6)
        )
        word = ir.VectorType(context.get_data_type(signature.args[1].dtype), LANES)
        mask = _spread(builder, builder.sub(builder.shl(I64(1), args[3]), I64(1)), WHOLE)
        classes = range(len(signature.args[0]))
        shifts = [_spread(builder, builder.mul(I64(c), args[3]), WHOLE) for c in classes]
        totals = [
            _spread(builder, builder.load(builder.gep(node_at, [I64(c)])), REAL) for c in classes
        ]
        all_weight = _spread(builder, args[5], REAL)
        gain_of = _gain_of_two if len(classes) == 2 else _gain_of_several
        with cgutils.for_range_slice(builder, I64(0), args[2], I64(LANES)) as (start, _):
            packed = _load(builder, words_at, start, word)
            if word != WHOLE:
                packed = builder.zext(packed, WHOLE)
            parts = [builder.and_(builder.lshr(packed, shift), mask) for shift in shifts]
            lefts = [builder.sitofp(part, REAL) for part in parts]
            gain = gain_of(builder, lefts, totals, all_weight)
            where = builder.bitcast(builder.gep(gains_at, [start]), REAL.as_pointer())
            builder.store(gain, where, align=1)
        return context.get_dummy_value()

    return types.void(kind, words, types.intp, types.intp, node, types.float64, gains), generate


def _gain_of_two(builder: Any, lefts: Any, totals: Any, weight: Any) -> Any:
    """Return what `of_two` in gains.py does."""
    left = builder.fadd(*lefts)
    difference = builder.fsub(builder.fmul(lefts[1], weight), builder.fmul(left, totals[1]))
    products = builder.fmul(left, builder.fsub(weight, left))
    return builder.fdiv(builder.fmul(difference, difference), products)


def _gain_of_several(builder: Any, lefts: Any, totals: Any, weight: Any) -> Any:
    """Return (squares left / left) + (squares right / right), with a single division."""
    left = squares_left = squares = both = ir.Constant(REAL, None)
    for part, total in zip(lefts, totals, strict=True):
        left = builder.fadd(left, part)
        squares_left = builder.fadd(squares_left, builder.fmul(part, part))
        squares = builder.fadd(squares, builder.fmul(total, total))
        both = builder.fadd(both, builder.fmul(total, part))
    right = builder.fsub(weight, left)
    squares_right = builder.fadd(builder.fsub(squares, builder.fadd(both, both)), squares_left)
    products = builder.fadd(builder.fmul(squares_left, right), builder.fmul(squares_right, left))
    return builder.fdiv(products, builder.fmul(left, right))


@intrinsic
def sums_up_to(typing: Any, keys: Any, values: Any, count: Any, sums: Any) -> Any:
    """Set sums[j], j < 8, to the sum of those of `count` values with keys[i] <= keys[j].

    So all cuts of up to eight rows are found at once, without sorting the rows.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        key_at, value_at, sum_at = (
            _data(context, builder, signature, args, position) for position in (0, 1, 3)
        )
        key_kind = ir.VectorType(ir.IntType(8), LANES)
        sum_kind = ir.VectorType(context.get_data_type(signature.args[1].dtype), LANES)
        all_keys = builder.load(builder.bitcast(key_at, key_kind.as_pointer()), align=1)
        zero = ir.Constant(sum_kind, None)
        total = cgutils.alloca_once(builder, sum_kind)
        builder.store(zero, total)
        with cgutils.for_range(builder, args[2]) as loop:
            key = _spread(builder, builder.load(builder.gep(key_at, [loop.index])), key_kind)
            value = _spread(builder, builder.load(builder.gep(value_at, [loop.index])), sum_kind)
            counted = builder.select(builder.icmp_unsigned("<=", key, all_keys), value, zero)
            builder.store(builder.add(builder.load(total), counted), total)
        builder.store(builder.load(total), builder.bitcast(sum_at, sum_kind.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(keys, values, types.intp, sums), generate


@intrinsic
def borrowed(typing: Any, value: Any) -> Any:
    """Return an array, or a tuple with arrays, that holds no reference to its memory.

    Passing it around costs no atomic counting (which doubles the time of the kernel); whoever calls
    must keep the memory alive.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _uncounted(context, builder, signature.args[0], args[0])

    return value(value), generate


def _uncounted(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        array = make_array(kind)(context, builder, value)
        array.meminfo = ir.Constant(array.meminfo.type, None)
        array.parent = ir.Constant(array.parent.type, None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        for place, part in enumerate(kind.types):
            member = builder.extract_value(value, place)
            changed = _uncounted(context, builder, part, member)
            value = builder.insert_value(value, changed, place)
    return value


def _data(context: Any, builder: Any, signature: Any, args: Any, position: int) -> Any:
    return make_array(signature.args[position])(context, builder, args[position]).data


def _load(builder: Any, at: Any, start: Any, kind: Any) -> Any:
    """Load a vector from any place of an array."""
    where = builder.bitcast(builder.gep(at, [start]), kind.as_pointer())
    return builder.load(where, align=1)


def _larger(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), one, other)


def _spread(builder: Any, scalar: Any, kind: Any) -> Any:
    """Put a scalar in every lane of a vector."""
    undefined = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(undefined, scalar, ir.Constant(I32, 0))
    lanes = ir.Constant(ir.VectorType(I32, kind.count), None)
    return builder.shuffle_vector(first, undefined, lanes)
