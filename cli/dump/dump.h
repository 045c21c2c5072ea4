/* Declares the options of animproof dump, and its state, which all output forms share. The file is linted first; then
   it is read again with a listener that prints each field at once, with its findings. Only the findings and, for JSON, the
   positions of bytes that belong to no field are kept in memory. */
#ifndef AP_DUMP_H
#define AP_DUMP_H

#include "cli/options/reading_options.h"
#include "core/files/input.h"
#include "core/finding/joint_path.h"
#include "core/finding/lines.h"
#include "core/layout/field_map.h"
#include "core/layout/io_joint.h"
#include "core/report/output.h"

typedef struct cli_dumper cli_dumper;

/* A finding, in an array sorted by offset. */
typedef struct cli_dump_finding {
    const ap_finding *finding;
    bool shown;
} cli_dump_finding;

/* The findings of one field. */
typedef struct cli_dump_findings {
    const cli_dump_finding *first;
    size_t count;
} cli_dump_findings;

/* Bytes that belong to no field. */
typedef struct cli_unread_span {
    ap_span span;
    struct cli_unread_span *next;
} cli_unread_span;

/* Functions that print one form of output. Fields are written to the writer, everything else to the stream. The stream
   must not be written to while the input is read: core/files/input.h. */
typedef struct cli_dump_output_form {
    void (*begin)(cli_dumper *dump);
    /* Prints a field, or bytes that belong to no field. */
    void (*print_segment)(cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks);
    /* Prints a finding that belongs to no field. NULL: such findings are printed at the end. */
    void (*print_unmatched)(cli_dumper *dump, const ap_finding *finding);
    void (*end)(cli_dumper *dump);
} cli_dump_output_form;

extern const cli_dump_output_form cli_dump_tree, cli_dump_flat, cli_dump_json;

struct cli_dumper {
    /* Options: */
    cli_reading_options options;
    const cli_dump_output_form *form; /* NULL for the tree */
    const char *pattern;              /* pattern of the field paths to show; NULL for all */
    bool has_position;
    /* offset of the byte to show; if the user gives LINE:COLUMN, set after the file was loaded */
    size_t position;
    size_t line, column;      /* position to show, counted from 1; line 0 if an offset was given */
    bool is_binary;           /* the user gave a line, but the file is binary and has no lines */
    bool is_position_missing; /* the user gave a line or a column that the file does not have */

    /* The file: */
    const char *name;
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    const ap_format *format; /* NULL if not recognised */
    ap_lint_result about;

    /* Output: */
    ap_output output; /* standard output, with its first error */
    ap_writer writer; /* flushed before the stream is used: see cli_dump_flushed_stream */
    cli_dump_finding *marks;
    size_t mark_count;
    size_t next_mark;             /* index in `marks` of the first finding after the fields passed so far */
    size_t shown_fields;          /* number of fields printed */
    const ap_segment *segment;    /* the current field */
    ap_field_path_writer speller; /* writes the field paths as texts */
    ap_field_path before;         /* path of the field printed before the current one, for the tree */
    cli_unread_span *first_gap,
        *last_gap; /* bytes that belong to no field, which the JSON form prints at the end */
    /* position of the field printed before the current one, for JSON of a text file */
    ap_line_position cursor;
};

/* Prints the file in the input of the context, a cli_dumper. Must run inside the guard of the input, with
   the output open. When out of memory, arena->failed is set and the output is incomplete. */
void cli_dump_lint_and_print(void *context);

/* Flushes the writer and returns the stream of the output. */
FILE *cli_dump_flushed_stream(cli_dumper *dump);

/* Returns the path of the current field; "" for bytes that belong to no field. The path is valid until the next call.
   Sets *length to its length; `length` may be NULL. */
const char *cli_dump_field_path(cli_dumper *dump, size_t *length);

/* Writes the joint of the current field, as ap_joint_texts_of_path does. The name is "" if the field belongs to no joint. */
ap_joint_and_component_text cli_write_joint_of_field(
    const cli_dumper *dump, bool ascii, char name[AP_JOINT_TEXT_BYTES]);

/* Writes the name of the joint that the current field's value is the index of, as ap_joint_text does. Returns its length; 0 for
   other fields. */
size_t cli_write_joint_of_value(const cli_dumper *dump, bool ascii, char name[AP_JOINT_TEXT_BYTES]);

#endif
