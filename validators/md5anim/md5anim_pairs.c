/* Entries of bounds and baseframe, many at once: as long as they are lines of plain numbers that no rule has
   a word about. The layouts read all others, and say what is wrong with them. */
#include <string.h>

#include "core/number/number_rows_avx2.h"
#include "core/text/text_fast.h"
#include "validators/md5anim/md5anim_reader.h"

enum { ROWS = 64 /* read before they are judged */ };

typedef float row[AP_ROW_NUMBERS]; /* as ap_md5_pair: the first vector, then the second */

/* Takes rows from entry `index` on. False, with nothing taken, when there is something to be found in one. */
typedef bool take_rows(ap_md5anim_reader *reader, size_t index, row *rows, size_t count);

static size_t run_of_rows(ap_md5anim_reader *reader, size_t index, size_t most, take_rows *take)
{
    ap_text *text = &reader->base.text;
    row rows[ROWS];
    size_t taken = 0;
    bool more = !reader->portable && ap_has_wide_numbers();
    while (more && taken < most) {
        const size_t wanted = most - taken < ROWS ? most - taken : ROWS;
        ap_number_run run = {
            .input = text->io.input, .at = text->lexer.at, .values = rows[0], .room = wanted * AP_ROW_NUMBERS
        };
        more = ap_read_wide_rows(&run);
        const size_t count = run.count / AP_ROW_NUMBERS;
        if (count == 0 || !take(reader, index + taken, rows, count))
            break;
        ap_text_go_on(text, run.at);
        taken += count;
    }
    return taken;
}

static bool take_bounds(ap_md5anim_reader *reader, size_t index, row *rows, size_t count)
{
    bool inverted = false, zero = true;
    (void)index;
    for (size_t i = 0; i < count; i++) {
        for (size_t axis = 0; axis < 3; axis++) {
            inverted |= rows[i][axis] > rows[i][3 + axis];
            zero &= rows[i][axis] == 0 && rows[i][3 + axis] == 0;
        }
    }
    if (inverted)
        return false;
    reader->bounds_are_zero &= zero;
    return true;
}

size_t ap_md5anim_bounds_run(ap_md5_reader *base, size_t index, size_t most)
{
    return run_of_rows(ap_md5anim_of(base), index, most, take_bounds);
}

static bool take_baseframe(ap_md5anim_reader *reader, size_t index, row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!ap_md5_quaternion_clean(&rows[i][3]))
            return false;
    }
    for (size_t i = 0; i < count && index + i < reader->orientation_capacity; i++) {
        memcpy(reader->orientations[index + i], &rows[i][3], sizeof *reader->orientations);
        memset(reader->orientation_sound[index + i], true, sizeof *reader->orientation_sound);
        reader->orientation_count = index + i + 1;
    }
    return true;
}

size_t ap_md5anim_baseframe_run(ap_md5_reader *base, size_t index, size_t most)
{
    return run_of_rows(ap_md5anim_of(base), index, most, take_baseframe);
}
