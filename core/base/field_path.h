/* The way from a file's root to a field, kept as parts and made into text only for a finding that is
   shown. */
#ifndef AP_FIELD_FIELD_PATH_H
#define AP_FIELD_FIELD_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AP_PATH_DEPTH = 8 };

#define AP_NO_INDEX SIZE_MAX

/* `name[index]`; a NULL name adds a further index to the part before, AP_NO_INDEX is no index. */
typedef struct ap_field_path_part {
    const char *name;
    size_t index;
} ap_field_path_part;

typedef struct ap_field_path {
    ap_field_path_part parts[AP_PATH_DEPTH];
    size_t depth;
} ap_field_path;

/* Writes the path, then `.name` if name is not NULL, as text with a terminator, cut to `size` bytes.
   Returns the length that the whole text has, as snprintf does. */
size_t ap_field_path_text(const ap_field_path *path, const char *name, char *text, size_t size);

/* The same for `depth` parts that stand elsewhere. */
size_t ap_parts_text(
    const ap_field_path_part *parts, size_t depth, const char *name, char *text, size_t size);

enum { AP_PATH_TEXT_BYTES = 256 };

/* Spells paths that begin as the one before does: of these parts nothing is spelled again. All zeros is one at the
   root. */
typedef struct ap_field_path_speller {
    ap_field_path path;
    size_t ends[AP_PATH_DEPTH + 1]; /* in the text: where so many parts end */
    char text[AP_PATH_TEXT_BYTES];  /* with a terminator, cut where there is no more room */
} ap_field_path_speller;

/* Makes the speller's text that of the path, then `.name` if name is not NULL; returns its length. A name that another path
   has at the same address is the same one. */
size_t ap_field_path_spell(ap_field_path_speller *speller, const ap_field_path *path, const char *name);

#endif
