/* The state of `animproof reduce`, shared by its source files. */
#ifndef AP_REDUCE_H
#define AP_REDUCE_H

#include "cli/conform/run/running.h"
#include "cli/options/reading_options.h"
#include "cli/shared/progress_line.h"
#include "corpus/mutator/parts.h"

enum { CLI_REPORT_BYTES = 160 };

/* The answer that the command gives to a file. */
typedef struct cli_command_answer {
    /* status of the run, as conform rates it; CLI_MAY_DIFFER if the command ended in another way than by CLI_TIMEOUT or
       CLI_OUT_OF_MEMORY */
    cli_case_status status;
    int exit_code; /* exit code of the command; -1 if a signal or a limit ended it */
    int signal;    /* 0 for none */
    bool has_text; /* the output contains the text of --text; false without --text */
    /* kind of the defect that a sanitizer reports, without addresses; "" if no sanitizer reports */
    char report[CLI_REPORT_BYTES];
} cli_command_answer;

/* A smaller file to try. */
typedef struct cli_candidate {
    uint8_t *bytes;
    size_t size, room;
    size_t first; /* index of the first unit that the candidate lacks, or has as 0 */
} cli_candidate;

typedef struct cli_unit_divider cli_unit_divider;

typedef struct cli_reduction {
    /* Set by options */
    const char *test, *text, *out;
    /* limits on the number of tries and on the seconds of the search; 0: no limit */
    size_t most_tries, most_seconds;
    bool valid;
    cli_reading_options reading;
    cli_run_options running;

    /* Set once */
    const char *path, *base; /* path of the file to reduce; name of the file without folders */
    const ap_format *format; /* format of the file; NULL: not recognised */
    char *out_path;          /* owned */
    int signals;             /* signalfd */
    cli_command_answer wanted;
    int64_t ends_ms; /* time of cli_now_ms at which the search must end; 0: no limit */
    cli_progress_line line;

    /* state of running the command: the command is the only loader, and the candidates of a wave are the cases; the
       arena is reset for each wave */
    cli_rating rating;
    ap_arena words_arena; /* memory for the words of the command and the loaded copy of the file */
    cli_candidate *wave;  /* candidates that are tried at once; an array of running.jobs elements */
    size_t wave_size;

    /* The smallest file found so far */
    uint8_t *bytes; /* owned */
    size_t size, original_size;
    /* arena: memory for the units of this file; scratch: memory for one candidate, or for linting it */
    ap_arena arena, scratch;
    const cli_unit_divider *divider; /* divides the file into the units that are being removed */
    size_t array;                    /* index of the array that it divides, if divider->by_array */
    ap_parts *parts;
    ap_span *units;
    size_t unit_count;
    void *tried; /* tree (tsearch) with the hashes of the files that were tried */
    size_t tries;
    bool over; /* a limit is reached, the run is interrupted, or `trouble` is set */
    cli_exit trouble;
} cli_reduction;

/* A way to divide a file into units, such as lines, which can be removed or shortened. */
struct cli_unit_divider {
    const char *name; /* what the units are, for the progress line */
    bool only_text;   /* divides text files only */
    bool by_array;    /* the units are elements of arrays, and divide is called for each array of the file */
    bool keeps_dependents; /* what belongs to a removed element stays */
    bool numbers;          /* the units are numbers, and become 0 instead of being removed */
    /* divides the file, or r->array; returns the number of units, too few or 0 when out of memory */
    size_t (*divide)(cli_reduction *r);
    /* makes a candidate from the file, without `count` units from unit `first` on, or, for numbers, with 0 for each of them;
       returns false if that is not possible */
    bool (*make_candidate)(cli_reduction *r, size_t first, size_t count, cli_candidate *candidate);
};

/* All dividers in the order of their use; the last one has no name. */
extern const cli_unit_divider cli_unit_dividers[];

/* Lists the parts of the file in r->parts. Returns the number of their arrays, which a divider opens one by one; 0 if the file
   has no parts, or when out of memory. */
size_t cli_list_parts_and_count_arrays(cli_reduction *r);

/* Removes units of the file as long as the command gives the wanted answer. Leaves the smallest file in r->bytes. */
void cli_reduce_file(cli_reduction *r);

/* Runs the command on all candidates of the wave at once. Returns the index of the first candidate with the wanted
   answer; r->wave_size if no candidate has it, or if the search is over. */
size_t cli_try_candidates(cli_reduction *r);

/* Runs the command on a file of `size` bytes, and sets *answer. Returns false, with r->over set, if the command could not be run
   to its end. */
bool cli_run_for_answer(cli_reduction *r, const uint8_t *bytes, size_t size, cli_command_answer *answer);

/* Returns true if the answer is the wanted one: with --text, if the output has the text; otherwise if the answers are
   equal. */
bool cli_is_wanted_answer(const cli_reduction *r, const cli_command_answer *answer);

/* Returns the answer in words: "exit 1", "SIGSEGV" or "the time limit", with a sanitizer's report after a comma. */
cli_phrase cli_command_answer_text(const cli_command_answer *answer);

/* Returns true if the file has no error. When out of memory, reports that, sets r->trouble, and returns false. */
bool cli_file_has_no_errors(cli_reduction *r, const uint8_t *bytes, size_t size);

/* Makes room for `size` bytes in a candidate. When out of memory, reports that, sets r->trouble, and returns false. */
bool cli_grow_candidate(cli_reduction *r, cli_candidate *candidate, size_t size);

/* cli_was_candidate_tried returns true if the candidate was added to the tried files, or one with equal bytes. cli_add_if_untried
   adds it, and returns false if that was done before. A candidate is tried twice only if memory runs out. */
bool cli_was_candidate_tried(const cli_reduction *r, const cli_candidate *candidate);
bool cli_add_if_untried(cli_reduction *r, const cli_candidate *candidate);

#endif
