/* Implements the part of archive.h that needs no libzip: names, limits and the table of files. */
#include "cli/archive/archive_table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/extension.h"
#include "core/base/lower_bound.h"

static const char *const extensions[] = { ".pk4", ".pk3", ".dpk", ".zip" };

bool cli_is_archive_name(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        if (cli_ends_in_any_case(name, length, extensions[i]))
            return true;
    }
    return false;
}

/* Returns true if ".." is a component of the name. */
static bool has_parent_component(const char *name)
{
    for (const char *at = name; (at = strstr(at, "..")) != NULL; at += 2) {
        const bool begins = at == name || at[-1] == '/';
        if (begins && (at[2] == '\0' || at[2] == '/'))
            return true;
    }
    return false;
}

const char *cli_member_name_error(const char *name)
{
    if (name[0] == '\0')
        return "has no name in the archive";
    if (name[0] == '/')
        return "has an absolute name, which leads out of the archive";
    if (has_parent_component(name))
        return "has a name with \"..\", which leads out of the archive";
    for (const unsigned char *at = (const unsigned char *)name; *at != '\0'; at++) {
        if (*at == '\\')
            return "has a name with a backslash, which some programs read as a folder separator and others "
                   "do not";
        if (*at < ' ' || *at == 0x7f)
            return "has a name with a control character";
    }
    return NULL;
}

static int compare_member_names(const void *one, const void *other)
{
    const cli_member *a = one, *b = other;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

void cli_sort_and_check_members(cli_archive_table *table, uint64_t most_bytes)
{
    uint64_t left = most_bytes;
    if (table->count > 1)
        qsort(table->members, table->count, sizeof *table->members, compare_member_names);
    for (size_t i = 0; i < table->count; i++) {
        cli_member *member = &table->members[i];
        if (i > 0 && member->wrong == NULL && strcmp(member->name, table->members[i - 1].name) == 0)
            member->wrong =
                "has the same name as another file in the archive, and programs differ in which one they "
                "read";
        if (member->wrong != NULL || member->skipped != NULL)
            continue;
        if (most_bytes > 0 && member->size_bytes > left)
            member->wrong = "is not read: the files of the archive, unpacked, exceed a hundred times the "
                            "archive's size plus --max-input";
        else if (most_bytes > 0)
            left -= member->size_bytes;
    }
}

/* A cli_archive begins with its table. */
static const cli_archive_table *archive_table_of(const cli_archive *archive)
{
    return (const cli_archive_table *)archive;
}

const cli_member *cli_archive_members(const cli_archive *archive, size_t *count)
{
    *count = archive_table_of(archive)->count;
    return archive_table_of(archive)->members;
}

size_t cli_archive_member_lower_bound(const cli_archive *archive, const char *name)
{
    const cli_archive_table *table = archive_table_of(archive);
    const cli_member wanted = { .name = name };
    return ap_lower_bound(
        table->members, table->count, sizeof *table->members, &wanted, compare_member_names);
}

/* The device number is above real ones, and below 2^63, the limit in the report of a shard. */
void cli_archive_set_device_and_inode(
    const cli_archive *archive, const cli_member *member, struct stat *about)
{
    const uint64_t device = UINT64_C(1) << 62 | archive_table_of(archive)->identity >> 2;
    *about = (struct stat){ .st_dev = (dev_t)device, .st_ino = (ino_t)member->number + 1 };
}
