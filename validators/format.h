/* Interface that each format implements for the rest of the program; registry.c lists the formats. */
#ifndef AP_FORMAT_H
#define AP_FORMAT_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/base/enum_name.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "core/finding/finding.h"
#include "core/finding/rule.h"

/* How certain a format is of an input, from the content alone (section Recognition of each format's page). */
typedef enum ap_match_level {
    AP_MATCH_NONE,
    /* begins like the format, or has content of the format: enough for a file that the user named on the
       command line */
    AP_MATCH_RESEMBLES,
    AP_MATCH_LIKELY,  /* enough for a file with the format's usual name */
    AP_MATCH_CERTAIN, /* has the format's mark: enough for a file of any name */
} ap_match_level;

struct ap_changes;
struct ap_compare_source;
struct ap_csv;
struct ap_export_source;
struct ap_figure_table;
struct ap_own_rule_list;
struct ap_fixer_table;
struct ap_gltf;
struct ap_listener;
struct ap_filler;

/* Limits over all formats; tests/unit/formats/format_rows.c checks that they suffice. */
enum { AP_LINT_CHOICES = 4 /* most options that all formats together define */, AP_MOST_COMPANIONS = 4 };

/* An option that decides how files of a format are read. Its index is unique among the options of all
   formats, which share one array of values. */
typedef struct ap_format_option {
    const char *name;          /* on the command line, without dashes: "mrtk-layout" */
    const char *help;          /* description for --help: "layout of the input" */
    const ap_enum_name *words; /* permitted values; the first is the default and has value 0 */
    size_t index;              /* index into ap_lint_options.choices */
    bool layouts;              /* each value but the first names a layout that ap_format.fill accepts */
} ap_format_option;

typedef struct ap_companion ap_companion;

enum { AP_COMPANION_WORK = 2 };

/* A parsed companion, as used to lint files, and the state that linting leaves in it. */
typedef struct ap_companion_use {
    const ap_companion *companion;
    const void *model; /* the result of parse */
    /* the companion has an error, even if rule settings hide the error; rules that need a complete companion
       are skipped */
    bool has_errors;
    ap_findings *findings; /* findings in the companion; linting a file adds those that concern both files */
    size_t spent[AP_COMPANION_WORK]; /* work done so far on checks with a limit shared by all files */
    struct ap_companion_use *next;   /* a companion of another kind, for files of another format */
} ap_companion_use;

/* The skeleton (names and parents of joints) that other files of the folder have, and that the linted file
   should have. */
typedef struct ap_expected_skeleton {
    ap_view skeleton; /* as ap_skeleton_comparer.skeleton returns it */
    size_t files;     /* number of files of the folder with this skeleton */
} ap_expected_skeleton;

typedef struct ap_lint_options {
    unsigned choices[AP_LINT_CHOICES]; /* values of the formats' options, by ap_format_option.index */
    ap_companion_use *companions;      /* at most one of each kind; NULL if none is given */
    /* skeleton that the file should have instead of its own; NULL if its own is right, or if the right skeleton is unknown */
    const ap_expected_skeleton *set;
    /* the result of ap_companion.parse for the same bytes if that added no finding and met no suppression comment; NULL
       otherwise. The file then has no finding of its format, so `lint` may use this result instead of reading the bytes */
    const void *clean_model;
    const struct ap_policy *policy;     /* limits of the project (policy.h); NULL without a policy */
    const struct ap_own_rule_list *own; /* rules of the project (own_rules.h); NULL without such rules */
    /* called once for each field, when the field is read; NULL if unused */
    const struct ap_listener *listener;
    const struct ap_prefetched_results
        *prefetch;       /* helps to read a large file (core/layout/prefetch.h); NULL if
                                           unused */
    bool no_suppression; /* suppression comments in a text have no effect, for callers that need a file
                            without errors */

    /* For tests */
    bool no_simd; /* use no vector instructions; changes no finding */
} ap_lint_options;

enum { AP_SAME_PATH_BYTES = 64 };

/* Describes the companion of a format: a second file, such as the .obj scene of a .memg file, that is linted together with the
   first. */
struct ap_companion {
    const char *name; /* name of the companion's format in reports: "obj" */
    /* command line option for the path of the companion, without dashes, "obj"; NULL for a sidecar */
    const char *option;
    const char *help;      /* description of the option: "the .obj scene that the memg files belong to" */
    const char *extension; /* ".obj" */
    /* Parses the companion and adds findings about it to the list. The result lives in the arena of the
       findings and may point into the input; only the format uses it. Returns NULL when out of memory. */
    const void *(*parse)(ap_view input, ap_findings *findings);

    /* Find a companion without an option. A file with the companion's extension and the stem of the file's
       name is used first. Otherwise, if both functions are present, the companion is the only file of the
       folder for which `has` returns the same bytes as `wants` does for the file. Both write into the arena
       and return an empty view if the bytes are unknown or when out of memory. */
    ap_view (*wants)(ap_view file, ap_arena *arena);
    ap_view (*has)(const void *model, ap_arena *arena);
    /* what the bytes of `wants` and `has` are, for messages: "joint names"; NULL if both functions are
       NULL */
    const char *shared;

    /* Find a companion in another folder, if no file of the folder has these bytes. `peek` returns the bytes as
       `has` does, from the file itself and without reading all of it. `is_distinct` returns true if the bytes are
       specific enough for such a search. NULL: other folders are not searched. */
    ap_view (*peek)(ap_view file, ap_arena *arena);
    bool (*is_distinct)(ap_view bytes);

