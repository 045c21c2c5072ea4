/* The state of `animproof reduce`, shared by its files. */
#ifndef AP_REDUCE_H
#define AP_REDUCE_H

#include "cli/conform/run/running.h"
#include "cli/options/reading_options.h"
#include "cli/shared/meter.h"
#include "corpus/mutator/parts.h"

enum { CLI_REPORT_BYTES = 160 };

/* The answer of the command to a file. */
typedef struct cli_answer {
    cli_status status; /* CLI_TIMEOUT, CLI_OUT_OF_MEMORY, or CLI_MAY_DIFFER for an end of another kind */
    int exit_code;     /* -1 after a signal, and for an end by a limit */
    int signal;        /* 0 for none */
    bool has_text;     /* the output has the text of --text; false without --text */
    char report[CLI_REPORT_BYTES]; /* the defect that a sanitizer reports, without addresses; "" for none */
} cli_answer;

/* A file to try. */
typedef struct cli_candidate {
    uint8_t *bytes;
    size_t size, room;
    size_t first; /* index of the first unit that was removed */
} cli_candidate;

/* The candidates that were tried, by two hashes each. */
typedef struct cli_tried {
    uint64_t (*items)[2];
    size_t count, room; /* `room` is 0 or a power of 2 */
} cli_tried;

typedef struct cli_reduction {
    /* Set by the options */
    const char *test, *text, *out;
    size_t most_tries, most_seconds; /* 0 for no limit */
    bool valid;
    cli_reading reading;
    cli_run_options running;

    /* Set once */
    const char *path, *base; /* the file; its name without folders */
    const ap_format *format; /* NULL: not recognised */
    char *out_path;          /* owned */
    int signals;             /* signalfd */
    cli_answer wanted;
    int64_t ends_ms; /* 0 for no limit */
    cli_meter meter;

    /* the command as the only loader, and the candidates of a wave as cases; its arena is reset for each wave */
    cli_rating rating;
    ap_arena words;      /* memory of the command */
    cli_candidate *wave; /* running.jobs items */
    size_t wave_size;

    /* The smallest file so far */
    uint8_t *bytes; /* owned */
    size_t size, original_size;
    ap_arena arena, scratch; /* memory of the units of this file; of one candidate, or of linting it */
    ap_parts *parts;
    ap_span *units;
    size_t unit_count;
    cli_tried tried;
    size_t tries;
    bool over; /* a limit is reached, the run is interrupted, or `trouble` is set */
    cli_exit trouble;
} cli_reduction;

/* A way to divide a file into units that can be removed or shortened. */
typedef struct cli_cutter {
    const char *name; /* what the units are, for the progress line */
    bool only_text;
    bool by_array; /* the arrays of the file are divided one by one */
    /* Divides the file. Returns the number of units; 0 when out of memory. */
    size_t (*open)(cli_reduction *r, size_t array);
    /* Makes a candidate without `count` units from unit `first` on. Returns false if that is not possible. */
    bool (*cut)(cli_reduction *r, size_t array, size_t first, size_t count, cli_candidate *candidate);
} cli_cutter;

extern const cli_cutter cli_cut_parts, cli_cut_lone_parts, cli_cut_blocks, cli_cut_lines, cli_cut_words,
    cli_cut_numbers, cli_cut_bytes;

/* Runs the command line, for a record of type cli_reduction. */
cli_exit cli_run_reduce(void *record, cli_operands words);

/* Returns the number of arrays of the file, which a cutter opens one by one. */
size_t cli_count_part_arrays(cli_reduction *r);

/* Makes the smallest file for which the command gives the wanted answer, as far as removing units goes. */
void cli_reduce_file(cli_reduction *r);

/* Runs the command on the candidates of the wave at once. Returns the index of the first with the wanted answer;
   wave_size if none has it, or the run is over. */
size_t cli_try_wave(cli_reduction *r);

/* Runs the command on a file of `size` bytes. Returns false if the run is over. */
bool cli_get_answer(cli_reduction *r, const uint8_t *bytes, size_t size, cli_answer *answer);

/* Returns true for the wanted answer. With --text, only the text counts. */
bool cli_is_wanted(const cli_reduction *r, const cli_answer *answer);

/* Returns the answer in words: "exit 1", "SIGSEGV: heap-buffer-overflow". */
cli_phrase cli_answer_words(const cli_answer *answer);

/* Returns true if the file has no error. Sets r->trouble when out of memory. */
bool cli_is_valid(cli_reduction *r, const uint8_t *bytes, size_t size);

/* Makes room for `size` bytes in a candidate. Returns false when out of memory. */
bool cli_make_room(cli_reduction *r, cli_candidate *candidate, size_t size);

/* cli_was_tried returns true if the file was tried. cli_add_tried adds it, and returns false if it was tried. */
bool cli_was_tried(const cli_tried *tried, const uint8_t *bytes, size_t size);
bool cli_add_tried(cli_tried *tried, const uint8_t *bytes, size_t size);

#endif
