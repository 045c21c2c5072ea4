/* Tables of cases for .md5anim, .md5mesh and .md5camera: a small file, a few changes to it, and all the findings that
   then come. Each case belongs to one rule, which fires in it or stays silent though it nearly fires. */
#ifndef MD5_CASE_H
#define MD5_CASE_H

#include <criterion/criterion.h>
#include <stdbool.h>

#include "tests/unit/support/lint_case.h"

enum { MD5_EDITS = 8, MD5_WANTS = 8 };

/* Exactly the wants of a case come. In its texts a place that a finding points to is between < and >, which are not part
   of the file; @ stands for a NUL, and ` and ^ for a < and a > that are. The wants come in the order of their <. */
typedef struct md5_case {
    const char *rule; /* without its format; NULL: the case holds another promise, which its name tells */
    const char *name; /* NULL: the rule's */
    const char *edits[2 * MD5_EDITS]; /* pairs: the second is where the first stood */
    const char *wants[2 * MD5_WANTS]; /* pairs: a rule without its format, and the path of its finding */
    const char *says;                 /* what the rule's finding says; NULL: anything */
    const char *text;                 /* of the file before the edits; NULL: the table's */
    const char *mesh;                 /* that the animation is judged by; NULL: none */
} md5_case;

/* A case: rule, name, edits in braces, wants in braces; other members by name. */
#define CASE(...)                                                                                            \
    {                                                                                                        \
        .rule = __VA_ARGS__                                                                                  \
    }

/* After the edits, only the rule fires, and says this; only the rule fires; nothing is found. */
#define SAYS(id, title, path, words, ...)                                                                    \
    {                                                                                                        \
        .rule = (id), .name = (title), .edits = { __VA_ARGS__ }, .wants = { (id), (path) }, .says = (words)  \
    }
#define FIRES(id, title, path, ...) SAYS(id, title, path, NULL, __VA_ARGS__)
#define QUIET(id, title, ...)                                                                                \
    {                                                                                                        \
        .rule = (id), .name = (title), .edits = { __VA_ARGS__ }                                              \
    }

/* These findings come of the text. */
#define TEXT(id, title, words, whole, ...)                                                                   \
    {                                                                                                        \
        .rule = (id), .name = (title), .text = (whole), .says = (words), .wants = { __VA_ARGS__ }            \
    }

typedef struct md5_table {
    const char *format; /* "md5anim", "md5mesh" or "md5camera": what the files are */
    const char *text;
    const md5_case *cases;
    size_t count;
    const char *position, *orientation; /* what $ and & stand for at the beginning of a path; NULL: $, & */
} md5_table;

#define MD5_TABLE(format, text, cases)                                                                       \
    {                                                                                                        \
        (format), (text), (cases), sizeof(cases) / sizeof *(cases), NULL, NULL                               \
    }

/* A table, and the test that checks it. */
#define MD5_CHECKED_TABLE(suite, table, format, text, cases_of_it)                                           \
    const md5_table table = MD5_TABLE(format, text, cases_of_it);                                            \
    MD5_CHECK(suite, cases, table)
#define MD5_CHECK(suite, name, table)                                                                        \
    Test(suite, name)                                                                                        \
    {                                                                                                        \
        md5_check(&table);                                                                                   \
    }

/* A valid animation of two joints and two frames, and its mesh. */
extern const char md5_animation[], md5_mesh[];

/* A valid camera path of two shots and four frames. */
extern const char md5_camera[];

/* Lints each case's file and compares the findings. */
void md5_check(const md5_table *table);

/* Fails for a rule without a case in which it fires, and for one without a near miss. */
void md5_check_covered(ap_rule_table rules, const md5_table *const *tables, size_t table_count);

/* The text after the edits, `most` at most: pairs, of which the second is put where the first stands, which must be once; a
   first that is NULL ends them. free() gives it back. */
char *md5_edited(const char *text, const char *const *edits, size_t most, const char *name);

/* A mesh block of md5_mesh after its keyword. */
#define MD5_MESH_BODY                                                                                        \
    " {\n\tshader \"skin\"\n\n\tnumverts 3\n\tvert 0 ( 0.5 0.5 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 " \
    ") 2 2\n\n"                                                                                              \
    "\tnumtris 1\n\ttri 0 0 1 2\n\n\tnumweights 4\n\tweight 0 0 1 ( 1 0 0 )\n\tweight 1 1 1 ( 0 2 0 )\n"     \
    "\tweight 2 0 0.25 ( 0 0 3 )\n\tweight 3 1 0.75 ( 4 5 6 )\n}\n"

#define TEN      "0123456789"
#define HUNDRED  TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define THOUSAND HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

#endif
