/* Layouts and what runs them.

   A layout is an ordinary function that names the fields of a record in file order. It returns true to go on,
   and false when the structure is broken; the finding has been made by then. Value rules follow their field
   and never stop a layout. The ap_io says which verb runs a layout:
   - read: fields are filled from the input; without findings for the structure alone (ap_is_structural);
   - read with a listener: the same, and each field is passed to the listener (a dump, a map of the fields);
   - write (ap_io_init_writer): fields are written as the record holds them, and nothing is judged;
   - fill (a writer with a filler): the same, but the filler gives each value, and the record takes it.

   A format with one array of floats, and a reader of it:

       static bool value(ap_io *io, void *record)
       {
           float *number = record;
           return ap_f32(io, "value", number);
       }

       static bool file(ap_io *io)
       {
           static const ap_element values = { .bytes = 4, .number_bytes = 4, .layout = value };
           int32_t count;
           float number;
           ap_view shown;
           return ap_count(io, "count", &count, 4) && ap_array(io, "values", (size_t)count, &values, &number, &shown);
       }

       ap_io_init(&io, input, &findings, &arena, &structure);
       if (file(&io))
           ap_end(&io); */
#ifndef AP_IO_H
#define AP_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/field_path.h"
#include "core/base/span.h"
#include "core/files/overlay.h"
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

/* The field read last, which the value rules after it judge. */
typedef struct ap_field {
    const char *name; /* NULL: the path's last part is the field */
    ap_span span;
} ap_field;

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

/* The longest spelling of a number of AP_TYPE_LENGTH; bits from 32 on are dropped. */
enum { AP_LENGTH_BYTES = 5 };

/* Called with each field right after it was read: io->path and io->field say which. With a listener, arrays are
   walked element by element. */
typedef struct ap_listener {
    void (*field)(void *context, const ap_io *io, ap_type type, ap_role role);
    void *context;
    /* Told of all numbers of an array of a text's, in place of each by itself; `at`: where their tokens begin, with blanks
       between them. NULL: of none so. */
    void (*numbers)(
        void *context, const ap_io *io, const char *name, size_t at, const float *values, size_t count);
} ap_listener;

#define AP_UNCOUNTED SIZE_MAX /* no count comes before it */

/* Gives the values of a file that is written without a model: each field's right before it is written.
   io->path and `name` say which field; its role is AP_ROLE_NUMBER in a text format. Functions return false
   when there is no such value, or it does not fit; the filler keeps the reason. */
typedef struct ap_filler {
    /* The bits of a number: of a float, its IEEE 754 bits; of text's integers and numbers, AP_TYPE_I32 and
       AP_TYPE_F32. AP_TYPE_TEXT only looks which number there is: its value as a float64. */
    bool (*number)(
        void *context, const ap_io *io, const char *name, ap_type type, ap_role role, uint64_t *bits);
    /* The bytes of a name, of which the count before it says how many; or of the spelling of its length
       (AP_TYPE_LENGTH). They stay the filler's. */
    bool (*bytes)(
        void *context, const ap_io *io, const char *name, ap_type type, size_t counted, ap_view *bytes);
    /* How many elements an array has, of which the count before it says how many; 1 of a name; 0 where there is
       none. */
    size_t (*length)(void *context, const ap_io *io, const char *name, size_t counted);
    /* Records why a supplied value was rejected. */
    void (*refuse)(void *context, const ap_io *io, const char *name, const char *message);
    void *context;
    /* All numbers of an array of `count` float32 at once, which are finite. False, with nothing said, when each must be asked
       for by itself; NULL: always so. */
    bool (*numbers)(void *context, const ap_io *io, const char *name, size_t count, float *values);
} ap_filler;

struct ap_io {
    ap_view input;
    ap_overlay
        *overlay; /* NULL: the input itself; otherwise it shows input.size bytes, for the structure alone */
    size_t at;    /* the next byte */
    bool swap;    /* numbers are in big-endian order */
    ap_field_path path; /* of the record being read */
    ap_field field;
    ap_findings *findings; /* NULL: structure only, nothing is judged or reported (ap_is_structural) */
    ap_arena *arena;
    const ap_structure *structure;
    void *scope; /* the format's own state */
    /* Writes what a message calls the field `name` of the record at `path`, with a terminator: `joint "hips", parent`.
       Returns its length; 0 if that is the path itself. NULL: it always is. Asked only for findings that are kept. */
    size_t (*subject)(ap_io *io, const char *name, char *text, size_t size);
    const ap_listener *listener; /* NULL: none */
    const struct ap_prefetch
        *prefetch; /* answers for this reader, which has no listener (ahead.h); NULL: nobody */
    const struct ap_value_set *set; /* of the enum field now passed to the listener; NULL for other fields */
    const float *number; /* of a text's number now passed to the listener, if it is known; otherwise NULL */

