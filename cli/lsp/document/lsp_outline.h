/* Finds the sections and entries of a text file for the editor's outline. */
#ifndef AP_LSP_OUTLINE_H
#define AP_LSP_OUTLINE_H

#include "cli/lsp/document/lsp_index.h"

#define LSP_NO_ENTRY SIZE_MAX

/* The text of a section or of an entry, and the piece of it that an editor selects. */
typedef struct lsp_outline_spans {
    /* from the first word of the line to the closing brace, if the section or entry has a brace of its own */
    ap_span whole;
    ap_span selected; /* span of the entry's name or, if it has none and in a section, of the first field */
} lsp_outline_spans;

/* An entry of a section of the outline, such as a joint. */
typedef struct lsp_outline_entry {
    lsp_outline_spans spans;
    size_t index;   /* index of the entry in field paths */
    ap_span name;   /* span of the entry's name; length 0 if the entry has no name */
    int32_t parent; /* index of the parent entry; -1 if the entry has no parent */
    /* indices of entries of the section; LSP_NO_ENTRY if there is no such entry */
    size_t first_child, next;
    size_t last_child; /* valid if the entry has a child */
} lsp_outline_entry;

/* A section of the outline, such as hierarchy. */
typedef struct lsp_outline_section {
    lsp_outline_spans spans;
    const char *name; /* such as "hierarchy" */
    /* span of the value, if the section is a single field; length 0 if the section has entries */
    ap_span value;
    lsp_outline_entry *entries;
    size_t count, room;
    size_t named; /* number of entries of the section that have a name */
    struct lsp_outline_section *next;
} lsp_outline_section;

/* Returns the sections in the order of the text, in the arena. Returns NULL if the text has no sections, or when out of
   memory (arena->failed). If the text has an error, returns the sections before the error. */
lsp_outline_section *lsp_make_outline(const lsp_index *index, ap_arena *arena);

#endif
