#include "cli/files/seen_files.h"

#include <search.h>
#include <stdlib.h>

/* Identity of a file: device and inode. */
typedef struct inode_id {
    dev_t device;
    ino_t number;
} inode_id;

static int compare_inodes(const void *one, const void *other)
{
    const inode_id *a = one, *b = other;
    const int order = (a->number > b->number) - (a->number < b->number);
    return order != 0 ? order : (a->device > b->device) - (a->device < b->device);
}

bool cli_seen_files_has(const cli_seen_files *seen, const struct stat *about)
{
    const inode_id wanted = { about->st_dev, about->st_ino };
    return tfind(&wanted, &seen->tree, compare_inodes) != NULL;
}

bool cli_seen_files_add(cli_seen_files *seen, const struct stat *about)
{
    inode_id *made = malloc(sizeof *made);
    if (made == NULL)
        return false;
    *made = (inode_id){ about->st_dev, about->st_ino };
    inode_id *const *node = tsearch(made, &seen->tree, compare_inodes);
    if (node == NULL || *node != made)
        free(made);
    return node != NULL;
}

void cli_seen_files_free(cli_seen_files *seen)
{
    tdestroy(seen->tree, free);
    seen->tree = NULL;
}
