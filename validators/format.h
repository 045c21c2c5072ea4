/* What a format offers to the rest of the program; registry.c lists the formats. */
#ifndef AP_FORMAT_H
#define AP_FORMAT_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/base/enum_name.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "core/finding/finding.h"
#include "core/finding/rule.h"

/* How sure a format is of an input, from its content alone (Recognition in the formats' pages). */
typedef enum ap_match {
    AP_MATCH_NONE,
    AP_MATCH_RESEMBLES, /* it begins, or goes on, as the format does: enough for a file that a user names */
    AP_MATCH_LIKELY,    /* enough for a file that has the format's usual name */
    AP_MATCH_CERTAIN,   /* the format's mark: enough for a file of any name */
} ap_match;

struct ap_csv;
struct ap_export_source;
struct ap_fixer_table;
struct ap_gltf;
struct ap_listener;
struct ap_filler;

/* Room for what the formats have together; tests/unit/formats/format_rows.c holds that it suffices. */
enum { AP_LINT_CHOICES = 4 /* options */, AP_MOST_COMPANIONS = 4 };

/* An option that decides how files of a format are read. One for files of all formats at once: each option
   has an index of its own. */
typedef struct ap_format_option {
    const char *name; /* on the command line, without dashes: "mrtk-layout" */
    const char *help; /* what it says: "layout of the input" */
    const ap_enum_name
        *words;   /* what it may be; the first is what holds where nothing is said, and has value 0 */
    size_t index; /* of ap_lint_options.choices */
    bool layouts; /* each word but the first names a layout, as ap_format.fill takes it */
} ap_format_option;

typedef struct ap_companion ap_companion;

enum { AP_COMPANION_WORK = 2 };

/* A companion that was parsed, for linting files by it, and what that leaves behind. */
typedef struct ap_companion_use {
    const ap_companion *companion;
    const void *model;     /* what parse made of it */
    ap_findings *findings; /* of the companion; linting a file by it adds those that only both can have */
    size_t spent[AP_COMPANION_WORK]; /* by the files so far on checks that are limited for all together */
    struct ap_companion_use *next;   /* one of another kind, for files of another format */
} ap_companion_use;

typedef struct ap_lint_options {
    unsigned choices[AP_LINT_CHOICES];  /* values of the formats' options, by their indices */
    ap_companion_use *companions;       /* at most one of each kind; NULL: none given */
    const struct ap_policy *policy;     /* what is allowed besides (policy.h); NULL: anything */
    const struct ap_listener *listener; /* is told each field once, as it is read; NULL: nobody */
    const struct ap_prefetch *prefetch; /* helps with a large file (core/layout/prefetch.h); NULL: nobody */
    bool no_suppression; /* comments in a text silence nothing: for who needs a file without errors */

    /* For tests */
    bool no_simd; /* without wide vectors: the findings are the same */
} ap_lint_options;

enum { AP_SAME_PATH_BYTES = 64 };

/* The file that belongs with one of a format and is linted together with it. */
struct ap_companion {
    const char *name;      /* "obj", as reports call its format */
    const char *option;    /* that names it on the command line, without dashes: "obj" */
    const char *help;      /* what the option says: "the .obj scene that the memg files belong to" */
    const char *extension; /* ".obj" */
    /* Parses it. Findings about it come into the list. What it makes lives in their arena and may show the
       input; only the format looks into it. NULL when memory has run out. */
    const void *(*parse)(ap_view input, ap_findings *findings);

    /* How it is found where nobody names it: a file of its extension that has the stem of the file's name; else, where
       these two are not NULL, the only one of the folder which `has` what the file `wants`, byte for byte. Both write
       into the arena; nothing (size 0) where it is not known, or memory has run out. */
    ap_view (*wants)(ap_view file, ap_arena *arena);
    ap_view (*has)(const void *model, ap_arena *arena);
    const char *shared; /* what that is: "joint names"; NULL where they are NULL */
};

/* Facts about the file, besides findings. All strings are literals. */
typedef struct ap_lint_result {
    const char *version; /* "1.0"; NULL where it could not be read */
    const char *variant; /* "writer", "big-endian" …; NULL where the format has but one, or none was chosen */
    const char *rewriting; /* what a known reader makes otherwise of the canonical form; NULL: nothing */
    const char *kept;      /* what readers fail on, and the canonical form has as well; NULL: nothing */
} ap_lint_result;

typedef struct ap_format {
    const char *name;      /* "mrtk" */
    const char *title;     /* "MRTK input animation" */
    const char *extension; /* of its files' names: ".bin" */
    const char *prefix;    /* of the name of a file that is of the format even when it is empty; NULL: none */
    bool text;             /* its findings carry line and column */
    const ap_companion *companion; /* NULL: none */
    const ap_format_option *options;
    size_t option_count;
    ap_rule_table rules;
    const struct ap_fixer_table *fixers; /* NULL: none */
    /* Whether a file that begins so may have the mark of the format: the first bytes, 32 or more, or all. */
    bool (*may_be_marked)(ap_view start);
    /* How sure the format is. What is less than `least`, which is not AP_MATCH_NONE, need not be looked
       for. */
    ap_match (*recognize)(ap_view input, ap_match least);
    /* Judges a whole input. Memory comes from the arena of the findings; arena->failed afterwards means
       that the findings are not all. */
    void (*lint)(
        ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result);
    /* Writes what a file without errors holds, in the file's own version, layout and order: of a binary
       format the same bytes, of a text format the canonical form. False when the structure breaks, memory
       has run out (arena->failed) or the writer has failed; what was written by then is worth nothing. The
       caller finishes the writer. NULL: the format cannot be written. */
    bool (*write)(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);
    /* Writes what a file without errors holds, as `write` does, without the values that never change. NULL: the
       format has none to leave out. */
    bool (*prune)(ap_view input, ap_arena *arena, ap_writer *writer);
    /* Writes a file with every value from the filler, in the given layout (as in
       ap_lint_result; NULL: the usual one). False when the filler has refused, memory has run out
       (arena->failed) or the writer has failed. The file need not be without errors. The caller finishes the
       writer. NULL: the format cannot be written so. */
    bool (*fill)(const struct ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);
    /* Whether two files of a text format hold the same, whatever their spelling; otherwise the paths say what
       differs, on either side, and are empty when one of them has an error or memory has run out
       (arena->failed). NULL: bytes decide. */
    bool (*same)(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
        char other_path[AP_SAME_PATH_BYTES]);
    /* What the field with that path (ap_field_at) is, in words that the path lacks: "x of the position of joint 3,
       \"hips\"". False, with nothing said, where there are none to add; NULL: there never are. Memory comes from the
       arena. */
    bool (*describe)(ap_view input, const char *path, ap_arena *arena, char *text, size_t size);
    /* Writes what a file without errors holds in forms of other tools: services/export/export_gltf.h and export_csv.h
       say how. NULL: the format has no such form. */
    bool (*to_gltf)(const struct ap_export_source *source, struct ap_gltf *gltf);
    bool (*to_csv)(ap_view input, const ap_lint_options *options, struct ap_csv *csv);
} ap_format;

#endif
