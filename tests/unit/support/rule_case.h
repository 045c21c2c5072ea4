/* Tables of cases: a built file, edits, and all findings of the edited file. Each case belongs to one rule. The rule fires, or it
   does not fire in a near miss. check_rules_have_cases requires a case of both kinds for each rule. */
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
    EDIT_NUMBER, /* overwrites the field with `real` or `bits` */
    EDIT_SPLICE, /* replaces `removed` bytes by `bytes`, `delta` bytes after the field's offset */
    EDIT_CUT,    /* truncates the file `delta` bytes after the field's offset */
    EDIT_APPEND  /* appends `bytes` */
} edit_kind;

typedef struct edit {
    edit_kind kind;
    const char *path;
    char
        type; /* 'i' int32, 'b' byte, 'f' float32, 'd' float64 (of `real`); 'x' 4 bytes, 'X' 8 bytes (of `bits`) */
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
#define CUT(field, bytes_after)                                                                              \
    {                                                                                                        \
        .kind = EDIT_CUT, .path = (field), .delta = (bytes_after)                                            \
    }
#define APPEND(text)                                                                                         \
    {                                                                                                        \
        .kind = EDIT_APPEND, .bytes = (text), .count = sizeof(text) - 1                                      \
    }
#define SPLICE(field, gone, text)                                                                            \
    {                                                                                                        \
        .kind = EDIT_SPLICE, .path = (field), .removed = (gone), .bytes = (text), .count = sizeof(text) - 1  \
    }

/* Applies the edits in their order. */
void apply_edits(file_build *file, const edit edits[CASE_EDITS]);

#define QUIET_NAN32 UINT64_C(0x7fc00000)
#define QUIET_NAN64 UINT64_C(0x7ff8000000000000)

/* An expected finding: `length` bytes, `delta` bytes after the field's offset. */
typedef struct want {
    const char *rule;
    const char *field; /* path of a field; for a text, its first occurrence; NULL: start of file */
    size_t delta, length;
    const char *path; /* path in the finding; NULL: same as `field` */
    bool in_scene;    /* the finding is in the .obj */
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
    void (*build)(file_build *file); /* NULL for a case of only an .obj */
    edit edits[CASE_EDITS];
    want wants[CASE_WANTS]; /* all findings of the edited file */
    const char *says;  /* part of the message of the rule's first finding; "!PART": without PART; NULL: any */
    bool near_miss;    /* the rule must not fire */
    const char *scene; /* text of an .obj; NULL: no .obj */
    size_t scene_bytes; /* size of `scene`; 0: up to the NUL */
    ap_mrtk_variant variant;
    ap_memg_order order;
} rule_case;

/* A case in which the rule fires, and a near miss. Arguments: rule, name, build, { edits }, { wants }; then other members by
   name. */
#define FIRES_IN(...)                                                                                        \
    {                                                                                                        \
        .near_miss = false, .rule = __VA_ARGS__                                                              \
    }
#define SILENT_IN(...)                                                                                       \
    {                                                                                                        \
        .near_miss = true, .rule = __VA_ARGS__                                                               \
    }

/* A case in which only this rule fires after the edits, on `bytes` bytes of the field `where`, with `words` in its message. */
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

/* Builds, edits and lints the file of every case. format is NULL if all cases have only an .obj. */
void check_rule_cases(const ap_format *format, case_table table);

/* CHECK_CASES defines a test that checks a table; CHECKED_CASES defines the table too. */
#define CHECKED_CASES(suite, name, format, table, rows)                                                      \
    const case_table table = CASES(rows);                                                                    \
    CHECK_CASES(suite, name, format, table)
#define CHECK_CASES(suite, name, format, table)                                                              \
    Test(suite, name)                                                                                        \
    {                                                                                                        \
        check_rule_cases(format, table);                                                                     \
    }

/* Fails if a rule has no case in which it fires, or no near miss. */
void check_rules_have_cases(ap_rule_table rules, const case_table *tables, size_t table_count);

#endif
