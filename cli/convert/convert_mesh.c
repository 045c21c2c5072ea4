/* The mesh of an animation that nobody has named. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/companion_cache.h"
#include "cli/config/settings.h"
#include "cli/convert/convert.h"
#include "core/files/guard.h"
#include "validators/md5anim/md5anim.h"

static cli_exit no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
}

static cli_exit report_unlisted(const char *path, int error)
{
    if (error == ENOMEM)
        return no_memory();
    return cli_fail(CLI_UNREADABLE, path, "its folder cannot be searched for its mesh: %s", strerror(error));
}

/* An animation, read for what its mesh must have. */
typedef struct seeking {
    const ap_companion *companion;
    ap_input input;
    ap_arena arena;
    ap_view wanted; /* in the arena */
} seeking;

static void ask(void *context)
{
    seeking *s = context;
    ap_arena_reset(&s->arena);
    s->wanted = s->companion->wants(s->input.view, &s->arena);
}

/* A mesh that could not be read, and so may be the one. */
static cli_exit report_unread(const cli_found_companion *unread)
{
    const cli_companion *mesh = &unread->companion;
    if (mesh->status == AP_OK || mesh->status == AP_NO_MEMORY)
        return no_memory();
    return cli_fail(CLI_UNREADABLE, unread->path, "%s", mesh->error);
}

/* Among the folder's meshes, the only one with the animation's joints; NULL: none, or several. A file that cannot be
   read has none: converting it says so. */
static cli_exit search(const cli_convert_run *run, cli_folder *folder, const ap_companion *companion,
    const cli_candidate **found)
{
    const cli_reading *options = &run->options;
    const cli_settings settings = { .reading = *options };
    cli_exit result = CLI_CLEAN;
    seeking s = { .companion = companion };
    cli_companion_cache pairs;
    ap_input_init(&s.input, options->max_input_bytes);
    ap_arena_init(&s.arena, options->max_memory_bytes);
    cli_companion_cache_init(&pairs);
    const bool read = ap_input_load(&s.input, options->paths[0]) == AP_OK
                      && ap_input_guard(&s.input, ask, &s) == AP_OK && s.wanted.size > 0;
    if (read) {
        cli_search wanted = { .companion = companion, .settings = &settings, .wanted = s.wanted };
        *found = cli_find_wanted(&pairs, folder, &wanted);
        result = wanted.unread != NULL ? report_unread(wanted.unread)
                 : wanted.no_memory    ? no_memory()
                                       : CLI_CLEAN;
        cli_found_companion_release(wanted.unread);
    } else if (s.arena.failed) {
        result = no_memory();
    }
    cli_companion_cache_free(&pairs);
    ap_input_free(&s.input);
    ap_arena_free(&s.arena);
    return result;
}

cli_exit cli_find_mesh(cli_convert_run *run)
{
    const ap_companion *companion = ap_md5anim_format.companion;
    const char *path = run->options.paths[0];
    cli_exit result = CLI_CLEAN;
    bool among = false;
    int error = 0;
    if (strcmp(path, "-") == 0)
        return CLI_CLEAN;
    cli_folder *folder = cli_folder_make(path, NULL, 0);
    if (folder == NULL)
        return no_memory();
    const cli_candidate *found = cli_find_stem(folder, companion, path, &among, &error);
    if (error != 0)
        result = report_unlisted(path, error);
    else if (found == NULL && among)
        result = search(run, folder, companion, &found);
    if (result == CLI_CLEAN && found != NULL) {
        run->mesh_found = strdup(found->path);
        result = run->mesh_found == NULL ? no_memory() : CLI_CLEAN;
    }
    cli_folder_release(folder);
    return result;
}
