/* Loaders, the files of a corpus that they are run on, and how that went. */
#ifndef AP_RATING_H
#define AP_RATING_H

#include <stdint.h>

#include "cli/conform/rate/loader_values.h"
#include "core/base/arena.h"
#include "core/files/file_stamp.h"
#include "corpus/cases/manifest.h"

enum { CLI_LOADERS = 32 };

/* How a loader did on a file. */
typedef enum cli_status {
    CLI_NOT_RUN, /* the file is of a format that it does not take */
    CLI_AGREES,
    CLI_SHOULD_ACCEPT,
    CLI_SHOULD_REFUSE,
    CLI_CRASH, /* a signal, or an exit code that is neither 0 nor 1 */
    CLI_TIMEOUT,
    CLI_OUT_OF_MEMORY,
    CLI_MAY_DIFFER,   /* it took or refused a file that readers may take or refuse */
    CLI_WRONG_VALUES, /* it took a valid file, and made something else of it; only with --values */
    CLI_STATUSES,
} cli_status;

typedef struct cli_result {
    cli_status status;
    int exit_code;      /* -1: it did not exit by itself */
    int signal;         /* that ended it; 0: none */
    bool silent;        /* it ended without the answer that a batch loader gives */
    bool excused;       /* by the list of known failures: by name, or by a pattern that it needs */
    const char *report; /* the first line of a sanitizer's report, as UTF-8; NULL: there is none */
    const char *output; /* what it printed, as UTF-8: the beginning and the end */
    size_t left_out;    /* bytes of it that were dropped between them */
    const cli_values_result *values; /* NULL: without --values */
} cli_result;

typedef struct cli_loader {
    const char *name;
    const char *command; /* as it was given */
    char **words;        /* of the command */
    size_t word_count;
    bool given_companion; /* the words have a place for it */
    bool batch;           /* it is given many files, one after the other */
    bool given_values;    /* and for a file to write values to */
    bool resident;        /* its limit is one of resident memory: a sanitizer in it needs the address space */
    const char *formats;  /* names with commas between; NULL: all */
} cli_loader;

/* Limits of a sandbox. */
enum {
    CLI_SANDBOX_PROCESSES = 64, /* more than the user has when the run begins */
    CLI_SANDBOX_FILE_MIB = 64,  /* of a file that a loader writes */
    CLI_SANDBOX_OPEN_FILES = 256,
};

/* What a sandbox holds back on this system. */
typedef struct cli_held {
    size_t processes;    /* of the user, from then on; 0: not limited, as root's are not */
    bool files, network; /* are confined */
} cli_held;

typedef struct cli_tally {
    size_t runs;
    size_t counts[CLI_STATUSES];
    size_t excused; /* disagreements that the list excuses */
    size_t stale;   /* excused, and there was nothing to excuse */
    size_t failed;  /* what makes the run fail: stale ones, and disagreements that nothing excuses */
    const cli_result
        *alike; /* of a loader that broke on all files in one way: the first result; otherwise NULL */
} cli_tally;

/* How loaders did on the files that show a rule. */
typedef struct cli_rule_tally {
    const char *rule;         /* or "(valid files)" */
    size_t place;             /* in the order of the corpus */
    size_t runs[CLI_LOADERS]; /* of each loader */
    size_t fine[CLI_LOADERS]; /* of these: it agrees, or differs where it may */
    size_t wrong;             /* of all loaders: the others */
    size_t failed;            /* of these: not excused */
} cli_rule_tally;

/* A result that makes the run fail. */
typedef struct cli_failure {
    size_t index, loader; /* of the case, and of the loader */
} cli_failure;

typedef struct cli_known cli_known; /* a line of a list of known failures */

typedef struct cli_rating {
    ap_arena arena; /* for everything that lives as long as the run */

    /* what is asked for */
    const char *corpus;
    cli_loader loaders[CLI_LOADERS];
    size_t loader_count;
    int64_t timeout_ms;
    size_t memory_mib;      /* 0: no limit */
    bool compares_values;   /* what loaders compute is compared */
    bool sandbox;           /* loaders are confined */
    const char *known_path; /* NULL: nothing is excused */
    const char *old_path;   /* a JSON report that this run is compared with; NULL: none */

    /* what is read */
    ap_corpus_about about;
    ap_manifest_case *cases; /* in the manifest's order */
    size_t case_count;
    const ap_case_values **values; /* of each case, NULL where there are none; NULL without --values */
    cli_known *known;              /* the first; NULL: nothing is excused */
    ap_file_stamp known_stamp;     /* of the list of known failures, which a new list may replace */
    cli_status *old; /* as results, of the report of before; NULL: none; CLI_NOT_RUN: it has none of that */

    /* what happened */
    cli_result *results;   /* of each case, one a loader */
    cli_held held;         /* by the sandbox */
    int interrupted;       /* the signal that ended the run early; 0: none */
    bool temp_files_left;  /* the folder that sandboxed loaders wrote to could not be removed */
    size_t runs_done;      /* of a loader on a file */
    size_t runs_wanted;    /* the same, had nothing interrupted the run */
    size_t run_case_count; /* cases that a loader was run on */
    cli_tally tallies[CLI_LOADERS];
    cli_tally total;
    cli_rule_tally *rules; /* those with the most wrong answers first */
    size_t rule_count;
    cli_failure
        *failures; /* total.failed of them: by rank, then by loader, then in the order of the corpus */
} cli_rating;

