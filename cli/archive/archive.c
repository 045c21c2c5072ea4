/* Reads archives by libzip. Two threads must not use a libzip object at once, so each archive has a lock, which
   is held while a file is unpacked. */
#include "cli/archive/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/archive_table.h"
#include "cli/archive/zip_library.h"
#include "cli/archive/zip_source.h"
#include "cli/shared/threads.h"

#ifndef AP_NO_ARCHIVES

enum {
    MOST_TIMES =
        100, /* limit on the unpacked size of an archive: MOST_TIMES the archive's size plus --max-input */
    LOCAL_HEADER_BYTES = 30, /* size of the header before each file */
    /* the number by which a zip file says that a file's attributes are those of Unix */
    UNIX = 3,
    KIND_BITS = 0170000,
    LINK_BITS = 0120000,
};

struct cli_archive {
    cli_archive_table table; /* must be the first member: archive_table.c casts a cli_archive to its table */
    const cli_zip_library *zip;
    cli_zip_source source;
    zip_t *opened;
    uint64_t packed_bytes; /* compressed size of all files and folders, with their headers and names */
    cli_mutex lock;
};

static const char no_memory_to_unpack[] = "no memory to unpack the file",
                  no_memory_to_list[] = "no memory to list the files in the archive",
                  no_memory_to_open[] = "no memory to open the archive";

/* Returns AP_NO_MEMORY if the reason is one of the texts no_memory_to_..., otherwise AP_CANNOT_READ. */
static ap_status status_of_error_text(const char *why)
{
    return why == no_memory_to_unpack || why == no_memory_to_list || why == no_memory_to_open
               ? AP_NO_MEMORY
               : AP_CANNOT_READ;
}

/* Returns the message for an error code of libzip, a static text. */
static const char *zip_error_message(int code)
{
    switch (code) {
    case ZIP_ER_CRC:
        return "is damaged in the archive: its bytes do not match the CRC in the archive's table";
    case ZIP_ER_NOPASSWD:
    case ZIP_ER_ENCRNOTSUPP:
        return "is encrypted in the archive";
    case ZIP_ER_COMPNOTSUPP:
        return "is compressed by a method that is not supported";
    case ZIP_ER_MEMORY:
        return no_memory_to_unpack;
    case ZIP_ER_READ:
    case ZIP_ER_SEEK:
        return "cannot be read from the archive";
    default:
        return "is damaged in the archive: it cannot be unpacked";
    }
}

/* Functions that unpack one file of an archive */

typedef struct unpack_state {
    const cli_zip_library *zip;
    zip_file_t *file;
    uint64_t left; /* bytes of the file that are still to be unpacked */
    /* true if only the start of the file is wanted, fewer bytes than the archive's table says */
    bool is_cut;
    const char *wrong; /* why unpacking failed, a static text; NULL: unpacking has not failed */
} unpack_state;

static const char *unpack_next_bytes(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    unpack_state *u = context;
    uint8_t more;
    *got = 0;
    if (u->left == 0 && u->is_cut)
        return NULL;
    const zip_int64_t count = bytes < u->left || u->left == 0 ? u->zip->fread(
                                  u->file, u->left == 0 ? &more : room, u->left == 0 ? 1 : bytes)
                                                              : u->zip->fread(u->file, room, u->left);
    if (count < 0)
        return u->wrong = zip_error_message(u->zip->error_code(u->zip->file_error(u->file)));
    if (u->left == 0 && count > 0)
        return u->wrong = "is damaged in the archive: it is longer than the size in the archive's table";
    if (u->left > 0 && count == 0)
        return u->wrong = "is damaged in the archive: it is shorter than the size in the archive's table";
    u->left -= (uint64_t)count;
    *got = (size_t)count;
    return NULL;
}

static ap_status release_input_and_set_error(ap_input *input, const char *why)
{
    ap_input_release(input);
    snprintf(input->error, sizeof input->error, "%s", why);
    return status_of_error_text(why);
}

