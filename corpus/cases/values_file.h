/* values.json of a conformance corpus: what a loader computes from its valid files. corpus.json has its hash. */
#ifndef AP_VALUES_FILE_H
#define AP_VALUES_FILE_H

#include <stdio.h>

#include "core/base/batch.h"
#include "core/json/json_text.h"
#include "corpus/cases/manifest.h"
#include "corpus/generate/value_list.h"

/* The values of a case. */
typedef struct ap_case_values {
    const char *id; /* of the case */
    ap_value_list list;
} ap_case_values;

/* Writes the document: its head, a case (first: it is the first one), its end. The stream tells of failures. */
void ap_put_values_head(FILE *stream);
void ap_put_case_values(FILE *stream, const ap_case_values *values, bool first);
void ap_put_values_end(FILE *stream);

/* Writes a number with nine digits, which JSON and C read back. */
void ap_put_value_number(ap_batch *batch, double number);

/* Reads values.json of the folder, which has the hash; all of it goes into the arena. AP_MANIFEST_OK, or another
   status with the reason in words: AP_MANIFEST_NOT_WHOLE where it is another file than `hash` says (""; there is none),
   AP_MANIFEST_CANNOT_READ, AP_MANIFEST_MALFORMED, AP_MANIFEST_NO_MEMORY. */
ap_manifest_status ap_read_values(const char *folder, const char *hash, ap_arena *arena,
    ap_case_values **items, size_t *count, char error[AP_MANIFEST_ERROR_BYTES]);

/* Reads the numbers of one value: a number where the width is 1, otherwise an array. False where it is neither. */
bool ap_value_of_json(
    const ap_json_text *json, ap_json_ref value, size_t width, ap_arena *arena, double *numbers);

#endif
