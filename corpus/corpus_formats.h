/* A corpus format holds what corpus/ knows of one file format: generator, defects, counted arrays, values.
   validators/formats.h lists the file formats. */
#ifndef AP_CORPUS_FORMATS_H
#define AP_CORPUS_FORMATS_H

#include "corpus/defect/defect.h"
#include "corpus/generate/generator.h"
#include "corpus/generate/value_list.h"

/* An array of a format and the field that holds its element count. Several arrays may share one count
   field. */
typedef struct ap_counted_array {
    /* name of the array in a field path, "name[]" for the arrays in its elements; NULL ends the list */
    const char *array;
    /* name of the count field, which the mutator searches in the record that holds the array */
    const char *count;
} ap_counted_array;

/* The meaning of a field that holds an index, for the removal of elements. */
typedef enum ap_index_meaning {
    AP_INDEX_OWN, /* the index of the element that holds the field */
    /* the index of the element's parent; if the parent is removed, the field gets the index of the nearest remaining ancestor */
    AP_INDEX_PARENT,
    /* the index of an element that this element needs: if that element is removed, this element is removed too */
    AP_INDEX_NEEDED,
    /* the index of the first of several consecutive elements; the field `length` holds their number */
    AP_INDEX_FIRST,
    /* the index of the first of several consecutive elements; their number is the number of bits set in the field `length` */
    AP_INDEX_FLAGS,
} ap_index_meaning;

/* A field that holds an index. */
typedef struct ap_index_field {
    const char *array;  /* name of the array of records with the field; NULL ends the list */
    const char *field;  /* name of the field; NULL if the elements of the array are the indices */
    const char *target; /* name of the array that the index is into */
    ap_index_meaning meaning;
    const char *length; /* name of the field with the length, in the same element; NULL for none */
} ap_index_field;

typedef struct ap_corpus_format {
    const ap_generator *generator; /* writes valid files; generator->format is the file format */
    /* tables of defects, in corpus order, NULL-terminated; defects in the companion's format are included */
    const ap_defect_table *const *defects;
    const ap_counted_array *counted_arrays; /* arrays with a count field, ended by a NULL array */
    /* Records that a file has only if a flag is set (`count` is the name of the flag), and arrays without a count field, which
       extend to the end of the file (`count` is NULL). Ended by a NULL array; NULL if the format has neither. */
    const ap_counted_array *optional_records;
    const ap_index_field *index_fields; /* NULL if no field holds an index */
    ap_value_generator *values; /* computes the values that a loader must read from a valid file; NULL if
                                   the format has no such values */
    /* id of a rule: if a file has a finding of the rule, the format does not define the file's values; NULL if the values are
       always defined */
    const char *rule_without_values;
    /* of a text format: texts that the mutator puts between tokens, NULL-terminated; NULL for a binary format */
    const char *const *gap_texts;
} ap_corpus_format;

/* Returns all corpus formats, in the order of validators/formats.h, and stores their number in *count. */
const ap_corpus_format *const *ap_corpus_formats(size_t *count);

/* Return the corpus format, or the generator, of the format with this name; NULL if the name is unknown. */
const ap_corpus_format *ap_find_corpus_format(const char *format_name);
const ap_generator *ap_find_generator(const char *format_name);

/* Returns defect number `index` of the format, counted through all its tables; NULL after the last defect. */
const ap_defect *ap_nth_defect_of_format(const ap_corpus_format *corpus_format, size_t index);

/* Finds a defect by its name within the format ("time-order_equal"); NULL if the name is unknown. */
const ap_defect *ap_find_defect_of_format(const ap_corpus_format *corpus_format, const char *name);

/* Finds a defect by format and name ("mrtk/time-order_equal"); NULL if the name is unknown. */
const ap_defect *ap_find_defect(const char *name);

/* Returns the part of a defect's full name after "FORMAT/"; NULL if the name belongs to another format. */
const char *ap_defect_name_in_format(const ap_corpus_format *corpus_format, const char *name);

#endif
