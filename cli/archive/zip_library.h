/* Loads libzip when the first archive is found. Linking with libzip would load OpenSSL's libcrypto at each start:
   `animproof --version` would take 1.9 ms instead of 1.0, and lint of one small file 1.7 times as long. */
#ifndef AP_ZIP_LIBRARY_H
#define AP_ZIP_LIBRARY_H

/* AP_NO_ARCHIVES builds a program that cannot read archives. `make static` defines it, because a static program
   cannot load libraries; otherwise this header defines it if libzip's header is missing. */
#if !defined(AP_NO_ARCHIVES) && !__has_include(<zip.h>)
#define AP_NO_ARCHIVES
#endif

#ifndef AP_NO_ARCHIVES
#include <zip.h>

/* The functions of libzip that this program calls: the member of cli_zip_library that points to the function, and the
   function's name. */
#define CLI_ZIP_FUNCTIONS(F)                                                                                 \
    F(discard, zip_discard)                                                                                  \
    F(error_code, zip_error_code_zip)                                                                        \
    F(error_fini, zip_error_fini)                                                                            \
    F(error_init, zip_error_init)                                                                            \
    F(error_set, zip_error_set)                                                                              \
    F(error_to_data, zip_error_to_data)                                                                      \
    F(fclose, zip_fclose)                                                                                    \
    F(file_error, zip_file_get_error)                                                                        \
    F(attributes, zip_file_get_external_attributes)                                                          \
    F(fopen_index, zip_fopen_index)                                                                          \
    F(fread, zip_fread)                                                                                      \
    F(error_of, zip_get_error)                                                                               \
    F(name, zip_get_name)                                                                                    \
    F(count, zip_get_num_entries)                                                                            \
    F(open, zip_open_from_source)                                                                            \
    F(source_free, zip_source_free)                                                                          \
    F(source, zip_source_function_create)                                                                    \
    F(commands, zip_source_make_command_bitmap)                                                              \
    F(seek_offset, zip_source_seek_compute_offset)                                                           \
    F(about, zip_stat_index)

#define CLI_ZIP_MEMBER(member, name) __typeof__(name) *member;
typedef struct cli_zip_library {
    CLI_ZIP_FUNCTIONS(CLI_ZIP_MEMBER)
} cli_zip_library;
#undef CLI_ZIP_MEMBER

/* Returns the library, loaded at the first call, or NULL if libzip or one of the functions is missing. Must not
   be called by two threads at once. The library stays loaded until the program ends. */
const cli_zip_library *cli_load_zip_library(void);
#endif

#endif
