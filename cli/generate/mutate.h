/* Options of `animproof mutate`, and the state of a run. */
#ifndef AP_MUTATE_H
#define AP_MUTATE_H

#include "cli/options/cli.h"
#include "cli/options/reading_options.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "corpus/corpus_formats.h"

/* The options of mutate. */
typedef struct cli_mutate_options {
    bool list;
    bool equivalent; /* make changes that keep the meaning */
    const struct ap_equivalent_kind
        *kind;                 /* with --equivalent: kind of the change; NULL: a random kind that fits */
    const ap_format *format;   /* with --list: list only defects or kinds of this format; NULL: all */
    const ap_defect *defect;   /* the defect to apply; NULL: make random or equivalent changes */
    const char *defect_format; /* name of the format that the defect is for */
    size_t seed;
    bool seed_given;    /* --seed was given */
    size_t count;       /* number of files to write without --defect */
    const char *splice; /* path of a file from which random changes take records; NULL if not given */
    /* path of the output, "-" for standard output; a directory if `count` is above 1 or, for random changes, if the path
       is that of a directory */
    const char *out;
    const char *expect; /* path for the expected findings as JSON; NULL if not given */
} cli_mutate_options;

/* State of one run of mutate. */
typedef struct cli_mutate_run {
    cli_reading_options options;
    cli_mutate_options wanted;
    cli_linted_file subject;
    cli_output_file target, expectations;
    cli_companion companion;
    ap_choices choices;
    ap_damage damage;
    bool other_format; /* the file has another format than the defect */
    bool applied;      /* the defect was applied; false if no part of the file can have the defect */
} cli_mutate_run;

/* Options that write into a cli_mutate_run. */
extern const cli_option_group cli_mutation_options[];

/* Checks that the options and operands agree with each other. Returns CLI_USAGE after printing a message. */
cli_exit cli_check_mutate_options(const cli_reading_options *options, const cli_mutate_options *wanted);

/* Writes wanted->count files with random changes. The input may have errors. Returns CLI_CLEAN, or another code after a
   message. */
cli_exit cli_mutate_random(const cli_reading_options *options, const cli_mutate_options *wanted);

/* Writes wanted->count files that mean the same as the input. Returns CLI_CLEAN, or another code after a message, CLI_FINDINGS if
   the input has errors. */
cli_exit cli_mutate_equivalent(const cli_reading_options *options, const cli_mutate_options *wanted);

/* Reads the value of --kind. Returns CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_parse_equivalent_option(const cli_option_value *given);

/* Prints a line for each kind of change that keeps the meaning of files of the format, or of any format if `format` is NULL:
   name, formats, what it changes and what it keeps. */
void cli_print_equivalents(FILE *stream, const ap_format *format);

#endif
