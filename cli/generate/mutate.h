/* What `animproof mutate` is asked for, and what it has done. */
#ifndef AP_MUTATE_H
#define AP_MUTATE_H

#include "cli/options/cli.h"
#include "cli/options/reading_options.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "corpus/corpus_formats.h"

typedef struct cli_mutation {
    bool list;
    const ap_format *format;   /* --list: of these; NULL: all */
    const ap_defect *defect;   /* NULL: none was given, chance picks what is done */
    const char *defect_format; /* name of the defect's format */
    size_t seed;
    bool seeded;        /* --seed was given */
    size_t count;       /* files that chance makes */
    const char *splice; /* a file that chance takes records from; NULL: none */
    const char *out;    /* "-": standard output */
    const char *expect; /* where the expectations go as JSON; NULL: nowhere */
} cli_mutation;

typedef struct cli_mutate_run {
    cli_reading options;
    cli_mutation wanted;
    cli_subject subject;
    cli_target target, expectations;
    cli_companion beside;
    ap_choices choices;
    ap_damage damage;
    bool other_format; /* the file is none of the defect's format */
    bool placed;       /* the file has a place for the defect */
} cli_mutate_run;

/* For the record cli_mutate_run. */
extern const cli_option_group cli_mutation_options[];

/* Whether what was given goes together. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_mutation(const cli_reading *options, const cli_mutation *wanted);

/* Without a defect: mutations that chance picks, of any file of a format, with errors or without. */
cli_exit cli_mutate_random(const cli_reading *options, const cli_mutation *wanted);

/* All defects (of the format), one a line: name, rule, reason. */
void cli_put_defects(FILE *stream, const ap_format *format);

/* What must be found of the changed file, one line each. */
void cli_put_expectations(FILE *stream, const ap_damage *damage);

/* The same as a document of JSON; the stream keeps its errors. */
void cli_write_expectations(const ap_damage *damage, const char *defect_format, FILE *stream);

#endif
