/* Tables of test cases for .md5anim, .md5mesh and .md5camera. A case has a small file, edits of the file, and every finding
   that the edited file must cause. Most cases test one rule: the rule fires, or the file is a near miss. */
#ifndef MD5_CASE_H
#define MD5_CASE_H

#include <criterion/criterion.h>
#include <stdbool.h>

#include "tests/unit/support/lint_case.h"

enum { MD5_EDITS = 8, MD5_WANTS = 8 };

/* One file and its expected findings. In the texts, < and > enclose the span of an expected finding and are removed before
   linting; @ becomes a NUL byte, ` becomes < and ^ becomes >. */
typedef struct md5_case {
    const char *rule;                 /* id without the format; NULL if the case is not about one rule */
    const char *name;                 /* what the file has, and what is expected; NULL: `rule` is the name */
    const char *edits[2 * MD5_EDITS]; /* pairs of a part of the text and its replacement */
    const char *wants[2 * MD5_WANTS]; /* expected findings, ordered by their <: pairs of rule and path */
    const char *says;                 /* part of the message of the finding of `rule`; NULL: not checked */
    const char *text;                 /* the file before the edits; NULL: md5_table.text */
    /* the companion: for an animation its .md5mesh, NULL: none; for a sidecar the file that has it, NULL: md5_table.sidecar_of */
    const char *mesh;
    const char *
        set; /* start of another file, with the skeleton that five files of the folder have; NULL: no folder */
} md5_case;

/* A case: rule, name, edits in braces, expected findings in braces; further members by name. */
#define CASE(...)                                                                                            \
    {                                                                                                        \
        .rule = __VA_ARGS__                                                                                  \
    }

/* SAYS: the edited file has one finding, of the rule `id`, and the message contains `words`.
   FIRES: the same without a check of the message. QUIET: the edited file has no finding. */
#define SAYS(id, title, path, words, ...)                                                                    \
    {                                                                                                        \
        .rule = (id), .name = (title), .edits = { __VA_ARGS__ }, .wants = { (id), (path) }, .says = (words)  \
    }
#define FIRES(id, title, path, ...) SAYS(id, title, path, NULL, __VA_ARGS__)
#define QUIET(id, title, ...)                                                                                \
    {                                                                                                        \
        .rule = (id), .name = (title), .edits = { __VA_ARGS__ }                                              \
    }

/* The unedited text `whole` has the findings that the last arguments list. */
#define TEXT(id, title, words, whole, ...)                                                                   \
    {                                                                                                        \
        .rule = (id), .name = (title), .text = (whole), .says = (words), .wants = { __VA_ARGS__ }            \
    }

typedef struct md5_table {
    const char *format; /* "md5anim", "md5mesh" or "md5camera" */
    const char *text;   /* the valid file that the cases edit */
    const md5_case *cases;
    size_t count;
    const char *position,
        *orientation; /* replacements for $ and & at the start of a path; NULL: not replaced */
    /* the cases edit the sidecar of this file; NULL: they edit a file of the format */
    const char *sidecar_of;
} md5_table;

#define MD5_TABLE(format, text, cases)                                                                       \
    {                                                                                                        \
        (format), (text), (cases), sizeof(cases) / sizeof *(cases), NULL, NULL, NULL                         \
    }

/* Defines a table and the test that checks each of its cases. */
#define MD5_CHECKED_TABLE(suite, table, format, text, table_cases)                                           \
    const md5_table table = MD5_TABLE(format, text, table_cases);                                            \
    MD5_CHECK(suite, each_case_has_its_findings, table)
#define MD5_CHECK(suite, name, table)                                                                        \
    Test(suite, name)                                                                                        \
    {                                                                                                        \
        md5_check_cases(&table);                                                                             \
    }

/* A valid .md5anim of two joints and two frames, and a valid .md5mesh for it. */
extern const char md5_animation[], md5_mesh[];

/* A valid .md5camera of two cuts and four frames. */
extern const char md5_camera[];

/* Lints the file of each case and compares the findings with the expected ones. */
void md5_check_cases(const md5_table *table);

/* Returns a copy of `text` with the edits applied: pairs of a part, which must be in the text exactly once, and its replacement.
   A NULL part or `most` pairs end the list. `name` is the case in failure messages. The caller calls free(). */
char *md5_text_with_edits(const char *text, const char *const *edits, size_t most, const char *name);

/* The block of md5_mesh after the keyword mesh. */
#define MD5_MESH_BODY                                                                                        \
    " {\n\tshader \"skin\"\n\n\tnumverts 3\n\tvert 0 ( 0.5 0.5 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 " \
    ") 2 2\n\n"                                                                                              \
    "\tnumtris 1\n\ttri 0 0 1 2\n\n\tnumweights 4\n\tweight 0 0 1 ( 1 0 0 )\n\tweight 1 1 1 ( 0 2 0 )\n"     \
    "\tweight 2 0 0.25 ( 0 0 3 )\n\tweight 3 1 0.75 ( 4 5 6 )\n}\n"

#define TEN      "0123456789"
#define HUNDRED  TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define THOUSAND HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

#endif
