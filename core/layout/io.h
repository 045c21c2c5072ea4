/* Layouts and what runs them.

   A layout is an ordinary function that names the fields of a record in file order. It returns true to go
   on and false when the structure broke (the finding has been made by then). Value rules sit right behind
   their field and never stop a layout. Which verb runs a layout is the ap_io's matter:
   - read: fields are filled from the input; with findings == NULL for the structure alone;
   - read with a listener: besides, each field is told to somebody (a dump, a map of the fields);
   - write (ap_io_init_writer): fields are written as the record holds them, and nothing is judged;
   - fill (a writer with a filler): the same, but each value comes from the filler, and the record takes it.
 */
#ifndef AP_IO_H
#define AP_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/base/span.h"
#include "core/files/lens.h"
#include "core/files/writer.h"
#include "core/finding/finding.h"
#include "core/finding/value.h"
#include "core/layout/value_set.h"

#define AP_MUST_USE            __attribute__((warn_unused_result))
#define AP_PRINTF(text, first) __attribute__((format(printf, text, first)))

typedef struct ap_io ap_io;

/* The count with which the rest of a file parses to its end; `which` names it where two counts multiply. */
typedef struct ap_inferred {
    bool known;
    int32_t value;
    const char *which; /* NULL: the count at fault itself */
} ap_inferred;

/* The rules of a binary format that belong to its structure, and its way of finding the right count. */
typedef struct ap_structure {
    const ap_rule *truncated;
    const ap_rule *count_negative;
    const ap_rule *count_exceeds_file;
    const ap_rule *trailing_bytes;
    ap_inferred (*infer)(const ap_io *io, size_t count_at);
} ap_structure;

/* The field that was read last: what a value rule behind it speaks of. */
typedef struct ap_field {
    const char *name; /* NULL: the path's last part is the field */
    ap_span span;
} ap_field;

#define AP_NO_OFFSET SIZE_MAX

/* What a field is to the format, and how it is stored. */
typedef enum ap_role {
    AP_ROLE_NUMBER,
    AP_ROLE_MAGIC,
    AP_ROLE_VERSION,
    AP_ROLE_FLAG,
    AP_ROLE_COUNT,
    AP_ROLE_ENUM,
    AP_ROLE_INDEX,
    AP_ROLE_NAME,
} ap_role;

typedef enum ap_type {
    AP_TYPE_U8,
    AP_TYPE_I32,
    AP_TYPE_U64,
    AP_TYPE_F32,
    AP_TYPE_F64,
    AP_TYPE_BYTES,  /* a name */
    AP_TYPE_LENGTH, /* a 7-bit variable-length integer */
    AP_TYPE_TEXT,   /* a token of a text format */
} ap_type;

/* Is told each field right after it was read: io->path and io->field say which. With a listener, arrays are
   walked element by element. */
typedef struct ap_listener {
    void (*field)(void *context, const ap_io *io, ap_type type, ap_role role);
    void *context;
} ap_listener;

/* Gives the values of a file that is written without a model: each field's right before it is written.
   io->path and `name` say which field. Functions return false when there is no such value, or it does not
   fit; what is wrong the filler keeps. */
typedef struct ap_filler {
    /* The bits of a number: of a float, its IEEE 754 bits; of text's integers and numbers, AP_TYPE_I32 and
       AP_TYPE_F32. AP_TYPE_TEXT only looks which number there is: its value as a float64. */
    bool (*number)(void *context, const ap_io *io, const char *name, ap_type type, uint64_t *bits);
    /* The bytes of a name, or of the spelling of its length (AP_TYPE_LENGTH); they stay the filler's. */
    bool (*bytes)(void *context, const ap_io *io, const char *name, ap_type type, ap_view *bytes);
    /* How many elements an array has; 0 where there is none. */
    size_t (*length)(void *context, const ap_io *io, const char *name);
    /* Keeps what is wrong with a value that was given. */
    void (*refuse)(void *context, const ap_io *io, const char *name, const char *message);
    void *context;
} ap_filler;

