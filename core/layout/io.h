/* Reads, writes and fills records through one description of their fields: a layout.

   A layout is an ordinary function that names the fields of a record in file order. It returns true to
   continue, and false if the structure is broken, after it has added a finding. Value rules follow their
   field and never stop a layout. The ap_io decides what a layout does:
   - read: fields are filled from the input; without findings, the structure alone;
   - read with a listener: each field is also passed to the listener (for a dump, or a map of the fields);
   - write (ap_io_init_writer): fields are written as the record holds them, without checks;
   - fill (a writer with a filler): the filler gives each value, which is stored in the record and written.

   A format with one array of floats, and a reader of it:

       static bool value(ap_io *io, void *record)
       {
           float *number = record;
           return ap_any_f32(io, "value", number);
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
           ap_report_trailing_bytes(&io); */
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
#include "core/layout/listener.h"
#include "core/layout/value_set.h"

#define AP_MUST_USE            __attribute__((warn_unused_result))
#define AP_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* The value of a count with which the rest of the file reads to its end; not `known` if none was found. */
typedef struct ap_count_inferred_if_known {
    bool known;
    int32_t value;
    /* name of the count to change: another count that is multiplied with the wrong count; NULL: the wrong count itself */
    const char *which;
} ap_count_inferred_if_known;

/* The structure rules of a binary format, and the function that searches for the right value of a wrong count. */
typedef struct ap_structure_rules {
    const ap_rule *truncated;
    const ap_rule *count_negative;
    const ap_rule *count_exceeds_file;
    const ap_rule *trailing_bytes;
    ap_count_inferred_if_known (*infer)(const ap_io *io, size_t count_at); /* NULL: no search */
} ap_structure_rules;

/* The field read last. The value rules after it check this field. */
typedef struct ap_field {
    const char *name; /* name of the field in its record; NULL if the path's last part is the field */
    ap_span span;
} ap_field;

/* Most bytes of an AP_TYPE_LENGTH number, which holds seven bits per byte. Bits from 32 on are dropped. */
enum { AP_LENGTH_BYTES = 5 };

#define AP_UNCOUNTED SIZE_MAX /* value of `counted` if the file stores no count before the array or name */

/* Gives the values to write if a file is written without a model, such as from a JSON document. Each function is called right
   before a field is written. io->path and `name` identify the field; its role is AP_ROLE_NUMBER in a text format. Functions
   return false if the filler has no such value or the value does not fit; the filler keeps the reason. */
typedef struct ap_filler {
    /* Gives the bits of a number; those of a float are IEEE 754 bits. In a text format, integers have type AP_TYPE_I32 and other
       numbers AP_TYPE_F32. AP_TYPE_TEXT asks for the value as float64, and the caller will ask for the same value again. */
    bool (*number)(void *context, const ap_io *io, const char *name, ap_field_type type, ap_field_role role,
        uint64_t *bits);
    /* Gives the bytes of a name, or the bytes of its encoded length if `type` is AP_TYPE_LENGTH. `counted` is the count that the
       file stores before the name, or AP_UNCOUNTED. The filler owns the bytes. */
    bool (*bytes)(
        void *context, const ap_io *io, const char *name, ap_field_type type, size_t counted, ap_view *bytes);
    /* Returns the number of elements of an array; 1 for a name; 0 if the filler has no such field. `counted` is the count that
       the file stores before the array, or AP_UNCOUNTED. */
    size_t (*length)(void *context, const ap_io *io, const char *name, size_t counted);
    /* Stores `message` as the reason why the field's value was rejected. */
    void (*refuse)(void *context, const ap_io *io, const char *name, const char *message);
    void *context;
    /* Gives the first `count` numbers of an array in one call, all finite float32. Returns false, without recording a reason, if
       the array has fewer or other numbers: each must then be requested with `number`. NULL if that is always so. */
    bool (*numbers)(void *context, const ap_io *io, const char *name, size_t count, float *values);
} ap_filler;

