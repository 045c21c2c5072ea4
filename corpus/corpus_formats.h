/* Kits: what corpus/ has for each format. validators/formats.h lists the formats. */
#ifndef AP_CORPUS_FORMATS_H
#define AP_CORPUS_FORMATS_H

#include "corpus/defect/defect.h"
#include "corpus/generate/generator.h"
#include "corpus/generate/value_list.h"

/* An array of a format and the field that holds its count. Several arrays may share a count. */
typedef struct ap_counted_array {
    const char *array; /* its name in a path; NULL ends a list */
    const char *count; /* the field's name; the mutator finds it in the array's record only */
} ap_counted_array;

typedef struct ap_corpus_format {
    const ap_generator *generator; /* knows the format */
    /* Tables of defects, in the order of the corpus; NULL ends the list. Those of the companion's format belong
       here too. */
    const ap_defect_table *const *defects;
    const ap_counted_array
        *counted_arrays;        /* may be empty: no file of the format is trimmed by its records */
    ap_value_generator *values; /* what a loader computes from a valid file; NULL: nothing is expected */
    const char *no_values;      /* a rule: where it is found, the format leaves the values open; NULL: none */
    const char *const
        *gaps; /* of a text format: words to put between tokens; NULL ends the list; NULL: none */
} ap_corpus_format;

/* All kits, in the order of the formats; *count is how many. */
const ap_corpus_format *const *ap_corpus_formats(size_t *count);

/* The kit of the format with that name, and its maker; NULL where there is none. */
const ap_corpus_format *ap_find_corpus_format(const char *format_name);
const ap_generator *ap_find_generator(const char *format_name);

/* Defect number `index` of the kit, over all its tables; NULL after the last. */
const ap_defect *ap_format_defect(const ap_corpus_format *kit, size_t index);

/* The kit's defect of that name ("time-order_equal"); NULL where there is none. */
const ap_defect *ap_find_format_defect(const ap_corpus_format *kit, const char *name);

/* The defect of that name ("mrtk/time-order_equal": the format's name, a slash, the defect's); NULL where
   there is none. */
const ap_defect *ap_find_defect(const char *name);

/* What follows the format's name and a slash in a defect's name; NULL where it begins otherwise. */
const char *ap_name_in_format(const ap_corpus_format *kit, const char *name);

#endif
