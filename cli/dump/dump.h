/* animproof dump: what its parts have in common.

   The file is linted first, for its findings and for what it is; then it is read again with a listener, and
   each field is printed as it comes, with the findings that stand on it. Only the findings are kept. */
#ifndef AP_DUMP_H
#define AP_DUMP_H

#include "cli/options/reading_options.h"
#include "core/files/input.h"
#include "core/finding/lines.h"
#include "core/layout/field_map.h"
#include "core/report/output.h"

typedef struct cli_dumper cli_dumper;

/* A finding, in the order of the offsets. */
typedef struct cli_mark {
    const ap_finding *finding;
    bool shown;
} cli_mark;

/* The marks that stand on one piece. */
typedef struct cli_marks {
    const cli_mark *first;
    size_t count;
} cli_marks;

/* Bytes that belong to no field. */
typedef struct cli_gap {
    ap_span span;
    struct cli_gap *next;
} cli_gap;

/* A way of printing: each field to the writer, what is rare to the stream. Nothing may read the input while it writes to
   the stream: core/files/input.h. */
typedef struct cli_dump_form {
    void (*begin)(cli_dumper *dump);
    /* A field, or bytes that are none: dump->piece. */
    void (*piece)(cli_dumper *dump, const ap_piece *piece, cli_marks marks);
    /* A finding that points at no field. NULL: it is told at the end. */
    void (*stray)(cli_dumper *dump, const ap_finding *finding);
    void (*end)(cli_dumper *dump);
} cli_dump_form;

extern const cli_dump_form cli_dump_tree, cli_dump_flat, cli_dump_json;

struct cli_dumper {
    /* What is wanted */
    cli_reading options;
    const cli_dump_form *form; /* NULL: the tree */
    const char *pattern;       /* of the paths that are shown; NULL: all */
    bool has_place;
    size_t place;        /* the byte whose field is shown; of a line and column, once the file is read */
    size_t line, column; /* from 1, as lint has them; line 0: an offset was given */
    bool is_no_text;     /* the file has no lines, and nothing is shown */
    bool is_no_place;    /* it has fewer lines, or the line fewer bytes */

    /* The file */
    const char *name;
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    const ap_format *format; /* NULL: not recognised */
    ap_lint_result about;

    /* The printing */
    ap_output output; /* standard output, with the reason of a failure */
    ap_writer writer; /* before its stream: see cli_dump_stream */
    cli_mark *marks;
    size_t mark_count;
    size_t next_mark;              /* the first that has not been told */
    size_t shown_fields;           /* how many fields were wanted and told */
    const ap_piece *piece;         /* being told */
    ap_field_path_speller speller; /* of paths of fields, and of records: */
    ap_field_path before;          /* that of the field told last, for the tree */
    cli_gap *first_gap, *last_gap; /* that were wanted, for JSON */
    ap_line_cursor cursor;         /* at the field told last, for JSON of a text */
};

/* Prints the file that the input of the context, a cli_dumper, shows. To be run in the guard of the input, with the output
   open. When memory has run out, arena->failed is set, and what was printed is not all. */
void cli_dump_print(void *context);

/* The stream of the output, with all on it that was written before. */
FILE *cli_dump_stream(cli_dumper *dump);

/* The path of the field being told, "" for bytes that are none; valid until the next is asked for. *length may be NULL. */
const char *cli_dump_path(cli_dumper *dump, size_t *length);

/* For the record cli_dumper. */
extern const cli_option_group cli_dump_options[];

#endif
