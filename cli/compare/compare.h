/* Declarations that the command compare and lint --against share: the files of both versions, pairs of files, and
   reports. */
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

/* A file of one version. Its texts are owned by the run's arena or by the list of git's changes. */
typedef struct cli_compared_file {
    const char *path; /* path of the file in messages; "REV:PATH" in a revision */
    /* name of the git object that has the bytes, or the archive with the file; NULL: the file is on disk, in an
       archive on disk or standard input */
    const char *blob;
    const char *skipped;   /* why the file cannot be compared; NULL: the file can be compared */
    bool is_exit_code_set; /* the exit code of the run has been set for `skipped` */
    /* path relative to the folder or archive that the user named; "" if both versions are single files, and the name of the file
       if only its version is a single file */
    const char *key;
    /* offset in `path` of the name inside the archive; 0 if the file is in no archive */
    size_t member_name_offset;
    cli_entry_kind kind;
    cli_path_origin origin;
    const cli_settings *settings;
    char digest[AP_SHA256_TEXT];   /* SHA-256 of the file's bytes, as text */
    bool is_in_unreadable_archive; /* the file is in an archive that the other version cannot read */
    struct cli_compared_file
        *partner; /* the file in the other version; NULL if the other version lacks the file */
} cli_compared_file;

/* A git revision as the old version. Only files that differ from the revision are listed. */
typedef struct cli_compared_revision {
    const char *name; /* the revision as the user gave it, such as "HEAD~1" */
    cli_git_changes changes;
    cli_git_objects objects;
} cli_compared_revision;

/* One of the two versions. */
typedef struct cli_compared_side {
    cli_finder finder;
    cli_compared_revision *revision; /* the revision; NULL: the finder lists the files of this version */
    const char *path;                /* path that the user gave; "" if git lists the files */
    bool single;                     /* `path` is a file or standard input, neither a folder nor an archive */
    cli_compared_file *files;        /* files of this version, sorted by key */
    size_t count, room;
    cli_archive *archive; /* the archive that was opened last; NULL: none is open */
    size_t archive_bytes; /* length of archive_path */
    const char *archive_path;
    ap_input archive_input; /* bytes of `archive` if a revision has it; used only with `revision` */
    ap_view stream;         /* bytes of standard input, owned by the run's arena */
    cli_reading_options reading;
    cli_linted_file subject;
} cli_compared_side;

typedef enum cli_compare_format {
    CLI_COMPARE_HUMAN,
    CLI_COMPARE_JSON,
    CLI_COMPARE_MARKDOWN,
    CLI_COMPARE_GITHUB /* only of lint --against */
} cli_compare_format;

/* The result of comparing the two versions of a file. */
typedef enum cli_compare_status {
    CLI_COMPARE_UNCHANGED,
    CLI_COMPARE_CHANGED,
    CLI_COMPARE_ADDED,
    CLI_COMPARE_REMOVED,
    CLI_COMPARE_MOVED,
    CLI_COMPARE_FAILED, /* a version of the file could not be read or has an error */
    CLI_COMPARE_STATUSES
} cli_compare_status;

/* The result of one file, for the reports. */
typedef struct cli_compare_result {
    cli_compare_status status;
    /* name of the file in reports: its key, or its path if the key is "" */
    const char *name;
    /* paths of the file in both versions; NULL if that version lacks the file */
    const char *old_path, *new_path;
    const ap_format *format; /* format of the new version; NULL if no versions were compared or it has none */
    /* differences between the versions; NULL for an unchanged file, and after an error */
    const ap_changes *changes;
    ap_impact impact;       /* the greatest impact of the changes */
    const char *error;      /* why the file was not compared; NULL if the file was compared */
    const char *error_path; /* path of the version that has the error */
} cli_compare_result;

/* A report of the comparison that is written file by file. */
typedef struct cli_compare_report {
    cli_compare_format format;
    FILE *stream;
    ap_json_put put;
    size_t lines; /* number of rows written to the Markdown table */
} cli_compare_report;

enum { CLI_COMPARE_REPORTS = 4 };