    ap_writer *writer;       /* NULL: this reads */
    const ap_filler *filler; /* in writing: where values come from; NULL: from the records */
    bool views_swapped;      /* in writing: the numbers in the model's views are in big-endian order */

    struct ap_count_search *search; /* NULL: counts are read as they are stored */
    ap_finding *wrong_count;        /* the last kept finding about a count; see ap_infer_count */
};

/* A reader at the first byte. findings may be NULL; everything stays the caller's. */
void ap_io_init(
    ap_io *io, ap_view input, ap_findings *findings, ap_arena *arena, const ap_structure *structure);

/* A writer of layouts. `views_swapped` says which order the views of the model have; set io->swap to
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

/* Whether a reader reads for the structure alone: it judges nothing, and nothing is found. */
static inline bool ap_is_structural(const ap_io *io)
{
    return io->findings == NULL;
}

static inline size_t ap_bytes_left(const ap_io *io)
{
    return io->input.size - io->at;
}

/* Path */

static inline void ap_enter_index(ap_io *io, const char *name, size_t index)
{
    assert(io->path.depth < AP_PATH_DEPTH);
    io->path.parts[io->path.depth++] = (ap_field_path_part){ name, index };
}

static inline void ap_enter(ap_io *io, const char *name)
{
    ap_enter_index(io, name, AP_NO_INDEX);
}

static inline void ap_exit(ap_io *io)
{
    assert(io->path.depth > 0);
    io->path.depth--;
}

/* Findings. These functions return false, so that a structural fault is one line: `return ap_found(...)`.

   The format makes a message of one whole sentence, and may leave its beginning to core/finding/message.h:
   ":" alone reads "PATH is FOUND; it must be EXPECTED", ": why" adds a reason, "; text" goes on from "PATH is
   FOUND", " text" from "PATH". */

/* Adds a finding at the field read last. */
bool ap_found(ap_io *io, const ap_rule *rule, ap_value expected, ap_value found, const char *format, ...)
    AP_PRINTF(5, 6);

/* Adds a finding at `span`; its path is the current one, followed by `.name` unless that is NULL. */
bool ap_found_at(ap_io *io, const ap_rule *rule, ap_span span, const char *name, ap_value expected,
    ap_value found, const char *format, ...) AP_PRINTF(7, 8);

/* Says of the finding that was just made that it speaks of another place, too: "first defined here". */
void ap_related_at(ap_io *io, ap_span span, const char *label);

/* Counts checks that are skipped because something before them was wrong. */
static inline void ap_skip(ap_io *io, size_t checks)
{
    if (!ap_is_structural(io))
        io->findings->skipped_checks += checks;
}

/* Scalar fields. Each reads one number, makes it the last field, and reports it as truncated (result
   false) when bytes are missing. */

/* The next bytes. The caller knows that there are as many. */
static inline const uint8_t *ap_peek(const ap_io *io, size_t bytes)
{
    return io->overlay == NULL ? io->input.bytes + io->at : io->overlay->show(io->overlay, io->at, bytes);
}

/* The next `bytes` bytes; *at points into the input. */
bool ap_take(ap_io *io, const char *name, size_t bytes, const uint8_t **at) AP_MUST_USE;

/* `size` bytes of a number, least significant first, written in the order of io. */
bool ap_put(ap_io *io, uint64_t bits, size_t size) AP_MUST_USE;

/* In writing: a field that is a number of `size` bytes. In filling, *bits becomes what the filler says. */
bool ap_put_field(
    ap_io *io, const char *name, ap_type type, ap_role role, uint64_t *bits, size_t size) AP_MUST_USE;

/* In filling: says that a field cannot be what the filler has for it. Always false, which ends the filling:
   there is no input to report on. */
bool ap_fill_refuse(const ap_io *io, const char *name, const char *message);

/* In filling: whether the filler has an array of that name with `count` elements; refused otherwise. */
bool ap_fill_length(ap_io *io, const char *name, size_t count) AP_MUST_USE;

/* Passes the last field to the listener. Always true. */
static inline bool ap_report_field(const ap_io *io, ap_type type, ap_role role)
{
    if (io->listener != NULL)
        io->listener->field(io->listener->context, io, type, role);
    return true;
}

/* The bits of a number of `size` bytes: in reading they are given, in writing they are taken, and in filling
   both. */