struct ap_io {
    ap_view input;
    ap_lens *lens; /* NULL: the input itself. Otherwise input.size is that of what the lens shows, and this
                      reads for the structure alone */
    size_t at;     /* the next byte */
    bool swap;     /* numbers stand in big-endian order */
    ap_path path;  /* of the record being read */
    ap_field field;
    ap_findings *findings; /* NULL: structure only, nothing is judged or reported */
    ap_arena *arena;
    const ap_structure *structure;
    void *scope;                    /* the format's own state */
    const ap_listener *listener;    /* NULL: nobody listens */
    const struct ap_value_set *set; /* of the field being told, when it is an ap_enum; NULL otherwise */

    ap_writer *writer;       /* NULL: this reads */
    const ap_filler *filler; /* in writing: where values come from; NULL: from the records */
    bool views_swapped;      /* in writing: the numbers in the model's views stand in big-endian order */

    /* Only in a search for a count: what is read at override_at instead of the stored count, how many more
       records (ap_step) may be read, and a bit for each byte behind override_at, set where ap_dead_end was
       asked; NULL: without memory for it. */
    size_t override_at;
    int32_t override_count;
    size_t steps_left;
    uint8_t *dead_ends;
};

/* A reader at the first byte. findings may be NULL; everything stays the caller's. */
void ap_io_init(
    ap_io *io, ap_view input, ap_findings *findings, ap_arena *arena, const ap_structure *structure);

/* A writer of layouts. `views_swapped` says in which order the views of the model stand; set io->swap to
   the order to write in (layouts with a byte order mark do so themselves). */
void ap_io_init_writer(ap_io *io, ap_writer *writer, bool views_swapped);

static inline bool ap_is_writing(const ap_io *io)
{
    return io->writer != NULL;
}

static inline bool ap_is_filling(const ap_io *io)
{
    return io->filler != NULL;
}

static inline size_t ap_left(const ap_io *io)
{
    return io->input.size - io->at;
}

/* Path */

static inline void ap_enter_index(ap_io *io, const char *name, size_t index)
{
    assert(io->path.depth < AP_PATH_DEPTH);
    io->path.parts[io->path.depth++] = (ap_path_part){ name, index };
}

static inline void ap_enter(ap_io *io, const char *name)
{
    ap_enter_index(io, name, AP_NO_INDEX);
}

static inline void ap_leave(ap_io *io)
{
    assert(io->path.depth > 0);
    io->path.depth--;
}

/* Findings. All of these return false, so that a structural fault is one line: `return ap_found(...)`.

   The format makes a message of one whole sentence, and may leave its beginning to core/finding/sentence.h:
   ":" alone reads "PATH is FOUND; it must be EXPECTED", ": why" adds a reason, "; text" goes on from "PATH is
   FOUND", " text" from "PATH". */

/* Reports on the field read last. */
bool ap_found(ap_io *io, const ap_rule *rule, ap_value expected, ap_value found, const char *format, ...)
    AP_PRINTF(5, 6);

/* Reports on `span`, whose path is the current one with `.name` behind it (NULL: the current one). */
bool ap_found_at(ap_io *io, const ap_rule *rule, ap_span span, const char *name, ap_value expected,
    ap_value found, const char *format, ...) AP_PRINTF(7, 8);

/* Says of the finding that was just made that it speaks of another place, too: "first defined here". */
void ap_related_at(ap_io *io, ap_span span, const char *label);

/* Counts checks that cannot be made since something before them was wrong. */
static inline void ap_skip(ap_io *io, size_t checks)
{
    if (io->findings != NULL)
        io->findings->skipped_checks += checks;
}

/* Scalar fields. Each reads one number, makes it the last field, and reports it as truncated (result
   false) when bytes are missing. */

/* The next bytes, of which the caller knows that they are there. */
static inline const uint8_t *ap_peek(const ap_io *io, size_t bytes)
{
    return io->lens == NULL ? io->input.bytes + io->at : io->lens->show(io->lens, io->at, bytes);
}

