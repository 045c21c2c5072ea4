/* Makers: valid files of a format, from choices.

   A maker fills the format's model and hands it to the format's own writer, so it knows nothing of the order
   of bytes. The same choices and knobs give the same bytes with every compiler: only + - * / and sqrt on
   doubles, and nothing from the mathematics library that is not exactly rounded. */
#ifndef AP_GENERATOR_H
#define AP_GENERATOR_H

#include "core/base/arena.h"
#include "core/base/enum_name.h"
#include "core/files/writer.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* What a user can set of the files that are made: one number, drawn for each file from a range. */
typedef struct ap_knob {
    const char *name;                /* "keys" */
    const char *summary;             /* one line for --help */
    int64_t least, greatest;         /* what it may be */
    int64_t usual_least, usual_most; /* the range unless another is given */
    const ap_enum_name *words;       /* for values: layout=published; NULL: numbers only */
} ap_knob;

typedef struct ap_range {
    int64_t least, greatest;
} ap_range;

enum { AP_GENERATOR_KNOBS = 24 /* of one maker */ };

/* One file to be made. */
typedef struct ap_make {
    ap_choices *choices;
    const ap_range *ranges; /* one for each of the maker's knobs, in their order */
    bool wild;              /* everything legal, not only what makes sense */
    ap_arena *arena;
    ap_writer *writer;
    ap_writer *companion; /* the file that belongs with it; NULL: not wanted, or the format has none */
    /* Set by make: what was written there belongs with the file. A wild file with names that no companion can
       hold has none. */
    bool companion_fits;
} ap_make;

typedef struct ap_generator {
    const ap_format *format;
    const ap_knob *knobs;
    size_t knob_count;               /* AP_GENERATOR_KNOBS at most */
    const char *companion_extension; /* ".obj"; NULL: none */
    const char *memory;              /* what making one file takes it for: "its markers" */
    const char *about;               /* how a corpus describes its files, after the format's title */
    /* Writes one valid file, and its companion where one is wanted. False when memory has run out
       (arena->failed) or a writer has failed. The caller finishes the writers. */
    bool (*make)(ap_make *make);
} ap_generator;

/* The usual ranges of all knobs. */
void ap_usual_ranges(const ap_generator *generator, ap_range ranges[AP_GENERATOR_KNOBS]);

typedef enum ap_knob_result {
    AP_KNOB_SET,
    AP_KNOB_UNKNOWN,   /* the maker has no knob of that name */
    AP_KNOB_MALFORMED, /* neither NUMBER, WORD nor FIRST..LAST */
    AP_KNOB_RANGE,     /* outside what the knob may be */
} ap_knob_result;

/* Sets a range from `NAME=VALUE` or `NAME=FIRST..LAST`; values are numbers or the knob's words. */
ap_knob_result ap_set_knob(
    const ap_generator *generator, const char *text, ap_range ranges[AP_GENERATOR_KNOBS]);

#endif
