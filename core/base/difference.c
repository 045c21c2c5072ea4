#include "core/base/difference.h"

#include <string.h>

#include "core/base/utf8.h"

enum { BLOCK_BYTES = 256 /* texts are compared in blocks of this length, until one differs */ };

/* Returns true if a difference may begin or end before byte `at` of the text: at the start of the text, at the start of a byte,
   character or line (as `grain` says), and at the end of the text unless `grain` is AP_BY_LINE and the last line has no LF. */
static bool is_boundary_of_grain(ap_view text, size_t at, ap_difference_grain grain)
{
    if (at == 0 || grain == AP_BY_BYTE)
        return true;
    const uint8_t last = text.bytes[at - 1];
    if (grain == AP_BY_LINE)
        return last == '\n';
    return at == text.size
           || (!ap_is_utf8_continuation(text.bytes[at]) && !(last == '\r' && text.bytes[at] == '\n'));
}

/* Returns the length of the longest start that both texts have in common and that ends at a border of the grain. */
static size_t common_prefix_length(ap_view one, ap_view other, ap_difference_grain grain)
{
    const size_t most = one.size < other.size ? one.size : other.size;
    size_t same = 0;
    while (most - same >= BLOCK_BYTES && memcmp(one.bytes + same, other.bytes + same, BLOCK_BYTES) == 0)
        same += BLOCK_BYTES;
    while (same < most && one.bytes[same] == other.bytes[same])
        same++;
    while (!is_boundary_of_grain(one, same, grain) || !is_boundary_of_grain(other, same, grain))
        same--;
    return same;
}

/* Returns the length of the longest end that both texts have in common, after byte `start`, and that begins at a border of the
   grain. */
static size_t common_suffix_length(ap_view one, ap_view other, size_t start, ap_difference_grain grain)
{
    const size_t most = (one.size < other.size ? one.size : other.size) - start;
    const uint8_t *one_end = one.bytes + one.size, *other_end = other.bytes + other.size;
    size_t same = 0;
    while (most - same >= BLOCK_BYTES
           && memcmp(one_end - same - BLOCK_BYTES, other_end - same - BLOCK_BYTES, BLOCK_BYTES) == 0)
        same += BLOCK_BYTES;
    while (same < most && one.bytes[one.size - same - 1] == other.bytes[other.size - same - 1])
        same++;
    while (same > 0
           && (!is_boundary_of_grain(one, one.size - same, grain)
               || !is_boundary_of_grain(other, other.size - same, grain)))
        same--;
    return same;
}

ap_difference ap_find_difference(ap_view before, ap_view after, ap_difference_grain grain)
{
    const size_t start = common_prefix_length(before, after, grain);
    const size_t end = common_suffix_length(before, after, start, grain);
    return (ap_difference){ { start, before.size - end - start },
        { after.bytes + start, after.size - end - start } };
}
