/* Compares two versions of the .md5scale of an animation, together with the new version of the animation. */
#include <string.h>

#include "cli/compare/compare.h"
#include "cli/shared/extension.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "core/finding/lines.h"
#include "validators/md5anim/md5anim.h"
#include "validators/services/compare/md5scale_compare.h"

typedef struct scale_inputs {
    cli_compare_run *run;
    ap_input inputs[3];   /* OLD, NEW, the animation */
    const char *paths[3]; /* paths of the inputs in messages */
    bool compared;
} scale_inputs;

bool cli_is_scale_file_path(const char *path)
{
    return cli_ends_in_any_case(path, strlen(path), ap_md5anim_format.sidecar->extension);
}

/* Returns true if `path` has the name of `scale` with the extension of an animation. */
static bool is_animation_path_of_scale(const char *path, const char *scale)
{
    const size_t length = strlen(path), bytes = strlen(ap_md5anim_format.extension);
    const size_t stem = strlen(scale) - strlen(ap_md5anim_format.sidecar->extension);
    return length == stem + bytes && cli_ends_in_any_case(path, length, ap_md5anim_format.extension)
           && strncmp(path, scale, stem) == 0;
}

/* Loads the new version of the animation; in a comparison with a revision, also an unchanged one, which git does not list. Leaves
   its input empty if the animation is missing or unreadable, which lint reports; the names of joints are then not compared. */
static void load_animation(scale_inputs *all)
{
    cli_compare_run *run = all->run;
    ap_input *input = &all->inputs[2];
    cli_compared_side *side = &run->sides[1];
    const cli_compared_file *scale = run->pair[1];
    for (size_t i = 0; i < side->count; i++) {
        if (!is_animation_path_of_scale(side->files[i].path, scale->path))
            continue;
        all->paths[2] = side->files[i].path;
        if (side->files[i].skipped != NULL || cli_compare_load_file(side, &side->files[i], input) != AP_OK)
            ap_input_release(input);
        return;
    }
    char *path = (char *)ap_arena_copy_text(&run->scratch, scale->path, strlen(scale->path));
    if (path == NULL || run->sides[0].revision == NULL || scale->kind != CLI_ENTRY_FILE)
        return;
    /* the extension of an animation is shorter */
    strcpy(path + strlen(path) - strlen(ap_md5anim_format.sidecar->extension), ap_md5anim_format.extension);
    all->paths[2] = path;
    if (ap_input_load_known_regular_file(input, path) != AP_OK)
        ap_input_release(input);
}

/* Stores the mistake in the syntax of a version as the reason why the file cannot be compared. */
static void store_syntax_error(cli_compare_run *run, const cli_compared_file *file, const ap_finding *finding)
{
    run->error_path = file->path;
    snprintf(run->error, sizeof run->error, "%zu:%zu: %s [%s]", finding->line, finding->column,
        finding->message, finding->rule->id);
}

static void compare_scale_files_guarded(void *context)
{
    scale_inputs *all = context;
    cli_compare_run *run = all->run;
    ap_findings findings;
    bool is_old;
    const ap_scales_and_animation versions = { all->inputs[0].view, all->inputs[1].view,
        all->inputs[2].view };
    ap_findings_init(&findings, &run->scratch, NULL, 0, 0);
    ap_changes_init(&run->changes, &run->scratch);
    all->compared = ap_compare_scales(&versions, &findings, &run->changes, &is_old);
    if (findings.first != NULL) {
        ap_locate_findings(&findings, is_old ? versions.old_input : versions.new_input);
        store_syntax_error(run, run->pair[is_old ? 0 : 1], findings.first);
    }
}

/* Loads version `number` of the file. Returns false after a message. */
static bool load_scale_file_version(scale_inputs *all, size_t number)
{
    cli_compare_run *run = all->run;
    const cli_compared_file *file = run->pair[number];
    ap_input *input = &all->inputs[number];
    all->paths[number] = file->path;
    const ap_status status = cli_compare_load_file(&run->sides[number], file, input);
    if (status == AP_OK)
        return true;
    run->error_path = file->path;
    snprintf(run->error, sizeof run->error, "%s", input->error);
    run->files.result =
        cli_worse_exit_by_rank(run->files.result, cli_report_status(file->path, status, input));
    return false;
}

static void compare_loaded_scale_files(scale_inputs *all)
{
    cli_compare_run *run = all->run;
    ap_input *const inputs[] = { &all->inputs[0], &all->inputs[1],
        all->inputs[2].view.size > 0 ? &all->inputs[2] : NULL };
    size_t lost;
    const ap_status status = ap_input_run_guarded_all(inputs, 3, compare_scale_files_guarded, all, &lost);
    cli_exit result = CLI_CLEAN;
    if (status != AP_OK)
        result = cli_report_status(all->paths[lost], status, inputs[lost]);
    else if (run->scratch.failed)
        result = cli_report_no_memory(run->pair[1]->path);
    else if (!all->compared && run->sides[0].revision == NULL)
        result = CLI_UNREADABLE;
    run->compared = status == AP_OK && all->compared;
    run->files.result = cli_worse_exit_by_rank(run->files.result, result);
    if (!run->compared && run->error[0] == '\0')
        snprintf(run->error, sizeof run->error, "%s",
            run->scratch.failed ? "memory ran out (--max-memory)" : "the versions could not be compared");
}

void cli_compare_scale_versions(cli_compare_run *run)
{
    scale_inputs all = { .run = run };
    run->error_path = NULL;
    run->error[0] = '\0';
    run->pair_format = NULL;
    ap_arena_reset(&run->scratch);
    for (size_t i = 0; i < 3; i++)
        ap_input_init(&all.inputs[i], run->files.asked.reading.max_input_bytes);
    if (load_scale_file_version(&all, 0) && load_scale_file_version(&all, 1)) {
        load_animation(&all);
        compare_loaded_scale_files(&all);
    }
    for (size_t i = 0; i < 3; i++)
        ap_input_free_memory(&all.inputs[i]);
    if (run->compared && strcmp(run->pair[0]->key, run->pair[1]->key) != 0)
        cli_compare_insert_move_first(&run->changes, run->pair[0]);
    run->compared = run->compared && !run->scratch.failed;
}
