/* The files that were given to a page: their names, the bytes of some, and which belongs with which. */
#ifndef WEB_FILE_SET_H
#define WEB_FILE_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "validators/format.h"

typedef struct web_file_set web_file_set;

#define WEB_NONE SIZE_MAX

/* An empty shelf, the caller's; NULL when memory has run out. */
web_file_set *web_file_set_make(void);
void web_file_set_free(web_file_set *set);

/* A file with that path; '/' is between its folders. `met`: in a folder, not named. Its number, counted from 0; WEB_NONE
   when memory has run out. */
size_t web_file_set_add(web_file_set *set, const char *name, bool met);

/* Whether the first bytes of a file, 32 or more, or all, show that it is of none of the formats, so that it need not be
   judged: it was met, or it may be a companion of others. */
bool web_file_set_may_skip(const web_file_set *set, size_t file, ap_view start);

/* The file's bytes, which malloc gave and the shelf frees from now on; given again, they take the place of those that
   it had. web_file_set_release frees them. */
void web_file_set_hold(web_file_set *set, size_t file, uint8_t *bytes, size_t size);
void web_file_set_release(web_file_set *set, size_t file);

/* The next file whose bytes are needed to judge this one, itself or a file that may be its companion; WEB_NONE: no
   other. A companion is found as the program finds it in a folder. */
size_t web_file_set_needs(web_file_set *set, size_t file);

/* What is held of a file; the companion is known when web_file_set_needs has said WEB_NONE. */
typedef struct web_shelved {
    const char *name, *companion_name; /* NULL: it has no companion */
    ap_view bytes, companion;
    const ap_format *format; /* NULL: of none */
    bool met;
    size_t companion_number; /* WEB_NONE: none */
} web_shelved;

web_shelved web_file_set_get(const web_file_set *set, size_t file);

/* The report of a file that needs nothing more, with as many findings as the program keeps; as web_lint_text. */
char *web_file_set_lint(const web_file_set *set, size_t file, const char *reporter, size_t *size);

#endif
