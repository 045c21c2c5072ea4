/* The mesh of an animation that nobody has named. */
#include <stdlib.h>
#include <string.h>

#include "cli/config/settings.h"
#include "cli/convert/convert.h"
#include "cli/pairs/pairs.h"
#include "core/files/guard.h"
#include "validators/md5anim/md5anim.h"

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

/* Among the folder's meshes, the only one with the animation's joints; NULL: none, or several. A file that cannot be
   read has none: converting it says so. */
static const cli_candidate *search(
    const cli_convert_run *run, cli_folder *folder, const ap_companion *companion)
{
    const cli_reading *options = &run->options;
    const cli_settings settings = { .reading = *options };
    const cli_candidate *found = NULL;
    seeking s = { .companion = companion };
    cli_pairs pairs;
    size_t count;
    ap_input_init(&s.input, options->max_input_bytes);
    ap_arena_init(&s.arena, options->max_memory_bytes);
    cli_pairs_init(&pairs);
    const bool read = ap_input_load(&s.input, options->paths[0]) == AP_OK
                      && ap_input_guard(&s.input, ask, &s) == AP_OK && s.wanted.size > 0;
    if (read) {
        const cli_search wanted = { companion, &settings, s.wanted };
        found = cli_find_wanted(&pairs, folder, &wanted, &count);
    }
    cli_pairs_free(&pairs);
    ap_input_free(&s.input);
    ap_arena_free(&s.arena);
    return found;
}

cli_exit cli_find_mesh(cli_convert_run *run)
{
    const ap_companion *companion = ap_md5anim_format.companion;
    const char *path = run->options.paths[0];
    bool among = false, no_memory = false;
    if (strcmp(path, "-") == 0)
        return CLI_CLEAN;
    cli_folder *folder = cli_folder_make(path, NULL, 0);
    no_memory = folder == NULL;
    const cli_candidate *found = no_memory ? NULL : cli_find_stem(folder, companion, path, &among);
    if (found == NULL && among)
        found = search(run, folder, companion);
    if (found != NULL) {
        run->mesh_found = strdup(found->path);
        no_memory = run->mesh_found == NULL;
    }
    no_memory = no_memory || folder->no_memory;
    cli_folder_let_go(folder);
    if (!no_memory)
        return CLI_CLEAN;
    cli_error("memory ran out");
    return CLI_INTERNAL;
}