typedef struct cli_compare_run {
    cli_file_run files; /* must be the first member: options, configuration, exit code */
    cli_compare_format format;
    int fail_on; /* least ap_impact of a change that fails the run; AP_IMPACTS: no change does */
    bool quiet, all, initialised; /* initialised: cli_compare_init_run has been called */
    bool same; /* the run asks if the files mean the same (roundtrip --same); fail_on is not used */
    const char *all_option; /* name of the option that sets `all`, for messages */
    cli_compare_report reports[CLI_COMPARE_REPORTS];
    size_t report_count;
    cli_compared_side sides[2]; /* OLD, NEW */
    cli_compared_side *side;    /* the version that is being listed */
    /* git's entry of the archive that is being listed; NULL: no archive of a revision is being listed */
    const cli_git_change *archive_change;
    ap_arena arena;   /* owns the lists of files */
    ap_arena scratch; /* owns the changes of the current pair */
    ap_input input;   /* the file that is being listed, or read to find the partner of a moved file */
    bool out_of_memory;

    /* State of the comparison of the two files in `pair` */
    ap_changes changes;
    cli_compared_file *pair[2];
    const ap_format *pair_format;
    char error[512];
    const char *error_path;
    bool compared;
    cli_exit new_result;
    cli_exit lint_result; /* result of lint before the comparison with a revision */

    size_t statuses[CLI_COMPARE_STATUSES]; /* number of files of each status */
    size_t impacts[AP_IMPACTS];            /* number of changed files by their worst impact */
    size_t kept;                           /* number of changed files with an unchanged meaning */
} cli_compare_run;

/* Lists the files of a version with their digests. Errors are printed and kept in run->files.result. Returns false, after a
   message, when out of memory. */
bool cli_compare_list_side(cli_compare_run *run, cli_compared_side *side);

/* Removes the files of each archive that cannot be read in the other version. Otherwise they would be reported as new or gone. */
void cli_compare_remove_files_of_unreadable_archives(cli_compare_run *run);

/* Finds the partner of each file: by equal keys, then by equal digests, then by similar content. */
void cli_compare_pair_files(cli_compare_run *run);

/* Makes the two files each other's partner. */
static inline void cli_compare_set_partners(cli_compared_file *one, cli_compared_file *other)
{
    one->partner = other;
    other->partner = one;
}

/* Adds the change of a file that has another path in the new version. */
void cli_compare_add_move(ap_changes *changes, const cli_compared_file *old);

/* Adds the change of cli_compare_add_move as the first of the changes. */
void cli_compare_insert_move_first(ap_changes *changes, const cli_compared_file *old);

/* Loads the bytes of a file of version `side` into `input`. */
ap_status cli_compare_load_file(cli_compared_side *side, const cli_compared_file *file, ap_input *input);

/* Compares the two files of run->pair. Sets run->compared and run->changes, or, if the files cannot be compared, run->error
   and run->error_path; then also sets the exit code of the run. */
void cli_compare_file_versions(cli_compare_run *run);

/* Returns true if the path has the extension of an .md5scale, which belongs to an animation and is of no format. */
bool cli_is_scale_file_path(const char *path);

/* Does the same as cli_compare_file_versions for two files for which cli_is_scale_file_path is true. */
void cli_compare_scale_versions(cli_compare_run *run);

/* Compares the two versions that the operands of a command name, and reports the result in run->format on standard output. `run`
   has the values of the command's options; the caller sets the members without an option, such as `all_option`. Returns the
   exit code. */
cli_exit cli_compare_operands(cli_compare_run *run, const char *command, cli_operands words);

/* Initialises the arenas and the inputs of a run; the options and the configuration must be set before. */
void cli_compare_init_run(cli_compare_run *run);

/* Lists, pairs, compares and reports the files of both versions. Returns the exit code of the run. */
cli_exit cli_compare_versions(cli_compare_run *run);

/* Frees all that cli_compare_init_run and cli_compare_versions allocated; not the options and the configuration. */
void cli_compare_free_run(cli_compare_run *run);

/* Write all reports of the run: their beginnings, the result of one file, and their ends. */
void cli_compare_reports_begin(cli_compare_run *run);
void cli_compare_report_file(cli_compare_run *run, const cli_compare_result *result);
void cli_compare_reports_end(cli_compare_run *run);

/* The values of --fail-on. */
extern const cli_option_choice cli_compare_fail_levels[];

/* Names of the statuses of files, such as "added". */
extern const char *const cli_compare_status_names[CLI_COMPARE_STATUSES];

#endif
