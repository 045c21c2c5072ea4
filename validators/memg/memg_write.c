#include "validators/memg/memg_write.h"

#include "validators/memg/memg_layout.h"

enum { TILE = 16 /* rows and columns that are turned at once, so that both sides stay in the cache */ };

/* Room for the values of a turned matrix, kept for the next group. */
typedef struct turning_room {
    uint8_t *memory;
    size_t bytes;
} turning_room;

typedef struct rewriting {
    const ap_memg_form *form;
    ap_io reader, writer;
    ap_memg_motion motion;
    ap_memg_cursor cursor; /* what the reader has read, and the writer writes */
    turning_room basis, coefficients;
} rewriting;

/* Copies a tile of `outer` runs of `inner` numbers into `inner` runs of `outer`. */
static void turn_tile(const uint8_t *from, uint8_t *to, size_t outer, size_t inner, size_t i, size_t j)
{
    const size_t end_i = outer - i < TILE ? outer : i + TILE;
    const size_t end_j = inner - j < TILE ? inner : j + TILE;
    for (size_t a = i; a < end_i; a++) {
        for (size_t b = j; b < end_j; b++)
            memcpy(to + AP_MEMG_NUMBER_BYTES * (b * outer + a), from + AP_MEMG_NUMBER_BYTES * (a * inner + b),
                AP_MEMG_NUMBER_BYTES);
    }
}

/* Makes the matrix show its values in the other order. False when memory has run out. */
static bool turn(const rewriting *r, ap_memg_matrix *matrix, turning_room *room)
{
    const bool by_row = r->form->from == AP_MEMG_ROW;
    const size_t outer = (size_t)(by_row ? matrix->rows : matrix->columns);
    const size_t inner = (size_t)(by_row ? matrix->columns : matrix->rows);
    const size_t bytes = matrix->values.size;
    if (bytes == 0) /* one of the counts may be huge */
        return true;
    if (bytes > room->bytes) {
        room->memory = ap_alloc(r->reader.arena, bytes);
        room->bytes = room->memory == NULL ? 0 : bytes;
    }
    if (room->memory == NULL)
        return false;
    for (size_t i = 0; i < outer; i += TILE) {
        for (size_t j = 0; j < inner; j += TILE)
            turn_tile(matrix->values.bytes, room->memory, outer, inner, i, j);
    }
    matrix->values.bytes = room->memory;
    return true;
}

static bool turn_group(rewriting *r)
{
    ap_memg_group *group = &r->cursor.group;
    return r->form->from == r->form->to
           || (turn(r, &group->basis, &r->basis) && turn(r, &group->coefficients, &r->coefficients));
}

/* The endian indicator decides, in the layout, in which order the writer goes on. */
static bool header(rewriting *r, ap_writer *writer)
{
    r->cursor.motion = &r->motion;
    r->reader.scope = &r->cursor;
    if (!ap_memg_header(&r->reader))
        return false;
    ap_io_init_writer(&r->writer, writer, r->reader.swap);
    r->writer.scope = &r->cursor;
    if (r->form->endianness != AP_MEMG_KEEP_ENDIAN)
        r->motion.endian = r->form->endianness == AP_MEMG_BIG ? AP_MEMG_ENDIAN_SWAPPED : AP_MEMG_ENDIAN;
    return ap_memg_header(&r->writer);
}

static bool frames(rewriting *r)
{
    return ap_memg_frames(&r->reader) && ap_memg_frames(&r->writer);
}

static bool groups(rewriting *r)
{
    for (size_t i = 0; ap_bytes_left(&r->reader) > 0; i++) {
        if (!ap_memg_one_group(&r->reader, i) || !turn_group(r) || !ap_memg_one_group(&r->writer, i))
            return false;
    }
    return true;
}

bool ap_memg_write(ap_view input, const ap_memg_form *form, ap_arena *arena, ap_writer *writer)
{
    rewriting r = { .form = form };
    ap_memg_reader(&r.reader, input, arena);
    return header(&r, writer) && frames(&r) && groups(&r);
}

bool ap_memg_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    const ap_memg_form same = { .endianness = AP_MEMG_KEEP_ENDIAN };
    (void)options;
    return ap_memg_write(input, &same, arena, writer);
}

bool ap_memg_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer)
{
    ap_io io;
    ap_memg_motion motion = { .endian = AP_MEMG_ENDIAN };
    ap_memg_cursor cursor = { .motion = &motion };
    (void)variant; /* the endian indicator says all */
    (void)arena;
    ap_io_init_writer(&io, writer, false);
    io.filler = filler;
    io.scope = &cursor;
    bool whole = ap_memg_header(&io) && ap_memg_frames(&io);
    const size_t groups = filler->length(filler->context, &io, "groups", AP_UNCOUNTED);
    for (size_t i = 0; whole && i < groups; i++)
        whole = ap_memg_one_group(&io, i);
    return whole;
}
