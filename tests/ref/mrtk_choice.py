"""Chooses the layout of an mrtk file, and finds the key count that is wrong (shared/formats/mrtk.md, "sound part" and "mend").

The page limits the number of counts that are tried. Files that this reader compares are far below the limit.
"""

import math
import struct

from mrtk_structure import count_at_if_it_fits, curves_end_at_end_of_file, has_known_wrap_modes, is_subnormal

CURVES_TRIED = 8        # the curve of a fault and the seven before it


def choose_layout(readers):
    """Returns the reader with the layout of the file. All readers have read the file; the first has MRTK's own layout."""
    exact = [reader for reader in readers if reader.is_exact]
    if exact:
        return exact[0]
    # A reader that is not exact has an error, so its curves_before_error is a number. Of equal readers, max() returns the first.
    mended = [reader for reader in readers if find_curve_number_and_right_count(reader) is not None]
    if len(mended) == 1:
        return mended[0]
    return max(readers, key=lambda reader: (count_curves_and_keys_before_fault(reader), reader.curves_before_error))


def count_curves_and_keys_before_fault(reader):
    """Returns (number of curves before the first fault, number of valid keys of the curve that has the fault)."""
    if reader.faulty_curve is None:
        return reader.curves_read, 0
    curve = reader.begun_curves[reader.faulty_curve]
    if not has_known_wrap_modes(reader.data, curve.start) or len(reader.data) < curve.start + 12:
        return reader.faulty_curve, 0
    stored, = struct.unpack_from("<i", reader.data, curve.start + 8)
    return reader.faulty_curve, count_valid_keys(reader.data, curve, stored if stored >= 0 else len(reader.data))


def count_valid_keys(data, curve, most):
    """The number of leading keys of a curve without error or unlikely value, at most `most`."""
    shape = struct.Struct("<ffffffi" if curve.key_size == 28 else "<ff")
    before, count, offset = -math.inf, 0, curve.start + 12
    while count < most and offset + shape.size <= len(data):
        key = shape.unpack_from(data, offset)
        if not math.isfinite(key[0]) or is_subnormal(key[0]) or key[0] <= before:
            break
        if curve.is_boolean and key[1] not in (0.0, 1.0) or len(key) > 2 and key[-1] not in (0, 1, 2, 3):
            break
        before = key[0]
        count += 1
        offset += shape.size
    return count


def find_curve_number_and_right_count(reader):
    """(number of a curve, count) with which the rest of the file can be read to its end, or None."""
    numbers = []
    if reader.faulty_curve is not None:
        numbers += range(reader.faulty_curve, reader.faulty_curve - CURVES_TRIED, -1)
    error = reader.curves_before_error
    if error is not None:
        numbers += range(error, error - CURVES_TRIED, -1)
    for number in dict.fromkeys(number for number in numbers if 0 <= number < len(reader.begun_curves)):
        count = count_that_fits(reader, number)
        if count is not None:
            return number, count
    return None


def count_that_fits(reader, number):
    """Returns the smallest count, other than the stored one, with which the curve and the rest of the file can be read to the
    end; None if no count fits.
    """
    data, curve = reader.data, reader.begun_curves[number]
    if len(data) < curve.start + 12 or not has_known_wrap_modes(data, curve.start):
        return None
    stored, = struct.unpack_from("<i", data, curve.start + 8)
    for count in range(count_valid_keys(data, curve, len(data)) + 1):
        end = curve.start + 12 + count * curve.key_size
        if count != stored and curves_end_at_end_of_file(data, end, reader.key_sizes[number + 1:], reader.layout, True):
            return count
    return None


def number_of_curve_with_wrong_count(reader):
    """The number of the curve with a key count that is reported as wrong, or None. A count that is negative or too large has its own
    rule."""
    if reader.is_exact and not reader.has_doubt:
        return None
    mend = find_curve_number_and_right_count(reader)
    if mend is None:
        return None
    curve = reader.begun_curves[mend[0]]
    return mend[0] if count_at_if_it_fits(reader.data, curve.start + 8, curve.key_size) is not None else None
