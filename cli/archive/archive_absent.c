/* Replaces archive.c in a program built without libzip: no archive can be opened. */
#include "cli/archive/archive.h"

#include <stdio.h>

#include "cli/archive/zip_library.h"

#ifdef AP_NO_ARCHIVES

cli_archive *cli_archive_open(const char *path, const ap_view *bytes, const cli_archive_limits *limits,
    ap_status *status, char error[AP_INPUT_ERROR_BYTES])
{
    (void)path;
    (void)bytes;
    (void)limits;
    *status = AP_CANNOT_READ;
    snprintf(error, AP_INPUT_ERROR_BYTES,
        "is an archive, and this program was built without support for archives");
    return NULL;
}

ap_status cli_archive_load_member(cli_archive *archive, const cli_member *member, uint64_t most_bytes,
    ap_input *input, bool (*is_enough)(ap_view start))
{
    (void)archive;
    (void)member;
    (void)most_bytes;
    (void)input;
    (void)is_enough;
    return AP_CANNOT_READ;
}

void cli_archive_close(cli_archive *archive)
{
    (void)archive;
}
#endif