struct ap_io {
    ap_view input;
    /* edited bytes of the input (input.size bytes), for reading the structure; NULL to read the input itself */
    ap_edited_file_bytes *overlay;
    size_t at;          /* offset of the next byte to read */
    bool swap;          /* true if numbers are big-endian */
    ap_field_path path; /* path of the record being read */
    ap_field field;
    ap_findings *findings; /* NULL to read the structure alone, without checks (ap_is_structure_only) */
    ap_arena *arena;
    const ap_structure_rules *structure;
    void *scope; /* the format's private data, for its layouts */
    /* Writes the words with which a message names the field `name` of the record at io->path, such as `joint "hips", parent`, and
       a terminator. Returns the length of the text; 0 if a message must name the path. NULL: messages name the path. Called only
       for findings that are kept. */
    size_t (*subject)(ap_io *io, const char *name, char *text, size_t size);
    ap_joint_and_component (*joint)(
        const ap_io *io, const ap_field_path *path); /* see ap_joint_of_path; NULL: no joints */
    bool (*target)(const ap_io *io,
        ap_field_path *target);  /* see ap_find_reference_target; NULL: no value refers to another field */
    const ap_listener *listener; /* NULL: none */
    /* results computed early by other threads, for readers without a listener; NULL: no prefetch */
    const struct ap_prefetched_results *prefetch;
    /* values of the enum field being passed to the listener; NULL for other fields */
    const struct ap_value_set *set;
    /* value of the text number being passed to the listener; NULL if unknown, or for other fields */
    const float *number;

    ap_writer *writer;       /* NULL when reading */
    const ap_filler *filler; /* gives the values to write; NULL: the values are in the records */
    bool views_swapped;      /* when writing: true if the numbers in the model's views are big-endian */

    /* the search for the right value of a wrong count, while it reads the file; NULL outside of a search */
    struct ap_count_on_trial *search;
    ap_finding
        *wrong_count; /* the last kept finding about a count; ap_complete_wrong_count_finding completes it */
};

/* Initialises a reader at the first byte, of the structure alone if `findings_or_null` is NULL. The caller owns all arguments. */
void ap_io_init(ap_io *io, ap_view input, ap_findings *findings_or_null, ap_arena *arena,
    const ap_structure_rules *structure);

/* Initialises a writer of layouts. `views_swapped` is true if the numbers in the model's views are big-endian. The caller sets
   io->swap to the byte order to write; layouts of formats with a byte order mark set io->swap themselves. */
void ap_io_init_writer(ap_io *io, ap_writer *writer, bool views_swapped);

static inline bool ap_is_writing(const ap_io *io)
{
    return io->writer != NULL;
}

static inline bool ap_is_filling(const ap_io *io)
{
    return io->filler != NULL;
}

/* Returns true if the reader reads the structure alone, without checks and findings. */
static inline bool ap_is_structure_only(const ap_io *io)
{
    return io->findings == NULL;
}

static inline size_t ap_bytes_left(const ap_io *io)
{
    return io->input.size - io->at;
}

/* Path */

static inline void ap_enter_element(ap_io *io, const char *name, size_t index)
{
    assert(io->path.depth < AP_PATH_DEPTH);
    io->path.parts[io->path.depth++] = (ap_field_path_part){ name, index };
}

static inline void ap_enter_record(ap_io *io, const char *name)
{
    ap_enter_element(io, name, AP_NO_INDEX);
}

static inline void ap_leave_record(ap_io *io)
{
    assert(io->path.depth > 0);
    io->path.depth--;
}

/* Adding findings. The message must be one complete sentence, but core/finding/message.h can supply its beginning: ":" alone
   becomes "PATH is FOUND; it must be EXPECTED", ": why" adds a reason, "; text" continues "PATH is FOUND", " text" continues
   "PATH". */

/* Adds a finding at the field read last. */
void ap_add_finding(ap_io *io, const ap_rule *rule, ap_value expected, ap_value found, const char *format,
    ...) AP_PRINTF(5, 6);

/* Adds a finding at `span`, with the path of the current record, followed by `.name` unless `name` is NULL. */
void ap_add_finding_at(ap_io *io, const ap_rule *rule, ap_span span, const char *name, ap_value expected,
    ap_value found, const char *format, ...) AP_PRINTF(7, 8);