    /* words for the line that counts files without a companion: for one file, for several files, and for the
       companion; NULL: such files are not counted */
    const char *const *lone;
};

enum { AP_SET_DIFFERENCE_BYTES = 352 };

/* How the skeletons of the files of one folder are compared. Files of two formats are compared if both
   formats have the same function `names`. */
typedef struct ap_skeleton_comparer {
    /* the rule that reports a different skeleton; if the rule is off, no file is read for the comparison */
    const ap_rule *rule;
    /* Returns the skeleton from the first bytes of a file: names and parents of the joints, in the arena. Returns an
       empty view if these bytes do not have all of it, or when out of memory. */
    ap_view (*skeleton)(ap_view start, ap_arena *arena);
    /* Returns the names of a skeleton in the form that are_akin compares, in the arena; NULL when out of memory. */
    const void *(*names)(ap_view skeleton, ap_arena *arena);
    /* Returns true if at least half of all names of the two skeletons are in both. */
    bool (*are_akin)(const void *one, const void *other);
    /* Writes the first difference of two skeletons: `joint 2 is "spine1", not "spine"`. Returns false if they are equal. */
    bool (*difference)(ap_view own, ap_view other, char text[AP_SET_DIFFERENCE_BYTES]);
} ap_skeleton_comparer;

/* Facts about a linted file other than findings. All strings are literals. */
typedef struct ap_lint_result {
    const char *version; /* "1.0"; NULL if it could not be read */
    const char *variant; /* "writer", "big-endian" …; NULL if the format has one layout only, or none was
                            chosen */
    /* describes a difference between the file and its canonical form that a known reader sees; NULL if no
       known reader sees a difference */
    const char *rewriting;
    /* describes a defect that makes readers fail and that the canonical form still has; NULL if there is no
       such defect */
    const char *kept;
} ap_lint_result;

typedef struct ap_format {
    const char *name;      /* "mrtk" */
    const char *title;     /* "MRTK input animation" */
    const char *extension; /* usual extension of file names: ".bin" */
    /* beginning of file names that are of this format even if the file is empty; NULL if the format has no
       such prefix */
    const char *prefix;
    bool text; /* a text format: findings carry line and column */
    /* words that begin a line of a text format, as its reader knows them; ends with NULL. NULL for a binary format */
    const char *const *keywords;
    const ap_companion *companion; /* NULL if the format has none */
    /* a second kind of companion, which has no option and is found only by its file name; NULL if the format
       has no second kind */
    const ap_companion *sidecar;
    const ap_skeleton_comparer
        *set; /* NULL if files of the format are not compared with others of their folder */
    const ap_format_option *options;
    size_t option_count;
    ap_rule_table rules;
    const struct ap_fixer_table *fixers;   /* NULL if the format has none */
    const struct ap_figure_table *figures; /* not NULL: each format has the figure `bytes` */
    /* Returns false if a file with these first bytes cannot have the mark of the format. `start` is 32 bytes
       or more, or the whole file. */
    bool (*may_be_marked)(ap_view start);
    /* Returns how certain it is that the input is of this format. May return AP_MATCH_NONE for every level
       below `least`. `least` is not AP_MATCH_NONE. */
    ap_match_level (*recognize)(ap_view input, ap_match_level least);
    /* Lints a whole input. Memory comes from the arena of the findings; if arena->failed is set afterwards,
       findings are missing. */
    void (*lint)(
        ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result);
    /* Writes the content of a file without errors in its own version, layout and order. A binary format
       writes the same bytes, a text format its canonical form. Returns false if the structure is broken, when
       out of memory (arena->failed) or if the writer failed; the output is useless then. The caller finishes
       the writer. NULL: the format cannot be written. */
    bool (*write)(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);
    /* Writes a file without errors as `write` does, but leaves out values that never change. NULL: the format
       has no such values. */
    bool (*prune)(ap_view input, ap_arena *arena, ap_writer *writer);
    /* Writes a file with every value from the filler, in the given layout (a value of ap_lint_result.variant;
       NULL: the usual layout). The file may have errors. Returns false if the filler refused, when out of
       memory (arena->failed) or if the writer failed. The caller finishes the writer. NULL: the format cannot
       be written from a filler. */
    bool (*fill)(const struct ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);
    /* Returns true if two files of a text format have the same content, regardless of spelling. Otherwise
       writes the path of the first different field of each file; both paths are empty if a file has an error
       before the first difference, or when out of memory (arena->failed). NULL: the bytes are compared. */
    bool (*same)(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
        char other_path[AP_SAME_PATH_BYTES]);
    /* Describes the field with this path (an ap_field_at path) beyond the path itself: "x of the position of
       joint 3, \"hips\"". Returns false and leaves `text` alone if the path says all. Memory comes from the
       arena. NULL: the format describes no fields. */
    bool (*describe)(ap_view input, const char *path, ap_arena *arena, char *text, size_t size);
    /* Convert a file without errors to glTF and to CSV; see services/export/export_gltf.h and export_csv.h.
       NULL: the format cannot be converted to that form. */
    bool (*to_gltf)(const struct ap_export_source *source, struct ap_gltf *gltf);
    bool (*to_csv)(ap_view input, const ap_lint_options *options, struct ap_csv *csv);
    /* Compares two files without errors; see services/compare/changes.h. Adds no change if the contents are equal. Returns false
       if a file has an error, or when out of memory (the arena of the changes has failed). NULL: the bytes are compared. */
    bool (*compare)(const struct ap_compare_source *source, struct ap_changes *changes);
} ap_format;

#endif
