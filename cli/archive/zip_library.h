/* libzip, which is loaded when the first archive is found. A program that is linked with it loads OpenSSL's libcrypto at each
   start: 1.9 ms in place of 1.0 of `animproof --version`, 1.7 times the time of lint of one small file. */
#ifndef AP_ZIP_LIBRARY_H
#define AP_ZIP_LIBRARY_H

/* A program for which no other can be loaded (make static), or one that was built where libzip's header is missing,
   reads no archives. */
#if !defined(AP_NO_ARCHIVES) && !__has_include(<zip.h>)
#define AP_NO_ARCHIVES
#endif

#ifndef AP_NO_ARCHIVES
#include <zip.h>

/* The functions of libzip that are used: the member that points at one, and its name. */
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

/* The library, loaded now where it was not yet; NULL where this machine has none. For one thread at a time. It stays
   until the program ends. */
const cli_zip_library *cli_load_zip_library(void);
#endif

#endif
