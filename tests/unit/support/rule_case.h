/* Tables of cases: a file, a few changes to it, and all the findings that then come. Each case belongs to one
   rule, which fires in it or stays silent though it nearly fires; check_covered asks for both of each
   rule. */
#ifndef RULE_CASE_H
#define RULE_CASE_H

#include <criterion/criterion.h>

#include "core/finding/rule.h"
#include "tests/unit/support/file_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"

enum { CASE_EDITS = 6, CASE_WANTS = 5 };

typedef enum edit_kind {
    EDIT_NONE,
    EDIT_NUMBER, /* the field's bytes become `bits` */
    EDIT_SPLICE, /* `bytes` are where `removed` bytes from `delta` after the field's offset on stood */
    EDIT_CUT,    /* the file ends `delta` bytes after the field's offset */
    EDIT_APPEND  /* `bytes` follow the end */
} edit_kind;

typedef struct edit {
    edit_kind kind;
    const char *path;
    char type; /* of `real` or `bits`: 'i' 4 bytes, 'b' 1, 'f' float32, 'd' float64, 'x' 4 bits, 'X' 8 bits */
    double real;
    uint64_t bits;
    const char *bytes;
    size_t count, removed, delta;
} edit;

#define INT(field, value)                                                                                    \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'i', .real = (value)                                   \
    }
#define BYTE(field, value)                                                                                   \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'b', .real = (value)                                   \
    }
#define F32(field, value)                                                                                    \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'f', .real = (value)                                   \
    }
#define F64(field, value)                                                                                    \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'd', .real = (value)                                   \
    }
#define BITS32(field, value)                                                                                 \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'x', .bits = (value)                                   \
    }
#define BITS64(field, value)                                                                                 \
    {                                                                                                        \
        .kind = EDIT_NUMBER, .path = (field), .type = 'X', .bits = (value)                                   \
    }
#define CUT(field, behind)                                                                                   \
    {                                                                                                        \
        .kind = EDIT_CUT, .path = (field), .delta = (behind)                                                 \
    }
#define APPEND(text)                                                                                         \
    {                                                                                                        \
        .kind = EDIT_APPEND, .bytes = (text), .count = sizeof(text) - 1                                      \
    }
#define SPLICE(field, gone, text)                                                                            \
    {                                                                                                        \
        .kind = EDIT_SPLICE, .path = (field), .removed = (gone), .bytes = (text), .count = sizeof(text) - 1  \
    }

#define QUIET_NAN32 UINT64_C(0x7fc00000)
#define QUIET_NAN64 UINT64_C(0x7ff8000000000000)

/* A finding that comes: `length` bytes from `delta` bytes after the field's offset on. */
typedef struct want {
    const char *rule;
    const char *field; /* its path in the file built; of a text: the first place where this is in it;
                          NULL: the file's beginning */
    size_t delta, length;
    const char *path; /* of the finding; NULL: the field's */
    bool in_scene;    /* among the findings about the .obj */
} want;

#define AT(id, where, bytes)                                                                                 \
    {                                                                                                        \
        .rule = (id), .field = (where), .length = (bytes)                                                    \
    }
#define AT_AS(id, where, bytes, as_path)                                                                     \
    {                                                                                                        \
        .rule = (id), .field = (where), .length = (bytes), .path = (as_path)                                 \
    }

typedef struct rule_case {
    const char *rule;
    const char *name;
    void (*build)(file_build *file); /* NULL for a case of an .obj alone */
    edit edits[CASE_EDITS];
    want wants[CASE_WANTS]; /* exactly these findings come */
    const char *says;   /* what the rule's first finding says, after '!' what it does not; NULL: anything */
    bool near_miss;     /* the rule stays silent */
    const char *scene;  /* an .obj; NULL: none */
    size_t scene_bytes; /* 0: to the terminator */
    ap_mrtk_variant variant;
    ap_memg_order order;
} rule_case;

/* A case in which the rule fires, and one in which it stays silent: rule, name, build, edits in braces, wants in braces;
   other members by name. */
#define FIRES_IN(...)                                                                                        \
    {                                                                                                        \
        .near_miss = false, .rule = __VA_ARGS__                                                              \
    }
#define SILENT_IN(...)                                                                                       \
    {                                                                                                        \
        .near_miss = true, .rule = __VA_ARGS__                                                               \
    }

/* A case in which the rule alone fires, at so many bytes of the field, after the edits; it says this. */
#define SAYS_AT(id, title, made, where, bytes, words, ...)                                                   \
    {                                                                                                        \
        .rule = (id), .name = (title), .build = (made), .edits = { __VA_ARGS__ },                            \
        .wants = { { .rule = (id), .field = (where), .length = (bytes) } }, .says = (words)                  \
    }
#define FIRES_AT(id, title, made, where, bytes, ...) SAYS_AT(id, title, made, where, bytes, NULL, __VA_ARGS__)

typedef struct case_table {
    const rule_case *cases;
    size_t count;
} case_table;

#define CASES(array)                                                                                         \
    {                                                                                                        \
        (array), sizeof(array) / sizeof *(array)                                                             \
    }

/* Builds, changes and lints every file of the table. format is NULL in a table of cases of an .obj alone. */
void check_cases(const ap_format *format, case_table table);

/* A test that does so; a table and such a test. */
#define CHECKED_CASES(suite, name, format, table, rows)                                                      \
    const case_table table = CASES(rows);                                                                    \
    CHECK_CASES(suite, name, format, table)
#define CHECK_CASES(suite, name, format, table)                                                              \
    Test(suite, name)                                                                                        \
    {                                                                                                        \
        check_cases(format, table);                                                                          \
    }

/* Fails for a rule without a case in which it fires, and for one without a near miss. */
void check_covered(ap_rule_table rules, const case_table *tables, size_t table_count);

#endif
