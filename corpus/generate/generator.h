/* Generators write valid files of a format from random choices. A generator fills the format's model and
   calls the format's own writer, which handles byte order and layout. The same choices and knobs give the
   same bytes with every compiler: generators use only + - * / and sqrt on doubles, and no library function
   that is not correctly rounded. */
#ifndef AP_GENERATOR_H
#define AP_GENERATOR_H

#include "core/base/arena.h"
#include "core/base/enum_name.h"
#include "core/files/writer.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* A parameter of generated files that users can set. For each file, its value is drawn from a range. */
typedef struct ap_knob {
    const char *name;                /* name of the knob, as "keys" */
    const char *summary;             /* one line for --help */
    int64_t least, greatest;         /* smallest and largest allowed value */
    int64_t usual_least, usual_most; /* default range */
    const ap_enum_name *words;       /* names of values, as in layout=published; NULL: numbers only */
} ap_knob;

/* The range from which a knob's value is drawn. */
typedef struct ap_knob_range {
    int64_t least, greatest;
} ap_knob_range;

enum { AP_GENERATOR_KNOBS = 24 /* most knobs of one generator */ };

/* The inputs and the output of generating one file, passed to ap_generator.make. */
typedef struct ap_generation_request {
    ap_choices *choices;
    const ap_knob_range *ranges; /* one range per knob of the generator, in knob order */
    bool wild;                   /* allow every legal value, not only plausible ones */
    ap_arena *arena;
    ap_writer *writer;
    ap_writer *companion; /* writer of the companion; NULL: not wanted, or the format has no companion */
    /* Set by ap_generator.make: true if the bytes written to `companion` belong to the file; false if a wild file has names or
       vertex numbers that the companion's format cannot hold. */
    bool companion_fits;
} ap_generation_request;

typedef struct ap_generator {
    const ap_format *format;
    const ap_knob *knobs;
    size_t knob_count;               /* at most AP_GENERATOR_KNOBS */
    const char *companion_extension; /* ".obj"; NULL: the format has no companion */
    /* the part of a file that is in memory as a whole while the file is generated, for help: "all its markers" */
    const char *kept_in_memory;
    const char *about; /* description of the files in a corpus, follows the format's title */
    /* Writes one valid file, and its companion if one is wanted. Returns false when out of memory
       (arena->failed) or if a writer has failed. The caller finishes the writers. */
    bool (*make)(ap_generation_request *make);
} ap_generator;

/* Sets the default range of each knob. */
void ap_default_knob_ranges(const ap_generator *generator, ap_knob_range ranges[AP_GENERATOR_KNOBS]);

typedef enum ap_knob_result {
    AP_KNOB_SET,
    AP_KNOB_UNKNOWN,   /* the generator has no knob of this name */
    AP_KNOB_MALFORMED, /* not NUMBER, WORD or FIRST..LAST */
    AP_KNOB_RANGE,     /* outside the values allowed for the knob, or FIRST is greater than LAST */
} ap_knob_result;

/* Sets a range from `NAME=VALUE` or `NAME=FIRST..LAST`. Values are numbers or words of the knob. */
ap_knob_result ap_set_knob(
    const ap_generator *generator, const char *text, ap_knob_range ranges[AP_GENERATOR_KNOBS]);

#endif