/* Adds a related place to the latest finding, if that was kept, with a label such as "first defined here". */
void ap_add_related_place(ap_io *io, ap_span span, const char *label);

/* Counts checks that are skipped because an earlier field was wrong. */
static inline void ap_count_skipped_checks(ap_io *io, size_t checks)
{
    if (!ap_is_structure_only(io))
        io->findings->skipped_checks += checks;
}

/* Scalar fields. When reading, each function reads one number and makes it the last field; if bytes are missing, it
   reports the field as truncated and returns false. */

/* Returns a pointer to the next `bytes` bytes, and does not move past them. The caller has checked that the input has that many
   bytes left. */
static inline const uint8_t *ap_peek_bytes_that_are_left(const ap_io *io, size_t bytes)
{
    return io->overlay == NULL ? io->input.bytes + io->at : io->overlay->show(io->overlay, io->at, bytes);
}

/* Reads a field of `bytes` bytes, and sets *at to the bytes, in the input or in the overlay. Returns false if too few bytes are
   left. */
bool ap_take_bytes(ap_io *io, const char *name, size_t bytes, const uint8_t **at) AP_MUST_USE;

/* Writes a number of `size` bytes in the byte order of io. */
bool ap_put_bits(ap_io *io, uint64_t bits, size_t size) AP_MUST_USE;

/* Writes a field that is a number of `size` bytes. When filling, *bits is first set by the filler. */
bool ap_put_stored_or_filled_field(ap_io *io, const char *name, ap_field_type type, ap_field_role role,
    uint64_t *bits, size_t size) AP_MUST_USE;

/* Tells the filler that its value does not fit the field, and why. Returns false, which ends the filling. */
bool ap_refuse_filled_value(const ap_io *io, const char *name, const char *message);

/* Returns true if the filler's array `name` has `count` elements; otherwise refuses the array. */
bool ap_check_filled_length(ap_io *io, const char *name, size_t count) AP_MUST_USE;

/* Passes the last field to the listener. Returns true. */
static inline bool ap_pass_field_return_true(const ap_io *io, ap_field_type type, ap_field_role role)
{
    if (io->listener != NULL)
        io->listener->field(io->listener->context, io, type, role);
    return true;
}

/* Transfers the bits of a number of `size` bytes: reading sets *bits; writing writes *bits; filling sets *bits to the filler's
   value and writes this value. */
AP_MUST_USE __attribute__((always_inline)) static inline bool ap_scalar(
    ap_io *io, const char *name, uint64_t *bits, size_t size, ap_field_type type, ap_field_role role)
{
    const uint8_t *at;
    if (ap_is_writing(io))
        return ap_put_stored_or_filled_field(io, name, type, role, bits, size);
    if (!ap_take_bytes(io, name, size, &at))
        return false;
    *bits = size == 8 ? ap_load_u64(at, io->swap) : size == 4 ? ap_load_u32(at, io->swap) : *at;
    return ap_pass_field_return_true(io, type, role);
}

AP_MUST_USE static inline bool ap_u8(ap_io *io, const char *name, uint8_t *value, ap_field_role role)
{
    uint64_t bits = ap_is_writing(io) ? *value : 0;
    const bool complete = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_U8, role);
    if (complete)
        *value = (uint8_t)bits;
    return complete;
}

AP_MUST_USE static inline bool ap_i32(ap_io *io, const char *name, int32_t *value, ap_field_role role)
{
    uint64_t bits = ap_is_writing(io) ? (uint32_t)*value : 0;
    const bool complete = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_I32, role);
    if (complete)
        *value = (int32_t)(uint32_t)bits;
    return complete;
}

AP_MUST_USE static inline bool ap_u64(ap_io *io, const char *name, uint64_t *value, ap_field_role role)
{
    uint64_t bits = ap_is_writing(io) ? *value : 0;
    const bool complete = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_U64, role);
    if (complete)
        *value = bits;
    return complete;
}