ap_status cli_archive_load_member(cli_archive *archive, const cli_member *member, uint64_t most_bytes,
    ap_input *input, bool (*is_enough)(ap_view start))
{
    const cli_zip_library *zip = archive->zip;
    ap_status status;
    cli_lock(&archive->lock);
    const bool is_cut = most_bytes < member->size_bytes;
    unpack_state u = { .zip = zip, .left = is_cut ? most_bytes : member->size_bytes, .is_cut = is_cut };
    u.file = zip->fopen_index(archive->opened, member->number, 0);
    if (u.file == NULL) {
        status = release_input_and_set_error(
            input, zip_error_message(zip->error_code(zip->error_of(archive->opened))));
    } else {
        const ap_input_source source = { &u, unpack_next_bytes };
        status = ap_input_load_source(input, &source, is_enough);
        status = u.wrong == NULL ? status : status_of_error_text(u.wrong);
        zip->fclose(u.file);
    }
    cli_unlock(&archive->lock);
    return status;
}

/* Functions that list the files of an archive */

static const char *member_compression_error(const zip_stat_t *about)
{
    const zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((about->valid & needed) != needed)
        return "has no size or compression method in the archive";
    if (about->encryption_method != ZIP_EM_NONE)
        return zip_error_message(ZIP_ER_NOPASSWD);
    if (about->comp_method == ZIP_CM_DEFLATE64)
        return "is compressed by Deflate64, which is not supported";
    return about->comp_method == ZIP_CM_STORE || about->comp_method == ZIP_CM_DEFLATE
               ? NULL
               : zip_error_message(ZIP_ER_COMPNOTSUPP);
}

static bool is_symbolic_link_member(const cli_archive *archive, uint64_t number)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return archive->zip->attributes(archive->opened, number, 0, &system, &attributes) == 0 && system == UNIX
           && (attributes >> 16 & KIND_BITS) == LINK_BITS;
}

static void set_member_size_and_reasons(
    const cli_archive *archive, const zip_stat_t *about, const cli_archive_limits *limits, cli_member *member)
{
    member->size_bytes = about->size;
    member->wrong = cli_member_name_error(member->name);
    if (member->wrong != NULL)
        return;
    if (is_symbolic_link_member(archive, member->number))
        member->skipped = "a symbolic link is not followed";
    else if (cli_is_archive_name(member->name))
        member->skipped = "an archive in an archive is not entered";
    else if ((member->wrong = member_compression_error(about)) == NULL && limits->member_bytes > 0
             && about->size > limits->member_bytes)
        member->wrong = "is larger than --max-input";
}

/* Reads an entry of the archive's table. Adds its compressed size, with the header, to packed_bytes. Adds a member for the
   entry unless the entry is a folder. Returns false if libzip cannot read the entry. */
static bool read_entry_and_add_member(cli_archive *archive, uint64_t number, const cli_archive_limits *limits)
{
    zip_stat_t about;
    const char *name = archive->zip->name(archive->opened, number, ZIP_FL_ENC_RAW);
    if (name == NULL || archive->zip->about(archive->opened, number, 0, &about) != 0)
        return false;
    const size_t length = strlen(name);
    if ((about.valid & ZIP_STAT_COMP_SIZE) != 0 && about.comp_size <= UINT64_MAX - archive->packed_bytes)
        archive->packed_bytes += about.comp_size;
    else
        archive->packed_bytes = UINT64_MAX;
    if (archive->packed_bytes <= UINT64_MAX - LOCAL_HEADER_BYTES - length)
        archive->packed_bytes += LOCAL_HEADER_BYTES + length;
    if (length > 0 && name[length - 1] == '/')
        return true;
    cli_member *member = &archive->table.members[archive->table.count++];
    *member = (cli_member){ .name = name, .number = number };
    set_member_size_and_reasons(archive, &about, limits, member);
    return true;
}

