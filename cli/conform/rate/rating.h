/* The state of a run of `animproof conform`: loaders, files of the corpus, and results. */
#ifndef AP_RATING_H
#define AP_RATING_H

#include <stdint.h>

#include "cli/conform/rate/loader_values.h"
#include "core/base/arena.h"
#include "core/files/file_stamp.h"
#include "corpus/cases/manifest.h"

enum { CLI_LOADERS = 32 };

/* Result of running a loader on a file. */
typedef enum cli_case_status {
    CLI_NOT_RUN, /* the loader was not run on the file */
    CLI_AGREES,
    CLI_SHOULD_ACCEPT,
    CLI_SHOULD_REFUSE,
    /* the loader ended by a signal, with an exit code other than 0 and 1, or, a batch loader, without an answer; or a sanitizer
       reported a defect */
    CLI_CRASH,
    CLI_TIMEOUT,
    CLI_OUT_OF_MEMORY,
    CLI_MAY_DIFFER,   /* the loader accepted or refused a file that readers may accept or refuse */
    CLI_WRONG_VALUES, /* the loader accepted a valid file but computed wrong values; only with --values */
    CLI_STATUSES,
} cli_case_status;

typedef struct cli_case_result {
    cli_case_status status;
    /* exit code of the loader; -1 if a signal ended the loader; of a batch loader that answered, 0 for accept, 1 for refuse */
    int exit_code;
    int signal;   /* signal that ended the loader; 0 for none */
    bool silent;  /* a batch loader ended with exit code 0 or 1 without an answer */
    bool excused; /* a line of the list of known failures excuses the result */
    /* first line of a sanitizer's report, as UTF-8; NULL if no sanitizer has reported */
    const char *report;
    const char *output;              /* start and, if the result is wrong, end of the output, as UTF-8 */
    size_t left_out;                 /* number of bytes of the loader's output that `output` lacks */
    const cli_values_result *values; /* result of comparing values; NULL without --values */
} cli_case_result;

/* A loader that conform runs. */
typedef struct cli_loader {
    const char *name;
    const char *command; /* command of the loader, as given by the user */
    char **words;        /* words of the command, ended by NULL */
    size_t word_count;
    bool given_companion; /* the command has {companion}, so the loader gets the path of the companion */
    /* the loader is started once and reads the paths of all files from standard input */
    bool batch;
    bool given_values; /* the command has {values}, so the loader writes values to a file */
    bool given_input;  /* the loader reads the file as standard input, because the command has no {} */
    /* the limit is on resident memory instead of address space, because a sanitizer in the loader needs the address
       space */
    bool resident;
    /* names of the formats that the loader reads, separated by commas; NULL for all formats */
    const char *formats;
} cli_loader;

/* Limits that --sandbox sets. */
enum {
    /* most processes that loaders may start, in addition to the user's other processes */
    CLI_SANDBOX_PROCESSES = 64,
    CLI_SANDBOX_FILE_MIB = 64, /* most MiB of a file that a loader writes */
    CLI_SANDBOX_OPEN_FILES = 256,
};

/* The restrictions of --sandbox that this system can enforce. */
typedef struct cli_restrictions {
    size_t processes;    /* limit on processes of the user; 0: no limit can be set, as for root */
    bool files, network; /* access to files, and access to the network, are restricted */
} cli_restrictions;

/* Numbers of results of one loader. */
typedef struct cli_loader_tally {
    size_t runs;
    size_t counts[CLI_STATUSES];
    size_t excused; /* number of wrong results that the list of known failures excuses */
    /* number of right results that the list of known failures excuses although no excuse is needed */
    size_t stale;
    /* number of results that make a run without --compare fail: stale ones, and wrong ones that are not excused */
    size_t failed;
    const cli_case_result *
        common_failure; /* first result of the loader if it broke in the same way on every file; otherwise NULL */
} cli_loader_tally;

/* Numbers of results of all loaders on the files that are counted for one rule (cli_rule_shown_by_case). */
typedef struct cli_rule_tally {
    const char *rule;         /* id of the rule, or "(valid files)" */
    size_t first_case;        /* index of the rule's first case in the corpus */
    size_t runs[CLI_LOADERS]; /* number of files that each loader was run on */
    size_t fine[CLI_LOADERS]; /* number of each loader's results that are right, or allowed to differ */
    size_t wrong;             /* number of wrong results of all loaders */
    size_t failed;            /* number of wrong results that the list of known failures does not excuse */
} cli_rule_tally;

/* Index of a result that makes the run fail. */
typedef struct cli_failed_result {
    size_t index, loader; /* index of the case; index of the loader */
} cli_failed_result;

enum {
    CLI_PAIR_SEED = 1 /* chooses the places of all changes of --pairs, as `mutate --equivalent --seed` does */
};

