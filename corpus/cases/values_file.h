/* Reads and writes values.json of a conformance corpus: the values that a loader must compute from the
   valid files. corpus.json has the hash of values.json. */
#ifndef AP_VALUES_FILE_H
#define AP_VALUES_FILE_H

#include <stdio.h>

#include "core/base/batch.h"
#include "core/json/json_text.h"
#include "corpus/cases/manifest.h"
#include "corpus/generate/value_list.h"

/* The values of one case. */
typedef struct ap_case_values {
    const char *id; /* id of the case */
    ap_value_list list;
} ap_case_values;

/* ap_put_values_begin writes the start of the document, ap_put_case_values writes one case (`first`: true for the first case),
   and ap_put_values_end writes the end. After a write error, ferror(stream) is true. */
void ap_put_values_begin(FILE *stream);
void ap_put_case_values(FILE *stream, const ap_case_values *values, bool first);
void ap_put_values_end(FILE *stream);

/* Writes a number with nine significant digits, readable by JSON and C. */
void ap_put_finite_value_number(ap_batch *batch, double number);

/* Reads values.json of the folder. `hash` is its expected SHA-256 ("" if the corpus has no values.json, which is an error).
   All results are allocated in the arena. Returns AP_MANIFEST_OK, or another status and a message in
   `error`: AP_MANIFEST_INCOMPLETE if the hash differs, AP_MANIFEST_CANNOT_READ, AP_MANIFEST_MALFORMED or
   AP_MANIFEST_NO_MEMORY. */
ap_manifest_status ap_read_values(const char *folder, const char *hash, ap_arena *arena,
    ap_case_values **items, size_t *count, char error[AP_MANIFEST_ERROR_BYTES]);

/* Reads one value from JSON: a number if width is 1, otherwise an array of `width` numbers. Returns false
   if the JSON has another shape, or when out of memory. */
bool ap_read_json_value(
    const ap_json_document *json, ap_json_ref value, size_t width, ap_arena *arena, double *numbers);

#endif
