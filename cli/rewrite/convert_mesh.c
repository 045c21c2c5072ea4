/* Searches for the mesh of an animation. */
#include <errno.h>
#include <string.h>

#include "cli/check/companion_search.h"
#include "cli/config/settings.h"
#include "cli/rewrite/convert.h"
#include "core/files/guard.h"
#include "validators/md5anim/md5anim.h"

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
}

static cli_exit report_unlistable_folder(const char *path, int error)
{
    if (error == ENOMEM)
        return report_no_memory();
    return cli_fail(
        CLI_UNREADABLE, path, "the file's folder cannot be searched for the mesh: %s", strerror(error));
}

/* State of the search for the mesh of an animation. */
typedef struct mesh_search {
    const ap_companion *companion;
    ap_input input;
    ap_arena arena;
    ap_view wanted; /* description of the joints that the mesh must have; in the arena */
} mesh_search;

static void read_identity_wanted_by_file(void *context)
{
    mesh_search *s = context;
    ap_arena_reset(&s->arena);
    s->wanted = s->companion->wants(s->input.view, &s->arena);
}

/* Reports a mesh that could not be read and therefore may be the animation's mesh. */
static cli_exit report_unreadable_mesh(const cli_found_companion *unread)
{
    const cli_companion *mesh = &unread->companion;
    if (mesh->status == AP_OK || mesh->status == AP_NO_MEMORY)
        return report_no_memory();
    return cli_fail(CLI_UNREADABLE, unread->path, "%s", mesh->error);
}

/* Sets *found, which is NULL before, to the only mesh in the folder with the animation's joints. It stays NULL if no
   mesh, or more than one, has these joints, or if the animation cannot be read, which the conversion then reports.
   */
static cli_exit find_mesh_in_folder(const cli_convert_run *run, cli_folder *folder,
    const ap_companion *companion, const cli_companion_candidate **found)
{
    const cli_reading_options *options = &run->options;
    const cli_settings settings = { .reading = *options };
    cli_exit result = CLI_CLEAN;
    mesh_search s = { .companion = companion };
    cli_companion_cache cache;
    ap_input_init(&s.input, options->max_input_bytes);
    ap_arena_init(&s.arena, options->max_memory_bytes);
    cli_companion_cache_init(&cache);
    const bool read = ap_input_load(&s.input, options->paths[0]) == AP_OK
                      && ap_input_run_guarded(&s.input, read_identity_wanted_by_file, &s) == AP_OK
                      && s.wanted.size > 0;
    if (read) {
        cli_identity_search wanted = { .companion = companion, .settings = &settings, .wanted = s.wanted };
        *found = cli_find_companion_by_identity(&cache, folder, NULL, &wanted);
        result = wanted.unread != NULL ? report_unreadable_mesh(wanted.unread)
                 : wanted.no_memory    ? report_no_memory()
                                       : CLI_CLEAN;
        cli_found_companion_release(wanted.unread);
    } else if (s.arena.failed) {
        result = report_no_memory();
    }
    cli_companion_cache_free(&cache);
    ap_input_free_memory(&s.input);
    ap_arena_free(&s.arena);
    return result;
}

cli_exit cli_convert_find_mesh_if_any(cli_convert_run *run)
{
    const ap_companion *companion = ap_md5anim_format.companion;
    const char *path = run->options.paths[0];
    cli_exit result = CLI_CLEAN;
    bool among = false;
    int error = 0;
    if (strcmp(path, "-") == 0)
        return CLI_CLEAN;
    cli_folder *folder = cli_folder_create_unlisted(path, NULL, 0);
    if (folder == NULL)
        return report_no_memory();
    const cli_companion_candidate *found =
        cli_find_companion_by_name(folder, companion, path, &among, &error);
    if (error != 0)
        result = report_unlistable_folder(path, error);
    else if (found == NULL && among)
        result = find_mesh_in_folder(run, folder, companion, &found);
    if (result == CLI_CLEAN && found != NULL) {
        run->mesh_found = strdup(found->path);
        result = run->mesh_found == NULL ? report_no_memory() : CLI_CLEAN;
    }
    cli_folder_release(folder);
    return result;
}
