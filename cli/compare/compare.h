/* Shared declarations of the command compare and of lint --against: the files of both versions, pairs of them, and reports. */
#ifndef AP_CLI_COMPARE_H
#define AP_CLI_COMPARE_H

#include "cli/files/file_run.h"
#include "cli/files/git_changes.h"
#include "cli/files/git_objects.h"
#include "cli/shared/checked_file.h"
#include "core/base/arena.h"
#include "core/json/json_put.h"
#include "corpus/cases/sha256.h"
#include "validators/services/compare/changes.h"

/* A file of one version. Texts are owned by the run's arena. */
typedef struct cli_compared_file {
    const char *path;    /* as in messages */
    const char *blob;    /* name of the object of a revision that has the bytes; NULL: a file */
    const char *skipped; /* why the file cannot be compared, a static text; NULL: it can */
    const char *key;     /* path in the folder or archive; "" if a single file was named */
    size_t member_at;    /* offset in `path` of a member's name; 0 for a file */
    cli_entry_kind kind;
    cli_origin origin;
    const cli_settings *settings;
    char digest[AP_SHA256_TEXT]; /* of its bytes */
    struct cli_compared_file
        *partner; /* the file of the other version; NULL if that version lacks the file */
    bool unreadable;
} cli_compared_file;

/* A revision as the old version: only the files that differ from it. */
typedef struct cli_compared_revision {
    const char *name; /* as the user gave it */
    cli_git_changes changes;
    cli_git_objects objects;
} cli_compared_revision;

/* One of the two versions. */
typedef struct cli_compared_side {
    cli_finder finder;
    cli_compared_revision *revision; /* NULL: the finder finds the files */
    const char *path;                /* as the user gave it; "" for the files of git */
    bool single;                     /* a file, neither a folder nor an archive */
    cli_compared_file *files;        /* sorted by key */
    size_t count, room;
    cli_archive *archive; /* archive of the current file; NULL: none is open */
    size_t archive_bytes; /* length of its path */
    const char *archive_path;
    ap_view stream; /* bytes of standard input, in the run's arena */
    cli_reading reading;
    cli_subject subject;
} cli_compared_side;

typedef enum cli_compare_format {
    CLI_COMPARE_HUMAN,
    CLI_COMPARE_JSON,
    CLI_COMPARE_MARKDOWN
} cli_compare_format;

/* The result of comparing the versions of a file. */
typedef enum cli_compare_status {
    CLI_COMPARE_UNCHANGED,
    CLI_COMPARE_CHANGED,
    CLI_COMPARE_ADDED,
    CLI_COMPARE_REMOVED,
    CLI_COMPARE_MOVED,
    CLI_COMPARE_FAILED, /* a version could not be read or has an error */
    CLI_COMPARE_STATUSES
} cli_compare_status;

/* The result of one file, for reports. */
typedef struct cli_compare_result {
    cli_compare_status status;
    const char *name;                /* for people: the key, or the path of a single file */
    const char *old_path, *new_path; /* NULL if that version lacks the file */
    const ap_format *format;         /* NULL if unknown */
    const ap_changes *changes;       /* NULL for an unchanged file, and after an error */
    ap_impact impact;                /* the worst of the changes */
    const char *error;               /* why the file was not compared; NULL if it was */
    const char *error_path;          /* the version with the error */
} cli_compare_result;

/* A report to write. */
typedef struct cli_compare_report {
    cli_compare_format format;
    FILE *stream;
    ap_json_put put;
    size_t lines; /* rows of the Markdown table */
} cli_compare_report;

enum { CLI_COMPARE_REPORTS = 3 };

typedef struct cli_compare_run {
    cli_file_run files; /* must be the first member: options, configuration, exit code */
    cli_compare_format format;
    int fail_on;             /* an ap_impact; AP_IMPACTS: never */
    bool quiet, all, opened; /* opened: the sides are set up */
    const char *all_option;  /* the option that sets `all`, for messages */
    cli_compare_report reports[CLI_COMPARE_REPORTS];
    size_t report_count;
    cli_compared_side sides[2]; /* OLD, NEW */
    cli_compared_side *side;    /* the version that is being searched */
    ap_arena arena;             /* the lists of files */
    ap_arena scratch;           /* the changes of the current pair */
    ap_input input;             /* a file while its digest is computed */
    bool out_of_memory;

    /* State of the current pair */
    ap_changes changes;
    cli_compared_file *pair[2];
    const ap_format *pair_format;
    char error[512];
    const char *error_path;
    bool compared;
    cli_exit new_result;

    size_t statuses[CLI_COMPARE_STATUSES]; /* number of files of each status */
    size_t impacts[AP_IMPACTS];            /* number of changed files by their worst impact */
} cli_compare_run;

/* Lists the files of a version with their digests. Errors are printed and kept in run->files.result. Returns false if the run
   cannot continue. */
bool cli_compare_list_side(cli_compare_run *run, cli_compared_side *side);

/* Finds the partner of each file: by key, then by digest, then by likeness. */
void cli_compare_pair_files(cli_compare_run *run);

/* Makes two files partners. */
static inline void cli_compare_match(cli_compared_file *one, cli_compared_file *other)
{
    one->partner = other;
    other->partner = one;
}

/* Adds the change of a file that has another path in the new version. */
void cli_compare_add_move(ap_changes *changes, const cli_compared_file *old);

/* Finds partners of files that were moved and edited. Returns false when out of memory (compare_similar.c). */
bool cli_compare_pair_similar(cli_compare_run *run);

/* Loads the bytes of a file of a version. */
ap_status cli_compare_load(cli_compared_side *side, const cli_compared_file *file, ap_input *input);

/* Compares the two files of run->pair, and sets run->changes, or run->error. */
void cli_compare_pair(cli_compare_run *run);

/* Sets up the arenas and the input of a run with options and configuration. */
void cli_compare_open(cli_compare_run *run);

/* Lists, pairs, compares and reports the files of both versions. Returns the exit code of the run. */
cli_exit cli_compare_sides(cli_compare_run *run);

/* Frees all that the run has opened, except for its options and configuration. */
void cli_compare_close(cli_compare_run *run);

/* Write the reports: their beginning, the result of one file, and their end. */
void cli_compare_reports_begin(cli_compare_run *run);
void cli_compare_report_file(cli_compare_run *run, const cli_compare_result *result);
void cli_compare_reports_end(cli_compare_run *run);

/* The same for one report as JSON. */
void cli_compare_json_begin(const cli_compare_run *run, cli_compare_report *report);
void cli_compare_json_file(cli_compare_report *report, const cli_compare_result *result);
void cli_compare_json_end(const cli_compare_run *run, cli_compare_report *report);

/* The values of --fail-on. */
extern const cli_choice cli_compare_fail_levels[];

/* Names of statuses: "added". */
extern const char *const cli_compare_status_names[CLI_COMPARE_STATUSES];

#endif