static const char *list_members(cli_archive *archive, const cli_archive_limits *limits)
{
    const zip_int64_t count = archive->zip->count(archive->opened, 0);
    const uint64_t size = archive->source.size_bytes;
    archive->table.members = calloc(count < 1 ? 1 : (size_t)count, sizeof *archive->table.members);
    if (archive->table.members == NULL)
        return no_memory_to_list;
    for (zip_int64_t i = 0; i < count; i++) {
        if (!read_entry_and_add_member(archive, (uint64_t)i, limits))
            return "is a damaged archive: its table of files cannot be read";
    }
    if (archive->packed_bytes > size)
        return "is a damaged archive: its files overlap, because their compressed sizes together exceed the "
               "size of the archive";
    cli_sort_and_check_members(
        &archive->table, limits->member_bytes == 0 ? 0 : size * MOST_TIMES + limits->member_bytes);
    return NULL;
}

/* Functions that open an archive */

static const char *zip_open_error_message(const cli_archive *archive, int code)
{
    if (archive->source.limit_reached)
        return "is an archive with too many files for --max-memory";
    switch (code) {
    case ZIP_ER_NOZIP:
        return "is not a zip archive, or is cut off";
    case ZIP_ER_MULTIDISK:
        return "is one part of a split archive";
    case ZIP_ER_MEMORY:
        return no_memory_to_open;
    case ZIP_ER_READ:
        return "cannot be read";
    default:
        return "is a damaged archive: its table of files is inconsistent";
    }
}

/* Opens the archive once. Returns the error code of libzip, 0 if the archive is open. */
static int open_archive_once(cli_archive *archive)
{
    const cli_zip_library *zip = archive->zip;
    zip_error_t error;
    zip->error_init(&error);
    zip_source_t *source = zip->source(cli_zip_source_handle_command, &archive->source, &error);
    if (source != NULL)
        archive->opened = zip->open(source, ZIP_RDONLY, &error);
    if (source != NULL && archive->opened == NULL)
        zip->source_free(source);
    const int code = archive->opened == NULL ? zip->error_code(&error) : 0;
    zip->error_fini(&error);
    return code;
}

static const char *open_archive(cli_archive *archive)
{
    const uint64_t most_bytes = archive->source.bytes_left;
    int code = open_archive_once(archive);
    /* libzip returns this error also if an allocation failed, so a second attempt may succeed */
    if (code == ZIP_ER_NOZIP && !archive->source.limit_reached) {
        archive->source.bytes_left = most_bytes;
        code = open_archive_once(archive);
    }
    return archive->opened == NULL ? zip_open_error_message(archive, code) : NULL;
}

static const char *open_and_list_archive(cli_archive *archive, const cli_archive_limits *limits)
{
    const char *wrong = archive->source.size_bytes == 0 ? zip_open_error_message(archive, ZIP_ER_NOZIP)
                                                        : open_archive(archive);
    archive->source.bytes_left = 0;
    return wrong == NULL ? list_members(archive, limits) : wrong;
}

cli_archive *cli_archive_open(const char *path, const ap_view *bytes, const cli_archive_limits *limits,
    ap_status *status, char error[AP_INPUT_ERROR_BYTES])
{
    const char *wrong = no_memory_to_open;
    cli_archive *archive = calloc(1, sizeof *archive);
    if (archive != NULL) {
        cli_mutex_init(&archive->lock, CLI_RANK_ARCHIVE);
        archive->zip = cli_load_zip_library();
        wrong = NULL;
        if (archive->zip == NULL)
            wrong = "is an archive, and reading it needs libzip, which is not installed";
        else if (bytes == NULL)
            wrong = cli_zip_source_open(&archive->source, archive->zip, path, limits->table_bytes);
        else
            cli_zip_source_open_bytes(&archive->source, archive->zip, *bytes, limits->table_bytes);
    }
    if (wrong == NULL) {
        archive->table.identity = archive->source.identity;
        wrong = open_and_list_archive(archive, limits);
    }
    if (wrong == NULL)
        return archive;
    *status = status_of_error_text(wrong);
    snprintf(error, AP_INPUT_ERROR_BYTES, "%s", wrong);
    cli_archive_close(archive);
    return NULL;
}

void cli_archive_close(cli_archive *archive)
{
    if (archive == NULL)
        return;
    if (archive->opened != NULL)
        archive->zip->discard(archive->opened);
    cli_zip_source_close(&archive->source);
    free(archive->table.members);
    cli_mutex_free(&archive->lock);
    free(archive);
}

#endif
