#include "cli/files/listed_files.h"

#include <stdlib.h>
#include <string.h>

static bool make_room_for_names(cli_listed_files *files, size_t wanted)
{
    if (wanted <= files->room)
        return true;
    const size_t room = wanted > files->room * 2 ? wanted : files->room * 2;
    char *names = realloc(files->names, room);
    if (names == NULL)
        return false;
    files->names = names;
    files->room = room;
    return true;
}

bool cli_listed_files_add(cli_listed_files *files, const char *front, const char *name)
{
    const size_t front_bytes = strlen(front), name_bytes = strlen(name) + 1;
    if (!make_room_for_names(files, files->bytes + front_bytes + name_bytes))
        return false;
    memcpy(files->names + files->bytes, front, front_bytes);
    memcpy(files->names + files->bytes + front_bytes, name, name_bytes);
    files->bytes += front_bytes + name_bytes;
    files->count++;
    return true;
}

const char *cli_listed_files_next(const cli_listed_files *files, const char *name)
{
    const char *next = name == NULL ? files->names : name + strlen(name) + 1;
    return files->count == 0 || next == files->names + files->bytes ? NULL : next;
}

bool cli_listed_files_has(const cli_listed_files *files, const char *name)
{
    const char *known = NULL;
    while ((known = cli_listed_files_next(files, known)) != NULL) {
        if (strcmp(known, name) == 0)
            return true;
    }
    return false;
}

void cli_listed_files_free(cli_listed_files *files)
{
    free(files->names);
    *files = (cli_listed_files){ .names = NULL };
}