AP_MUST_USE __attribute__((always_inline)) static inline bool ap_scalar(
    ap_io *io, const char *name, uint64_t *bits, size_t size, ap_type type, ap_role role)
{
    const uint8_t *at;
    if (ap_is_writing(io))
        return ap_put_field(io, name, type, role, bits, size);
    if (!ap_take(io, name, size, &at))
        return false;
    *bits = size == 8 ? ap_load_u64(at, io->swap) : size == 4 ? ap_load_u32(at, io->swap) : *at;
    return ap_report_field(io, type, role);
}

AP_MUST_USE static inline bool ap_u8(ap_io *io, const char *name, uint8_t *value, ap_role role)
{
    uint64_t bits = ap_is_writing(io) ? *value : 0;
    const bool whole = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_U8, role);
    if (whole)
        *value = (uint8_t)bits;
    return whole;
}

AP_MUST_USE static inline bool ap_i32(ap_io *io, const char *name, int32_t *value, ap_role role)
{
    uint64_t bits = ap_is_writing(io) ? (uint32_t)*value : 0;
    const bool whole = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_I32, role);
    if (whole)
        *value = (int32_t)(uint32_t)bits;
    return whole;
}

AP_MUST_USE static inline bool ap_u64(ap_io *io, const char *name, uint64_t *value, ap_role role)
{
    uint64_t bits = ap_is_writing(io) ? *value : 0;
    const bool whole = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_U64, role);
    if (whole)
        *value = bits;
    return whole;
}

AP_MUST_USE static inline bool ap_f32(ap_io *io, const char *name, float *value)
{
    uint64_t bits = ap_is_writing(io) ? ap_bits_of_float(*value) : 0;
    const bool whole = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_F32, AP_ROLE_NUMBER);
    if (whole)
        *value = ap_float_of_bits((uint32_t)bits);
    return whole;
}

AP_MUST_USE static inline bool ap_f64(ap_io *io, const char *name, double *value)
{
    uint64_t bits = ap_is_writing(io) ? ap_bits_of_double(*value) : 0;
    const bool whole = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_F64, AP_ROLE_NUMBER);
    if (whole)
        *value = ap_double_of_bits(bits);
    return whole;
}

bool ap_enum(ap_io *io, const char *name, int32_t *value, const ap_value_set *set) AP_MUST_USE;

/* Whether a number is a member of the set. */
bool ap_set_holds(const ap_value_set *set, int32_t value);

/* Counts and arrays */

/* A count of things that take at least element_bytes each: reported, with result false, when negative or
   when that many do not fit into what is left after the count. element_bytes 0 checks the sign alone. */
bool ap_count(ap_io *io, const char *name, int32_t *count, size_t element_bytes) AP_MUST_USE;

/* Once reading has ended: makes the finding about the count that ended it say with which count the rest reads to the end,
   where there is such a finding and such a count. It may take long, and another finding may know better. */
void ap_infer_count(ap_io *io);

/* Whether rows × columns elements, which *count becomes, fit into what is left; reported at the count `rows` where
   not. In reading, neither count is negative. */
bool ap_product_fits(ap_io *io, ap_field rows, int32_t row_count, int32_t column_count, size_t element_bytes,
    uint64_t *count) AP_MUST_USE;

/* A block of an array, shown to a fast check. */
typedef struct ap_block {
    const uint8_t *bytes;
    size_t count;  /* of elements in the block */
    size_t before; /* elements of the array before the block, readable too */
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

/* How many elements of the array `all`, from number `first` on and before `end`, are clean, asked block by block. */
size_t ap_count_clean(
    const ap_element *element, const ap_block *all, size_t first, size_t end, const void *record);

/* `count` elements. The caller knows that they fit (ap_count). They stay where they are: *view shows them. They
   are judged block by block: a clean block is passed over, any other is walked element by element (path
   `name[i]`, `record` passed to each). False only when an element's layout breaks. In writing, *view is
   written, in the byte order of io. */
bool ap_array(ap_io *io, const char *name, size_t count, const ap_element *element, void *record,
    ap_view *view) AP_MUST_USE;

/* `count` bytes of a name. The caller knows that they fit. */
bool ap_name(ap_io *io, const char *name, size_t count, ap_view *view) AP_MUST_USE;

/* The index of the array element being walked: of the path's last part. */
static inline size_t ap_index(const ap_io *io)
{
    return io->path.parts[io->path.depth - 1].index;
}

/* Reports bytes after the last field of the file, if there are any. */
void ap_end(ap_io *io);

#endif
