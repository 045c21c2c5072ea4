#include "validators/rewrite.h"

#include <string.h>

#include "core/files/sink.h"

enum {
    ROOM_AFTER = 256 /* bytes of the output that are copied after the first difference */
};

typedef struct round_trip {
    const ap_format *format;
    const ap_lint_options *options;
    ap_arena *arena;
    ap_writer *writer;
    ap_rewrite *result;
} round_trip;

/* Writes the input in its format again, and returns the first `room` bytes of the output, or fewer if the output is shorter.
   Returns an empty view when out of memory. */
static ap_view write_first_bytes_to_buffer(const round_trip *t, ap_view input, size_t room)
{
    ap_fixed_buffer keeper;
    uint8_t *bytes = ap_alloc(t->arena, room);
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    ap_fixed_buffer_init(&keeper, t->writer, bytes, room);
    if (t->format->write(input, t->options, t->arena, t->writer))
        ap_writer_flush(t->writer);
    return (ap_view){ bytes, keeper.size };
}

static void copy_field_bytes(ap_rewrite_side *side, ap_view bytes)
{
    const ap_span span = side->field.span;
    if (!side->field.known)
        return;
    side->shown_bytes = span.length < sizeof side->shown ? span.length : sizeof side->shown;
    memcpy(side->shown, bytes.bytes + span.offset, side->shown_bytes);
}

static ap_rewrite_side read_side_at_difference(const round_trip *t, ap_view bytes)
{
    ap_rewrite_side side = { .shown_bytes = 0 };
    if (bytes.bytes == NULL) /* there was no memory for a copy of the output, so the field is unknown */
        return side;
    side.field = ap_find_field_at(t->format, bytes, t->options, t->arena, t->result->at);
    copy_field_bytes(&side, bytes);
    return side;
}

/* Finds the field with the first different byte in the input and in the output. To do so, writes the output a second time into
   a buffer that ends ROOM_AFTER bytes after the difference. */
static void find_differing_fields(const round_trip *t, ap_view input)
{
    const ap_view written = write_first_bytes_to_buffer(t, input, t->result->at + ROOM_AFTER);
    t->result->read = read_side_at_difference(t, input);
    t->result->wrote = read_side_at_difference(t, written);
}

static ap_rewrite_result compare_bytes(const round_trip *t, ap_view input, ap_view wanted)
{
    ap_comparing_writer comparison;
    ap_comparing_writer_init(&comparison, t->writer, wanted);
    const bool complete = t->format->write(input, t->options, t->arena, t->writer);
    if (!complete && !comparison.differs)
        return AP_REWRITE_FAILED;
    if (ap_comparing_writer_finish(&comparison, t->writer)) {
        t->result->written = wanted.size;
        return AP_REWRITE_SAME;
    }
    t->result->at = comparison.at;
    find_differing_fields(t, input);
    return AP_REWRITE_DIFFERS;
}

/* The canonical form of a text while it is written. Nothing is copied as long as the output equals the input; at the first
   difference, the output so far is copied, and then what follows, as far as there is room. */
typedef struct canonical_form {
    ap_view input;
    ap_arena *arena;
    uint8_t *bytes; /* the copy of the output; NULL while the output equals the input */
    size_t room;
} canonical_form;

enum {
    LEAST_ROOM = 1024,
    MORE_ROOM = 8 /* divisor of the input's size: room for an eighth more, since the canonical form may be a
                     little longer than the input */
};

static bool append_canonical_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    canonical_form *c = writer->context;
    const size_t at = writer->passed;
    if (c->bytes == NULL && size <= c->input.size - at && memcmp(bytes, c->input.bytes + at, size) == 0)
        return true;
    if (c->bytes == NULL) {
        c->room = ap_saturating_size_sum(c->input.size, c->input.size / MORE_ROOM + LEAST_ROOM);
        c->bytes = ap_alloc(c->arena, c->room);
        if (c->bytes == NULL)
            return false;
        memcpy(c->bytes, c->input.bytes, at);
    }
    const size_t left = at < c->room ? c->room - at : 0;
    if (left > 0)
        memcpy(c->bytes + at, bytes, size < left ? size : left);
    return true;
}

/* Returns the canonical form: a part of the input if the input begins with it, otherwise a copy. Returns an
   empty view if the canonical form could not be written. */
static ap_view make_canonical_form(const round_trip *t, ap_view input)
{
    canonical_form c = { .input = input, .arena = t->arena };
    ap_writer_init(t->writer, append_canonical_bytes, &c);
    if (!t->format->write(input, t->options, t->arena, t->writer) || !ap_writer_flush(t->writer))
        return (ap_view){ NULL, 0 };
    const size_t size = ap_bytes_written(t->writer);
    if (c.bytes != NULL && size > c.room) {
        const ap_view kept = write_first_bytes_to_buffer(t, input, size);
        return kept.size == size ? kept : (ap_view){ NULL, 0 };
    }
    return (ap_view){ c.bytes == NULL ? input.bytes : c.bytes, size };
}

static ap_rewrite_side read_side_at_path(const round_trip *t, ap_view bytes, const char *path)
{
    ap_rewrite_side side = { .field = ap_find_field_by_path(t->format, bytes, t->options, t->arena, path) };
    copy_field_bytes(&side, bytes);
    return side;
}

/* Compares the values of the file with those of its canonical form, which must be equal. */
static ap_rewrite_result compare_values(const round_trip *t, ap_view input, ap_view canonical)
{
    char read[AP_SAME_PATH_BYTES], wrote[AP_SAME_PATH_BYTES];
    if (t->format->same == NULL || t->format->same(input, canonical, t->arena, read, wrote))
        return AP_REWRITE_SAME;
    if (read[0] == '\0')
        return AP_REWRITE_FAILED;
    t->result->read = read_side_at_path(t, input, read);
    t->result->wrote = read_side_at_path(t, canonical, wrote);
    t->result->at = t->result->read.field.span.offset;
    return AP_REWRITE_DIFFERS;
}

/* Checks a text. If writing the file gives equal bytes, the file is in canonical form and the check is
   complete. Otherwise reads the canonical form, and writes it a second time. */
static ap_rewrite_result compare_canonical(const round_trip *t, ap_view input)
{
    const ap_view written = make_canonical_form(t, input);
    if (written.bytes == NULL)
        return AP_REWRITE_FAILED;
    if (written.bytes == input.bytes && written.size == input.size) {
        t->result->written = written.size;
        return AP_REWRITE_SAME;
    }
    const ap_rewrite_result values = compare_values(t, input, written);
    return values == AP_REWRITE_SAME ? compare_bytes(t, written, written) : values;
}

ap_rewrite_result ap_rewrite_and_compare(const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_arena *arena, ap_rewrite *result)
{
    round_trip t = { .format = format, .options = options, .arena = arena, .result = result };
    *result = (ap_rewrite){ .written = 0 };
    t.writer = ap_alloc(arena, sizeof *t.writer);
    if (t.writer == NULL)
        return AP_REWRITE_FAILED;
    if (format->text)
        return compare_canonical(&t, input);
    return compare_bytes(&t, input, input);
}
