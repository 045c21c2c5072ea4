/* libzip, which is loaded when the first archive is met: it brings a library of cryptography with it, and the start
   of the program would take twice as long for every file that is no archive. */
#ifndef AP_ZIP_LIBRARY_H
#define AP_ZIP_LIBRARY_H

/* A program for which no other can be loaded (make static), or one that was built where libzip's header is missing,
   reads no archives. */
#if !defined(AP_NO_ARCHIVES) && !__has_include(<zip.h>)
#define AP_NO_ARCHIVES
#endif

#ifndef AP_NO_ARCHIVES
#include <zip.h>

/* The functions of libzip that are used, by their names. */
typedef struct cli_zip_library {
    __typeof__(zip_discard) *discard;
    __typeof__(zip_error_code_zip) *error_code;
    __typeof__(zip_error_fini) *error_fini;
    __typeof__(zip_error_init) *error_init;
    __typeof__(zip_error_set) *error_set;
    __typeof__(zip_error_to_data) *error_to_data;
    __typeof__(zip_fclose) *fclose;
    __typeof__(zip_file_get_error) *file_error;
    __typeof__(zip_file_get_external_attributes) *attributes;
    __typeof__(zip_fopen_index) *fopen_index;
    __typeof__(zip_fread) *fread;
    __typeof__(zip_get_error) *error_of;
    __typeof__(zip_get_name) *name;
    __typeof__(zip_get_num_entries) *count;
    __typeof__(zip_open_from_source) *open;
    __typeof__(zip_source_free) *source_free;
    __typeof__(zip_source_function_create) *source;
    __typeof__(zip_source_make_command_bitmap) *commands;
    __typeof__(zip_source_seek_compute_offset) *seek_offset;
    __typeof__(zip_stat_index) *about;
} cli_zip_library;

/* The library, loaded now where it was not yet; NULL where this machine has none. For one thread at a time. It stays
   until the program ends. */
const cli_zip_library *cli_load_zip_library(void);
#endif

#endif