/* `bytes` bytes as they stand; *at points into the input. */
bool ap_take(ap_io *io, const char *name, size_t bytes, const uint8_t **at) AP_MUST_USE;

/* `size` bytes of a number, least significant first, written in the order of io. */
bool ap_put(ap_io *io, uint64_t bits, size_t size) AP_MUST_USE;

/* In writing: a field that is a number of `size` bytes. In filling, *bits becomes what the filler says. */
bool ap_put_field(ap_io *io, const char *name, ap_type type, uint64_t *bits, size_t size) AP_MUST_USE;

/* In filling: says that a field cannot be what the filler has for it. Always false, which ends the filling:
   there is no input to report on. */
bool ap_fill_refuse(const ap_io *io, const char *name, const char *message);

/* In filling: whether the filler has an array of that name with `count` elements; refused otherwise. */
bool ap_fill_length(ap_io *io, const char *name, size_t count) AP_MUST_USE;

/* Tells the listener of the last field. Always true. */
static inline bool ap_tell(const ap_io *io, ap_type type, ap_role role)
{
    if (io->listener != NULL)
        io->listener->field(io->listener->context, io, type, role);
    return true;
}

AP_MUST_USE static inline bool ap_u8(ap_io *io, const char *name, uint8_t *value, ap_role role)
{
    const uint8_t *at;
    if (ap_is_writing(io)) {
        uint64_t bits = *value;
        const bool put = ap_put_field(io, name, AP_TYPE_U8, &bits, sizeof *value);
        *value = (uint8_t)bits;
        return put;
    }
    if (!ap_take(io, name, sizeof *value, &at))
        return false;
    *value = *at;
    return ap_tell(io, AP_TYPE_U8, role);
}

AP_MUST_USE static inline bool ap_i32(ap_io *io, const char *name, int32_t *value, ap_role role)
{
    const uint8_t *at;
    if (ap_is_writing(io)) {
        uint64_t bits = (uint32_t)*value;
        const bool put = ap_put_field(io, name, AP_TYPE_I32, &bits, sizeof *value);
        *value = (int32_t)(uint32_t)bits;
        return put;
    }
    if (!ap_take(io, name, sizeof *value, &at))
        return false;
    *value = ap_load_i32(at, io->swap);
    return ap_tell(io, AP_TYPE_I32, role);
}

AP_MUST_USE static inline bool ap_u64(ap_io *io, const char *name, uint64_t *value, ap_role role)
{
    const uint8_t *at;
    if (ap_is_writing(io)) {
        uint64_t bits = *value;
        const bool put = ap_put_field(io, name, AP_TYPE_U64, &bits, sizeof *value);
        *value = bits;
        return put;
    }
    if (!ap_take(io, name, sizeof *value, &at))
        return false;
    *value = ap_load_u64(at, io->swap);
    return ap_tell(io, AP_TYPE_U64, role);
}

AP_MUST_USE static inline bool ap_f32(ap_io *io, const char *name, float *value)
{
    const uint8_t *at;
    if (ap_is_writing(io)) {
        uint64_t bits = ap_bits_of_float(*value);
        const bool put = ap_put_field(io, name, AP_TYPE_F32, &bits, sizeof *value);
        *value = ap_float_of_bits((uint32_t)bits);
        return put;
    }
    if (!ap_take(io, name, sizeof *value, &at))
        return false;
    *value = ap_load_f32(at, io->swap);
    return ap_tell(io, AP_TYPE_F32, AP_ROLE_NUMBER);
}

AP_MUST_USE static inline bool ap_f64(ap_io *io, const char *name, double *value)
{
    const uint8_t *at;
    if (ap_is_writing(io)) {
        uint64_t bits = ap_bits_of_double(*value);
        const bool put = ap_put_field(io, name, AP_TYPE_F64, &bits, sizeof *value);
        *value = ap_double_of_bits(bits);
        return put;
    }
    if (!ap_take(io, name, sizeof *value, &at))
        return false;
    *value = ap_load_f64(at, io->swap);
    return ap_tell(io, AP_TYPE_F64, AP_ROLE_NUMBER);
}