/* A loader that treats a file and a changed file, which means the same, differently. */
typedef struct cli_pair_difference {
    size_t loader, original; /* index of the loader; index of the case that was changed */
    const char *kind;        /* kind of the change: "exponents" */
    /* what the loader did with each file: "accepted" */
    const char *original_result, *changed_result;
    const char *
        values; /* a sentence about the first wrong value, if values are wrong for one of the files; else NULL */
} cli_pair_difference;

/* The results of --pairs. */
typedef struct cli_pair_list {
    size_t wanted;                    /* most changed files of each valid file; 0: no --pairs */
    bool rated;                       /* all changed files were run */
    size_t files;                     /* number of changed files */
    cli_pair_difference *differences; /* by loader, then in the order of the corpus */
    size_t difference_count;
} cli_pair_list;

typedef struct cli_known_failure cli_known_failure; /* a line of a list of known failures */

/* State and results of a conform run. */
typedef struct cli_rating {
    ap_arena arena; /* owns the data that is kept until the end of the run, except `results` */

    /* Values of options */
    const char *corpus;
    cli_loader loaders[CLI_LOADERS];
    size_t loader_count;
    int64_t timeout_ms;
    size_t memory_mib;        /* memory limit of a loader in MiB; 0 for no limit */
    bool compares_values;     /* --values */
    bool sandbox;             /* --sandbox */
    const char *known_path;   /* list of known failures; may be NULL */
    const char *earlier_path; /* earlier JSON report to compare with; may be NULL */

    /* Data read from the corpus and from other files */
    ap_corpus_description about;
    ap_manifest_case *cases; /* the cases of the corpus, in the order of the manifest */
    size_t case_count;
    /* expected values of each case, NULL for a case without values; the array is NULL without --values */
    const ap_case_values **values;
    cli_known_failure *known; /* first line of the list of known failures; NULL for none */
    /* identity and time of the list of known failures, which --write-known-failures may replace */
    ap_file_stamp known_stamp;
    /* status of each result in the earlier report, CLI_NOT_RUN if the report lacks the result; NULL without
       --compare */
    cli_case_status *earlier;

    /* Results of the run */
    cli_case_result *results;      /* cases × loaders */
    cli_restrictions restrictions; /* restrictions of --sandbox that could be set */
    int interrupted;               /* signal that interrupted the run; 0 for none */
    bool temp_files_left;          /* the temporary folder of sandboxed loaders could not be removed */
    size_t runs_done;              /* number of results, one per loader and file */
    size_t runs_wanted;            /* number of results of a complete run */
    size_t run_case_count;         /* number of cases with at least one result */
    cli_loader_tally tallies[CLI_LOADERS];
    cli_loader_tally total;
    cli_rule_tally *rules; /* sorted: most wrong results first */
    size_t rule_count;
    /* total.failed items, sorted by the rank of their result, then by loader, then in the order of the corpus */
    cli_failed_result *failures;
    cli_pair_list pairs;
} cli_rating;

static inline cli_case_result *cli_case_result_of(const cli_rating *rating, size_t case_index, size_t loader)
{
    return &rating->results[case_index * rating->loader_count + loader];
}

/* Functions that read the corpus */

/* Reads the manifest of the corpus, checks the files that the loaders read, and allocates rating->results. Returns CLI_CLEAN;
   after a message CLI_FINDINGS if the corpus is incomplete, CLI_UNREADABLE, CLI_USAGE or CLI_INTERNAL. */
cli_exit cli_load_corpus(cli_rating *rating);

/* Reads the values that loaders must compute. Returns CLI_CLEAN, or another exit code after a message, as
   cli_load_corpus. */
cli_exit cli_load_expected_values(cli_rating *rating);

/* Returns true if the path leads to a file of the loaded corpus. */
bool cli_is_corpus_file(const cli_rating *rating, const char *path);

/* Returns the path of a file of the corpus, in the arena; NULL when out of memory. */
const char *cli_corpus_file_path(const cli_rating *rating, const char *file, ap_arena *arena);

/* Returns true if the loader of the job reads the format of the job's file. `job` is (index of the case) × (number of
   loaders) + (index of the loader). */
bool cli_does_loader_read_case(const cli_rating *rating, size_t job);

/* Returns the most severe finding that a case expects. Of several with this severity, prefers the first of the rule
   that the defect breaks by intention, else the first. Returns NULL for a valid file. */
const ap_manifest_finding *cli_most_severe_expected_finding(const ap_manifest_case *entry);

/* Returns the rule of the most severe finding that a case expects, or "(valid files)" if it expects none. */
const char *cli_rule_shown_by_case(const ap_manifest_case *entry);

/* Functions that describe results */

/* A short text, returned by value. */
typedef struct cli_phrase {
    char text[128];
} cli_phrase;

