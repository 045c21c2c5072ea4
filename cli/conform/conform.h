/* animproof conform: loaders, what they were run on, and how that went. */
#ifndef AP_CONFORM_H
#define AP_CONFORM_H

#include <stdint.h>

#include "cli/conform/run/loader_sandbox.h"
#include "cli/conform/rate/loader_values.h"
#include "cli/shared/option_table.h"
#include "core/base/arena.h"
#include "core/json/json_text.h"
#include "core/report/output.h"
#include "corpus/cases/manifest.h"

enum { CLI_LOADERS = 32, CLI_CONFORM_REPORTS = 16, CLI_CONFORM_JOBS = 256 };

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

typedef struct cli_conform_report cli_conform_report;

typedef struct cli_conform_options {
    cli_loader loaders[CLI_LOADERS];
    size_t loader_count;
    cli_list loader_formats; /* NAME=FORMAT,FORMAT as it was given */
    const cli_conform_report *reports[CLI_CONFORM_REPORTS];
    const char *report_paths[CLI_CONFORM_REPORTS];
    size_t report_count;
    const char *known_path; /* NULL: nothing is excused */
    const char *old_path;   /* a JSON report that this run is compared with; NULL: none */
    const char *corpus;
    size_t jobs;
    int64_t timeout_ms;
    size_t memory_mib; /* 0: no limit */
    size_t shown;      /* disagreements in the terminal's list; 0: all */
    cli_when progress;
    bool values; /* what loaders compute is compared */
    bool sandbox, verbose;
    cli_list sandbox_reads; /* besides, what loaders may read */
} cli_conform_options;

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

/* One run of the command. */
typedef struct cli_conform_data cli_conform_data;
struct cli_conform_data {
    cli_conform_options options;
    ap_arena arena; /* for everything that lives as long as the run */
    ap_corpus_about about;
    ap_manifest_case *cases; /* in the manifest's order */
    size_t case_count, case_room;
    const ap_case_values **values; /* of each case, NULL where there are none; NULL without --values */
    cli_result *results;           /* of each case, one a loader */
    cli_confinement confinement; /* of loaders, with --sandbox; its folder is gone when reports are written */
    ap_file_stamp known_stamp;   /* of the list of known failures, which a new list may replace */
    cli_tally tallies[CLI_LOADERS];
    cli_tally total;
    cli_status *old; /* as results, of the report of before; NULL: none; CLI_NOT_RUN: it has none of that */
    size_t run_case_count; /* cases that a loader was run on */
    int interrupted;       /* the signal that ended the run early; 0: none */
    size_t runs_done;      /* of a loader on a file */
    size_t runs_wanted;    /* the same, had nothing interrupted the run */
    bool scratch_left;     /* the folder that sandboxed loaders wrote to could not be removed */
    cli_rule_tally *rules; /* those with the most wrong answers first */
    size_t rule_count;
};

/* A way to tell of a run. */
struct cli_conform_report {
    const char *name;
    void (*put)(ap_output *output, const cli_conform_data *data);
};

extern const cli_conform_report cli_conform_json, cli_conform_html, cli_conform_junit, cli_conform_markdown,
    cli_conform_known;

static inline cli_result *cli_result_of(const cli_conform_data *data, size_t case_index, size_t loader)
{
    return &data->results[case_index * data->options.loader_count + loader];
}

/* The options, whose record is a cli_conform_data; texts go into its arena. */
extern const cli_option_group cli_conform_groups[];

/* Whether what was given goes together, with the words of the command line. CLI_CLEAN, or CLI_USAGE after a
   message. */
cli_exit cli_check_conform_options(cli_conform_data *data, cli_words words);

/* Cuts a command up into words: at blanks outside quotes, with '…' and "…" taken as they are and a backslash
   outside of them standing before a character that means itself. loader->batch says whether there must be a
   {} or no place at all. False, with *problem set (a literal; NULL
   for want of memory), where that cannot be. */
bool cli_split_command(const char *text, ap_arena *arena, cli_loader *loader, const char **problem);

/* What stands in the places of a command. */
typedef struct cli_places {
    const char *file;      /* {} */
    const char *companion; /* {companion}; "": none */
    const char *times;     /* {times}; "": no values are asked for */
    const char *values;    /* {values}: the file that values are written to */
} cli_places;

/* The words with each place replaced, and a NULL after them. NULL when memory has run out. */
char **cli_expand_command(const cli_loader *loader, const cli_places *places, ap_arena *arena);

/* Whether there is a program to be started. CLI_CLEAN, or CLI_UNREADABLE after a message. */
cli_exit cli_check_loader(const cli_loader *loader);

/* Whether a loader is run on a file: job is case * loaders + loader. */
bool cli_is_job(const cli_conform_data *data, size_t job);

/* Whether the loader takes files of the format. */
bool cli_loader_takes(const cli_loader *loader, const char *format);

/* Reads the corpus and looks at the files that a loader takes. CLI_CLEAN, or after a message CLI_FINDINGS
   where it is not whole, CLI_UNREADABLE, CLI_INTERNAL. */
cli_exit cli_load_corpus(cli_conform_data *data);

/* Reads what the corpus expects loaders to compute. As cli_load_corpus. */
cli_exit cli_load_values(cli_conform_data *data);

/* Whether a path leads to a file of the corpus that was loaded. */
bool cli_is_of_corpus(const cli_conform_data *data, const char *path);

/* Where a file of the corpus is, in the arena; NULL when memory has run out. */
char *cli_case_path(const cli_conform_data *data, const char *file, ap_arena *arena);

