#include "validators/memg/memg_write.h"

#include "validators/memg/memg_layout.h"

enum { BLOCK = 16 /* rows and columns transposed at once, so that source and target stay in the cache */ };

/* Buffer for a transposed matrix, reused for the next group. */
typedef struct transpose_buffer {
    uint8_t *memory;
    size_t bytes;
} transpose_buffer;

typedef struct rewrite_state {
    const ap_memg_form *form;
    ap_io reader, writer;
    ap_memg_motion motion;
    ap_memg_cursor cursor; /* filled by the reader and written by the writer */
    transpose_buffer basis, coefficients;
} rewrite_state;

/* Transposes `outer` runs of `inner` numbers into `inner` runs of `outer` numbers, but only a block of them: up to BLOCK runs
   from run `i` on, and of each, up to BLOCK numbers from number `j` on. */
static void transpose_block(const uint8_t *from, uint8_t *to, size_t outer, size_t inner, size_t i, size_t j)
{
    const size_t end_i = outer - i < BLOCK ? outer : i + BLOCK;
    const size_t end_j = inner - j < BLOCK ? inner : j + BLOCK;
    for (size_t a = i; a < end_i; a++) {
        for (size_t b = j; b < end_j; b++)
            memcpy(to + AP_MEMG_NUMBER_BYTES * (b * outer + a), from + AP_MEMG_NUMBER_BYTES * (a * inner + b),
                AP_MEMG_NUMBER_BYTES);
    }
}

/* Transposes the values of the matrix into the buffer `room`, and sets matrix->values to the buffer. Returns false when out of
   memory. */
static bool transpose_matrix(const rewrite_state *r, ap_memg_matrix *matrix, transpose_buffer *room)
{
    const bool by_row = r->form->from == AP_MEMG_ROW;
    const size_t outer = (size_t)(by_row ? matrix->rows : matrix->columns);
    const size_t inner = (size_t)(by_row ? matrix->columns : matrix->rows);
    const size_t bytes = matrix->values.size;
    if (bytes == 0) /* one of the two counts may be huge while the other is 0 */
        return true;
    if (bytes > room->bytes) {
        room->memory = ap_alloc(r->reader.arena, bytes);
        room->bytes = room->memory == NULL ? 0 : bytes;
    }
    if (room->memory == NULL)
        return false;
    for (size_t i = 0; i < outer; i += BLOCK) {
        for (size_t j = 0; j < inner; j += BLOCK)
            transpose_block(matrix->values.bytes, room->memory, outer, inner, i, j);
    }
    matrix->values.bytes = room->memory;
    return true;
}

static bool transpose_group_if_needed(rewrite_state *r)
{
    ap_memg_group *group = &r->cursor.group;
    return r->form->from == r->form->to
           || (transpose_matrix(r, &group->basis, &r->basis)
               && transpose_matrix(r, &group->coefficients, &r->coefficients));
}

/* Reads the header, and writes it. Writing the endian indicator switches the writer to the byte order of the
   output. */
static bool rewrite_header(rewrite_state *r, ap_writer *writer)
{
    r->cursor.motion = &r->motion;
    r->reader.scope = &r->cursor;
    if (!ap_memg_read_or_write_endian_and_framerate(&r->reader))
        return false;
    ap_io_init_writer(&r->writer, writer, r->reader.swap);
    r->writer.scope = &r->cursor;
    if (r->form->endianness != AP_MEMG_KEEP_ENDIAN)
        r->motion.endian = r->form->endianness == AP_MEMG_BIG ? AP_MEMG_ENDIAN_SWAPPED : AP_MEMG_ENDIAN;
    return ap_memg_read_or_write_endian_and_framerate(&r->writer);
}

static bool rewrite_frames(rewrite_state *r)
{
    return ap_memg_read_or_write_frames(&r->reader) && ap_memg_read_or_write_frames(&r->writer);
}

static bool rewrite_groups(rewrite_state *r)
{
    for (size_t i = 0; ap_bytes_left(&r->reader) > 0; i++) {
        if (!ap_memg_read_or_write_group(&r->reader, i) || !transpose_group_if_needed(r)
            || !ap_memg_read_or_write_group(&r->writer, i))
            return false;
    }
    return true;
}

bool ap_memg_write_in_form(ap_view input, const ap_memg_form *form, ap_arena *arena, ap_writer *writer)
{
    rewrite_state r = { .form = form };
    ap_memg_init_reader_without_findings(&r.reader, input, arena);
    return rewrite_header(&r, writer) && rewrite_frames(&r) && rewrite_groups(&r);
}

bool ap_memg_write_same_bytes(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    const ap_memg_form same = { .endianness = AP_MEMG_KEEP_ENDIAN };
    (void)options;
    return ap_memg_write_in_form(input, &same, arena, writer);
}

bool ap_memg_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer)
{
    ap_io io;
    ap_memg_motion motion = { .endian = AP_MEMG_ENDIAN };
    ap_memg_cursor cursor = { .motion = &motion };
    (void)variant; /* the endian indicator sets the byte order */
    (void)arena;
    ap_io_init_writer(&io, writer, false);
    io.filler = filler;
    io.scope = &cursor;
    bool complete = ap_memg_read_or_write_endian_and_framerate(&io) && ap_memg_read_or_write_frames(&io);
    const size_t group_count = filler->length(filler->context, &io, "groups", AP_UNCOUNTED);
    for (size_t i = 0; complete && i < group_count; i++)
        complete = ap_memg_read_or_write_group(&io, i);
    return complete;
}