/* Return the name of a status: "should-have-accepted" for reports, "should have accepted" for people. */
const char *cli_case_status_id(cli_case_status status);
const char *cli_case_status_text(cli_case_status status);

/* Returns the number of statuses, from the first one on, that reports of this run list: without --values, none about
   values. */
static inline cli_case_status cli_reported_status_count(const cli_rating *rating)
{
    return rating->compares_values ? CLI_STATUSES : CLI_WRONG_VALUES;
}

/* cli_case_status_is_fine returns true if a result with this status is not wrong. cli_case_result_fails returns true if a
   result makes a run without --compare fail. */
bool cli_case_status_is_fine(cli_case_status status);
bool cli_case_result_fails(const cli_case_result *result);

/* cli_case_result_rank returns the rank by which reports sort results: 1 for crashes, 2 for timeouts, 3 for out of
   memory, 4 for wrong answers and wrong values, CLI_RANK_STALE for results that are right but excused; 0 for others. */
enum { CLI_RANK_STALE = 5 };
int cli_case_result_rank(const cli_case_result *result);

/* Returns why a result makes the run fail: "should have refused", or "passes, but is listed as a known failure". */
const char *cli_failure_text(const cli_case_result *result);

/* Returns what the loader did: "accepted", "refused", "SIGSEGV", "exit 7", "killed after 5 s". */
cli_phrase cli_case_result_text(const cli_rating *rating, const cli_case_result *result);

/* Returns "SIGSEGV", or "signal 70" for a signal without a name. */
cli_phrase cli_signal_name(int signal);

/* Returns a sentence about the first wrong value of a result; NULL if all values are right or none were compared. */
static inline const char *cli_values_message(const cli_case_result *result)
{
    return result->values == NULL ? NULL : result->values->message;
}

/* Functions that read known failures and earlier reports */

/* Reads the list of known failures, if one is given. Returns CLI_CLEAN, or after a message CLI_USAGE,
   CLI_UNREADABLE or CLI_INTERNAL. */
cli_exit cli_read_known_failures(cli_rating *rating);

/* Marks the results that the list of known failures excuses. Unless the run was interrupted, prints a warning for each line
   that matches no result of this run, and for each pattern that matches no failure. */
void cli_excuse_known_failures(cli_rating *rating);

/* Reads the earlier report, if one is given. Returns CLI_CLEAN; after a message CLI_USAGE if the file is not
   a report, or is about another corpus, CLI_UNREADABLE or CLI_INTERNAL. */
cli_exit cli_read_earlier_report(cli_rating *rating);

/* Returns the status of the result of a case and a loader in the earlier report; CLI_NOT_RUN if the report does not
   have it. */
static inline cli_case_status cli_earlier_status(const cli_rating *rating, size_t case_index, size_t loader)
{
    return rating->earlier == NULL ? CLI_NOT_RUN
                                   : rating->earlier[case_index * rating->loader_count + loader];
}

/* How a result differs from that in the earlier report. */
typedef enum cli_result_change { CLI_NEWLY_BROKEN, CLI_NEWLY_FIXED, CLI_SAME } cli_result_change;
cli_result_change cli_result_change_of_case(const cli_rating *rating, size_t case_index, size_t loader);

/* Returns "newly broken" or "newly fixed"; the change must not be CLI_SAME. */
const char *cli_result_change_text(cli_result_change change);

/* Returns true if the results make the run fail. With an earlier report, only wrong results that are newly broken and
   not excused do. */
bool cli_does_rating_fail(const cli_rating *rating);

/* Functions that count results */

/* Called once. Sets rating->runs_done to the number of results, and rating->runs_wanted to the number of results of a complete
   run. */
void cli_count_conform_runs(cli_rating *rating);

/* Returns true if the loader should have been run on the file, but the run was interrupted before. */
bool cli_was_never_run(const cli_rating *rating, size_t case_index, size_t loader);

/* Returns "interrupted by SIGINT after 17 of 1700 runs". */
cli_phrase cli_interruption_text(const cli_rating *rating);

/* Returns "1 loader on 2 files: 0 disagreements". */
cli_phrase cli_rating_summary(const cli_rating *rating);

/* Counts the results by loader and by rule, and lists the failures. Returns false when out of memory. */
bool cli_tally_results(cli_rating *rating);

/* Returns how many of the loader's results on the rule's files are right, or allowed to differ: "9 of 11"; "-" if the loader
   ran on none of them. */
cli_phrase cli_rule_tally_text(const cli_rule_tally *tally, size_t loader);

/* Returns the line of a loader's output that best explains a failure: the first line of a sanitizer's report, without the
   process id; otherwise, if the loader crashed or ran out of memory, the last line that is not blank. Returns an empty view if
   there is no such line. */
ap_view cli_best_output_line(const cli_case_result *result);

#endif
