"""Three operations that Numba has no words for; each becomes a few vector instructions.

Without them the kernel takes 1.2 to 1.4 times as long (`benchmarks/README.md`).
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

I32, I64 = ir.IntType(32), ir.IntType(64)
LANES = 8


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


def _spread(builder: Any, scalar: Any, kind: Any) -> Any:
    """Put a scalar in every lane of a vector."""
    undefined = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(undefined, scalar, ir.Constant(I32, 0))
    lanes = ir.Constant(ir.VectorType(I32, kind.count), None)
    return builder.shuffle_vector(first, undefined, lanes)