AP_MUST_USE static inline bool ap_any_f32(ap_io *io, const char *name, float *value)
{
    uint64_t bits = ap_is_writing(io) ? ap_bits_of_float(*value) : 0;
    const bool complete = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_F32, AP_ROLE_NUMBER);
    if (complete)
        *value = ap_float_of_bits((uint32_t)bits);
    return complete;
}

AP_MUST_USE static inline bool ap_any_f64(ap_io *io, const char *name, double *value)
{
    uint64_t bits = ap_is_writing(io) ? ap_bits_of_double(*value) : 0;
    const bool complete = ap_scalar(io, name, &bits, sizeof *value, AP_TYPE_F64, AP_ROLE_NUMBER);
    if (complete)
        *value = ap_double_of_bits(bits);
    return complete;
}

/* Reads or writes an int32, and reports a value outside the set, or with several bits if set->combined is given. */
bool ap_enum(ap_io *io, const char *name, int32_t *value, const ap_value_set *set) AP_MUST_USE;
bool ap_value_set_contains(const ap_value_set *set, int32_t value);

/* Counts and arrays */

/* Reads or writes a count of elements that take at least element_bytes each. When reading, reports the count and returns false if
   it is negative or the rest of the file is too short. If element_bytes is 0, only the sign is checked. */
bool ap_count(ap_io *io, const char *name, int32_t *count, size_t element_bytes) AP_MUST_USE;

/* Completes the finding about the count at which reading stopped: adds to its message the value of the count with which the rest
   of the file reads to its end. Does nothing if reading stopped for another reason, or if no such value is found. Call it after
   reading has ended, because the search may take long, and because a finding of another rule may give the cause better. */
void ap_complete_wrong_count_finding(ap_io *io);

/* Sets *count to rows × columns. Reports the count `rows` and returns false if that many elements do not
   fit into the rest of the file. When reading, neither count may be negative. */
bool ap_check_product_of_counts(ap_io *io, ap_field rows, int32_t row_count, int32_t column_count,
    size_t element_bytes, uint64_t *count) AP_MUST_USE;

/* A block of an array, for a fast check. */
typedef struct ap_block_of_array {
    const uint8_t *bytes;
    size_t count;  /* number of elements in the block */
    size_t before; /* number of elements of the array before the block; their bytes are readable too */
    bool swap;
} ap_block_of_array;

/* Describes the elements of an array: `bytes` bytes each, made of numbers of `number_bytes` bytes. `is_clean` is a fast check of
   a block: true if reading each element with `layout` would add no finding. If `is_clean` is NULL, `layout` reads each one. */
typedef struct ap_element {
    size_t bytes;
    size_t number_bytes;
    bool (*is_clean)(const ap_block_of_array *block, const void *record);
    bool (*layout)(ap_io *io, void *record);
} ap_element;

/* Returns the number of elements, from index `first` on, in the blocks that `is_clean` accepts. Stops at the first block that
   `is_clean` rejects, or at index `end`. */
size_t ap_count_leading_clean_elements(
    const ap_element *element, const ap_block_of_array *all, size_t first, size_t end, const void *record);

/* Reads `count` elements in place and sets *view to them. The caller has checked that the elements fit (ap_count). Elements are
   checked block by block: a clean block is skipped, any other is read element by element (path `name[i]`; each element gets
   `record`). When reading, returns false only if an element's layout fails. When writing, writes *view in io's byte order;
   when filling, `layout` fills each element. */
bool ap_array(ap_io *io, const char *name, size_t count, const ap_element *element, void *record,
    ap_view *view) AP_MUST_USE;

/* Reads, writes or fills a name of `count` bytes. When reading, the caller has checked that the rest of the input has them. */
bool ap_name_that_fits(ap_io *io, const char *name, size_t count, ap_view *view) AP_MUST_USE;

/* Returns the index of the array element being read, which the path's last part holds. */
static inline size_t ap_current_element_index(const ap_io *io)
{
    return io->path.parts[io->path.depth - 1].index;
}

/* Reports the rest of the input as trailing bytes, if bytes are left after the last field. */
void ap_report_trailing_bytes(ap_io *io);

#endif
