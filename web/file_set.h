/* The set of files that a page has opened: the names of all files, the bytes of some, and the companion of each. */
#ifndef WEB_FILE_SET_H
#define WEB_FILE_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "validators/format.h"

typedef struct web_file_set web_file_set;

#define WEB_NONE SIZE_MAX

/* Creates an empty set; free it with web_file_set_free. Returns NULL when out of memory. */
web_file_set *web_file_set_make(void);
void web_file_set_free(web_file_set *set);

/* Adds a file by its path, with '/' between folders. from_folder is true if the user chose a folder and not
   this file. `choice` is the number, from 0, of the drop or the file dialog that gave the file: files of different choices are in
   different folders, even if their paths are equal. Returns the file's number, counted from 0, or WEB_NONE when out of memory. */
size_t web_file_set_add(web_file_set *set, const char *name, bool from_folder, size_t choice);

/* Returns true if the file need not be linted: neither its extension nor its first bytes `start` (at least 32, or the complete
   file) are those of a known format, and it came from a folder or may be the companion of another file. */
bool web_file_set_may_skip(const web_file_set *set, size_t file, ap_view start);

/* web_file_set_store_bytes sets the bytes of a file, replacing earlier ones. The set takes ownership of `bytes`,
   which malloc must have returned. web_file_set_free_bytes frees the bytes that are held. */
void web_file_set_store_bytes(web_file_set *set, size_t file, uint8_t *bytes, size_t size);
void web_file_set_free_bytes(web_file_set *set, size_t file);

/* Sets the companion of a file, so that web_file_set_next_needed does not search for a companion. */
void web_file_set_set_companion(web_file_set *set, size_t file, size_t companion);

/* Returns the next file that must be held before `file` can be linted: the file itself or a possible
   companion. Returns WEB_NONE if all needed files are held. Companions are found by the rules that `animproof
   lint` has for folders, among the files of the same choice. If several files of the choice have the name of the companion, the
   content decides. If the choice has no companion, one with the wanted content is taken from an earlier choice. */
size_t web_file_set_next_needed(web_file_set *set, size_t file);

/* A file of the set with its companion. The members about the companion are valid after web_file_set_next_needed has returned
   WEB_NONE. Strings and bytes belong to the set. */
typedef struct web_set_file {
    const char *name, *companion_name; /* companion_name is NULL if the file has no companion */
    ap_view bytes, companion;
    const ap_format *format; /* format recognised from the name and the bytes; NULL if unknown */
    size_t companion_number; /* WEB_NONE if the file has no companion */
} web_set_file;

web_set_file web_file_set_describe_file(const web_file_set *set, size_t file);

/* The companion that comes nearest to fitting a file, and why it is not the file's companion. */
typedef struct web_misfit {
    size_t file;         /* number of the companion */
    const char *missing; /* what the file is without: "mesh" */
    /* the first difference of the file's skeleton from that of the companion: `joint 2 is "spine1", not "spine"` */
    char difference[AP_SET_DIFFERENCE_BYTES];
} web_misfit;

/* Finds the file that a user may have meant as the companion of a held file without companion, and how their joints differ. Looks
   at files that were held and may be companions: one with similar joint names is preferred, then one with a name that begins the
   file's name, then the only one. Returns false if the file has a companion, if no file comes near, or when out of memory. */
bool web_file_set_find_misfit(const web_file_set *set, size_t file, web_misfit *misfit);

/* Lints a file for which web_file_set_next_needed has returned WEB_NONE, with the program's limits of findings.
   Returns the report like web_lint_text, or NULL if the reporter does not exist. */
char *web_file_set_lint(const web_file_set *set, size_t file, const char *reporter, size_t *size);

#endif