static inline cli_result *cli_result_of(const cli_rating *rating, size_t case_index, size_t loader)
{
    return &rating->results[case_index * rating->loader_count + loader];
}

/* The corpus */

/* Reads the corpus and looks at the files that a loader takes. CLI_CLEAN, or after a message CLI_FINDINGS
   where it is not whole, CLI_UNREADABLE, CLI_INTERNAL. */
cli_exit cli_load_corpus(cli_rating *rating);

/* Reads what the corpus expects loaders to compute. As cli_load_corpus. */
cli_exit cli_load_values(cli_rating *rating);

/* Whether a path leads to a file of the corpus that was loaded. */
bool cli_is_of_corpus(const cli_rating *rating, const char *path);

/* Where a file of the corpus is, in the arena; NULL when memory has run out. */
char *cli_case_path(const cli_rating *rating, const char *file, ap_arena *arena);

/* Whether a loader is run on a file: job is case * loaders + loader. */
bool cli_is_job(const cli_rating *rating, size_t job);

/* The first of the case's expected findings that is as severe as any, or NULL. */
const ap_manifest_finding *cli_main_finding(const ap_manifest_case *entry);

/* The rule that the file shows, or "(valid files)". */
const char *cli_case_rule(const ap_manifest_case *entry);

/* Results */

/* A few words, by value. */
typedef struct cli_phrase {
    char text[128];
} cli_phrase;

/* "should-have-accepted", and for people "should have accepted". */
const char *cli_status_id(cli_status status);
const char *cli_status_words(cli_status status);

/* The statuses that reports tell of: those below it. */
static inline cli_status cli_statuses_given(const cli_rating *rating)
{
    return rating->compares_values ? CLI_STATUSES : CLI_WRONG_VALUES;
}

/* Whether the status is what one hopes for, and whether the result makes the run fail. */
bool cli_status_fine(cli_status status);
bool cli_result_fails(const cli_result *result);

/* In which order results are told: 1 crashes, then timeouts, memory used up, wrong answers, and
   CLI_RANK_STALE, what is excused without need; 0 the others. */
enum { CLI_RANK_STALE = 5 };
int cli_result_rank(const cli_result *result);

/* What is wrong with a result: "should have refused", or "is excused, and passes". */
const char *cli_failure_words(const cli_result *result);

/* What it did: "accepted", "refused", "SIGSEGV", "exit 7", "killed after 5 s". */
cli_phrase cli_result_words(const cli_rating *rating, const cli_result *result);

/* "SIGSEGV"; "signal 70" where it has no name. */
cli_phrase cli_signal_name(int signal);

/* What is wrong with the values that it computed, in words; NULL: nothing. */
static inline const char *cli_values_message(const cli_result *result)
{
    return result->values == NULL ? NULL : result->values->message;
}

/* Known failures, and a report of before */

/* Reads the list of known failures; an empty one where there is none. CLI_CLEAN, or after a message CLI_USAGE,
   CLI_UNREADABLE or CLI_INTERNAL. */
cli_exit cli_read_known(cli_rating *rating);

/* Marks the results that the list excuses, and says on standard error which of its lines name nothing that
   was run, and which patterns excuse nothing. */
void cli_excuse(cli_rating *rating);

/* Reads the report that this run is compared with, if there is one. CLI_CLEAN, or after a message CLI_USAGE where it is
   not one or one of another corpus, CLI_UNREADABLE, CLI_INTERNAL. */
cli_exit cli_read_old(cli_rating *rating);

/* The status of a result then. */
static inline cli_status cli_old_status(const cli_rating *rating, size_t case_index, size_t loader)
{
    return rating->old == NULL ? CLI_NOT_RUN : rating->old[case_index * rating->loader_count + loader];
}

/* What has become of a result since then. */
typedef enum cli_change { CLI_NEWLY_BROKEN, CLI_NEWLY_MENDED, CLI_SAME } cli_change;
cli_change cli_change_of(const cli_rating *rating, size_t case_index, size_t loader);

/* "newly broken" */
const char *cli_change_words(cli_change change);

/* Whether the run fails: where there is a report of before, by what is newly broken and not excused; otherwise by what
   fails. */
bool cli_run_fails(const cli_rating *rating);

/* Counts */

/* Counts what was done, and what was to be done. */
void cli_count_runs(cli_rating *rating);

/* Returns true if the loader was to be run on the file, and the run was interrupted before it was. */
bool cli_was_cut_off(const cli_rating *rating, size_t case_index, size_t loader);

/* "interrupted by SIGINT after 17 of 1700 runs", of a run that was. */
cli_phrase cli_interruption(const cli_rating *rating);

/* "1 loader on 2 files: 0 disagreements" */
cli_phrase cli_summary(const cli_rating *rating);

/* Adds the results up, by loader and by rule, and lists what fails. False when memory has run out. */
bool cli_tally_results(cli_rating *rating);

/* "0 of 11", or "-" where the loader was run on none of the rule's files. */
cli_phrase cli_rule_cell(const cli_rule_tally *tally, size_t loader);

/* The line of its output that tells most of a loader that broke: the first of a sanitizer's report, without the process's
   number, or else the last one. Empty if it printed nothing, and if it did not break. */
ap_view cli_reporting_line(const cli_result *result);

#endif
