/* The parts of a text file, as its layouts name them: sections, and their entries. */
#ifndef AP_LSP_OUTLINE_H
#define AP_LSP_OUTLINE_H

#include "cli/lsp/lsp_text.h"
#include "core/base/arena.h"
#include "validators/format.h"

#define LSP_NO_ENTRY SIZE_MAX

/* An entry of a section, or all of a section. */
typedef struct lsp_part {
    ap_span span;     /* from its line's first word, to its closing brace where it has one of its own */
    ap_span selected; /* its name, or its first field */
    lsp_range range, selection; /* the same as positions */
} lsp_part;

typedef struct lsp_entry {
    lsp_part part;
    size_t index;                         /* as paths have it */
    ap_span name;                         /* length 0: it has none */
    int32_t parent;                       /* an index; -1: it has none */
    size_t first_child, last_child, next; /* in the section; LSP_NO_ENTRY: none */
} lsp_entry;

typedef struct lsp_section {
    lsp_part part;
    const char *name; /* "hierarchy" */
    ap_span value;    /* of a field that is not in a section: its only one; length 0: it has entries */
    lsp_entry *entries;
    size_t count, room;
    size_t named; /* entries with a name */
    struct lsp_section *next;
} lsp_section;

/* The sections in the order of the text, in the arena; NULL where there are none, or memory has run out
   (arena->failed). A broken file is read as far as linting reads it. */
lsp_section *lsp_outline(const ap_format *format, ap_view text, const ap_lint_options *options,
    lsp_encoding encoding, ap_arena *arena);

#endif