bool ap_enum(ap_io *io, const char *name, int32_t *value, const ap_value_set *set) AP_MUST_USE;

/* Whether a number is a member of the set. */
bool ap_set_holds(const ap_value_set *set, int32_t value);

/* Counts and arrays */

/* A count of things that take at least element_bytes each: reported, with result false, when negative or
   when that many do not fit into what is left behind the count. element_bytes 0 checks the sign alone. */
bool ap_count(ap_io *io, const char *name, int32_t *count, size_t element_bytes) AP_MUST_USE;

/* Whether rows × columns elements fit into what is left; reported at the count `rows` where not. */
bool ap_product_fits(
    ap_io *io, ap_field rows, int32_t row_count, int32_t column_count, size_t element_bytes) AP_MUST_USE;

/* A block of an array, shown to a fast check. */
typedef struct ap_block {
    const uint8_t *bytes;
    size_t count;  /* of elements in the block */
    size_t before; /* elements of the array in front of the block, readable too */
    bool swap;
} ap_block;

/* What an array is made of. `clean` says whether a slow walk of the block with `layout` would find
   nothing; it may be NULL (always walk). `bytes` is what one element takes, in numbers of `number_bytes`. */
typedef struct ap_element {
    size_t bytes;
    size_t number_bytes;
    bool (*clean)(const ap_block *block, const void *record);
    bool (*layout)(ap_io *io, void *record);
} ap_element;

/* `count` elements, of which the caller knows that they fit (ap_count). They stay where they are: *view
   shows them. Judged block by block: a clean block is passed over, any other walked element by element
   (path `name[i]`, `record` handed to each). False only when an element's layout breaks. In writing, *view is
   what is written, in the byte order of io. */
bool ap_array(ap_io *io, const char *name, size_t count, const ap_element *element, void *record,
    ap_view *view) AP_MUST_USE;

/* `count` bytes of a name, of which the caller knows that they fit. */
bool ap_name(ap_io *io, const char *name, size_t count, ap_view *view) AP_MUST_USE;

/* The index of the array element being walked: of the path's last part. */
static inline size_t ap_index(const ap_io *io)
{
    return io->path.parts[io->path.depth - 1].index;
}

/* Reports bytes behind the last field of the file, if there are any. */
void ap_end(ap_io *io);

/* Searching for a count */

enum { AP_SEARCH_COUNTS = 1 << 20, AP_SEARCH_STEPS = 1 << 22, AP_SEARCH_DEAD_ENDS = 1 << 23 };

/* A record that a search counts against its bound. False when the bound is reached; always true otherwise. */
static inline bool ap_step(ap_io *io)
{
    if (io->override_at == AP_NO_OFFSET)
        return true;
    if (io->steps_left == 0)
        return false;
    io->steps_left--;
    return true;
}

/* Whether this search has come here with an earlier count, and so in vain; asked between records that do not
   depend on those before them. Without it a run of zeros, in which a file may go on anywhere, would be walked
   once for each count. False outside searches, and AP_SEARCH_DEAD_ENDS bytes or more behind the count. */
static inline bool ap_dead_end(ap_io *io)
{
    if (io->dead_ends == NULL || io->at <= io->override_at || io->at - io->override_at >= AP_SEARCH_DEAD_ENDS)
        return false;
    const size_t behind = io->at - io->override_at;
    const uint8_t bit = (uint8_t)(1U << behind % 8);
    const bool known = (io->dead_ends[behind / 8] & bit) != 0;
    io->dead_ends[behind / 8] |= bit;
    return known;
}

/* The smallest count at count_at with which `rest`, run from byte scope_at on for its structure alone,
   ends exactly at the end of the file. Elements take at least element_bytes. `scope` is handed to rest as
   io->scope and must be one that rest may change. At most AP_SEARCH_COUNTS counts and AP_SEARCH_STEPS
   records are tried, then none is given. */
ap_inferred ap_search_count(const ap_io *io, size_t count_at, size_t scope_at, uint64_t element_bytes,
    bool (*rest)(ap_io *io), void *scope);

#endif