/* Runs all loaders on all files that they take, and fills the results. CLI_CLEAN; after a message
   CLI_UNREADABLE where a loader cannot be started, CLI_INTERNAL where something failed. CLI_UNREADABLE without
   a message, and data->interrupted set, where a signal has interrupted it: the results have what was done until
   then. No process is left over then, either. `signals` is a signalfd of SIGCHLD and those that interrupt, all of
   them blocked. */
cli_exit cli_run_loaders(cli_conform_data *data, int signals);

/* Counts what was done, and what was to be done. */
void cli_count_runs(cli_conform_data *data);

/* Returns true if the loader was to be run on the file, and the run was interrupted before it was. */
bool cli_was_cut_off(const cli_conform_data *data, size_t case_index, size_t loader);

/* "interrupted by SIGINT after 17 of 1700 runs", of a run that was. */
enum { CLI_INTERRUPTION_BYTES = 128 };
void cli_interruption(const cli_conform_data *data, char text[CLI_INTERRUPTION_BYTES]);

/* The list of known failures, in the arena of the run; an empty one where there is none. CLI_CLEAN, or after
   a message CLI_USAGE, CLI_UNREADABLE or CLI_INTERNAL. */
typedef struct cli_known cli_known;
cli_exit cli_read_known(cli_conform_data *data, cli_known **known);

/* Marks the results that the list excuses, and says on standard error which of its lines name nothing that
   was run, and which patterns excuse nothing. */
void cli_excuse(cli_conform_data *data, cli_known *known);

/* Reads the report that this run is compared with. CLI_CLEAN, or after a message CLI_USAGE where it is not one or one of
   another corpus, CLI_UNREADABLE, CLI_INTERNAL. */
cli_exit cli_read_old(cli_conform_data *data);

/* What has become of a result since then. */
typedef enum cli_change { CLI_SAME, CLI_NEWLY_BROKEN, CLI_NEWLY_MENDED } cli_change;
cli_change cli_change_of(const cli_conform_data *data, size_t case_index, size_t loader);

/* How many of a loader's results are newly broken, and newly mended. */
size_t cli_count_changes(const cli_conform_data *data, size_t loader, cli_change change);

/* Whether the run fails: where there is a report of before, by what is newly broken and not excused; otherwise by what
   fails. */
bool cli_run_fails(const cli_conform_data *data);

/* What changed, for a terminal and for Markdown, and the member "compared" of the JSON report. Nothing where nothing is
   compared. */
void cli_put_changes(FILE *stream, const cli_conform_data *data);
void cli_put_changes_markdown(FILE *stream, const cli_conform_data *data);
void cli_put_changes_json(FILE *stream, const cli_conform_data *data);

/* Adds the results up; rule by rule: false when memory has run out. */
void cli_tally_results(cli_conform_data *data);
bool cli_tally_rules(cli_conform_data *data);

/* "0 of 11", or "-" where the loader was run on none of the rule's files; cut to size. */
void cli_rule_cell(const cli_rule_tally *tally, size_t loader, char *text, size_t size);

/* The rule that the file shows, or "(valid files)". */
const char *cli_case_rule(const ap_manifest_case *entry);

/* In which order results are told: 1 crashes, then timeouts, memory used up, wrong answers, and
   CLI_RANK_STALE, what is excused without need; 0 the others. */
enum { CLI_RANK_STALE = 5 };
int cli_result_rank(const cli_result *result);

/* "should-have-accepted", and for people "should have accepted". */
const char *cli_status_id(cli_status status);
const char *cli_status_words(cli_status status);

/* The statuses that reports tell of: those below it. */
static inline cli_status cli_statuses_told(const cli_conform_data *data)
{
    return data->options.values ? CLI_STATUSES : CLI_WRONG_VALUES;
}

/* Whether the status is what one hopes for, and whether the result makes the run fail. */
bool cli_status_fine(cli_status status);
bool cli_result_fails(const cli_result *result);

/* What it did: "accepted", "refused", "SIGSEGV", "exit 7", "killed after 5 s"; cut to size. */
void cli_result_words(const cli_conform_options *options, const cli_result *result, char *text, size_t size);

/* The line of its output that tells most of a loader that broke: the first of a sanitizer's report, without the process's
   number, or else the last one. Empty if it printed nothing, and if it did not break. */
ap_view cli_telling_line(const cli_result *result);

/* Writes such a line to a terminal; a long one is cut. */
void cli_put_line(FILE *stream, ap_view line);

/* The first of a loader's results if it broke in the same way on all files that it was run on, at least three, with the
   same such line; otherwise NULL. */
const cli_result *cli_alike(const cli_conform_data *data, size_t loader);

/* What is wrong with the values that it computed, in words; NULL: nothing. */
static inline const char *cli_values_message(const cli_result *result)
{
    return result->values == NULL ? NULL : result->values->message;
}

/* "SIGSEGV"; "signal 70" where it has no name. */
enum { CLI_SIGNAL_BYTES = 24 };
void cli_signal_name(int signal, char text[CLI_SIGNAL_BYTES]);

/* The first of the case's expected findings that is as severe as any, or NULL. */
const ap_manifest_finding *cli_main_finding(const ap_manifest_case *entry);

/* Writes the whole run as a JSON document, with every < as an escape, so that it may stand in a page. */
void cli_put_conform_json(ap_output *output, const cli_conform_data *data);

/* The table and the disagreements, for a terminal. */
void cli_put_conform_table(FILE *stream, const cli_conform_data *data);

#endif
