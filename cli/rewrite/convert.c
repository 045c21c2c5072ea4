/* Implements animproof convert: writes a file in another form, and reports what that form cannot express. */
#include <stdlib.h>

#include "cli/options/commands.h"
#include "cli/rewrite/convert.h"
#include "cli/shared/input_copy.h"
#include "validators/md5anim/md5anim.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"

enum { JOINT_NAME_BYTES = 80 };

static void report_losses_and_additions(const char *name, const ap_mrtk_losses_and_additions *losses)
{
    if (losses->keys > 0)
        cli_error_about(name, "lost: tangents, weights and weighted mode of %zu key%s", losses->keys,
            cli_plural_s(losses->keys));
    if (losses->loses_gaze)
        cli_error_about(
            name, "lost: the gaze, %zu key%s", losses->gaze_keys, cli_plural_s(losses->gaze_keys));
    if (losses->markers > 0)
        cli_error_about(name, "lost: %zu marker%s", losses->markers, cli_plural_s(losses->markers));
    if (losses->adds_camera)
        cli_error_about(name, "added: a camera with empty curves");
    if (losses->adds_hands)
        cli_error_about(name, "added: hands with empty curves");
}

static cli_exit report_failed_conversion(const cli_convert_run *run)
{
    const cli_linted_file *subject = &run->subject;
    char joint[JOINT_NAME_BYTES];
    switch (run->result) {
    case CLI_NOT_FOR_FORMAT:
        return cli_usage_error("convert", "these options do not apply to %s files", subject->format->name);
    case CLI_NO_TIMESTEP:
        return cli_usage_error("convert", "--timestep: %zu is too large, the file has %zu timesteps (from 0)",
            run->wanted.timestep, run->timesteps);
    case CLI_NOT_FINITE:
        return cli_fail(CLI_FINDINGS, subject->name,
            "the position of vertex %zu is not finite; an .obj file needs finite positions", run->vertex);
    case CLI_TOO_FAR:
        (void)ap_quote(run->joint, joint, sizeof joint);
        return cli_fail(CLI_FINDINGS, subject->name, "the position of joint %s does not fit float32", joint);
    case CLI_REFUSED:
        return cli_fail(CLI_FINDINGS, subject->name, "%s", run->refused);
    case CLI_NOT_CONVERTED:
    case CLI_CONVERTED:
        break;
    }
    return cli_fail(CLI_INTERNAL, subject->name, "internal error: the file could not be converted");
}

/* Loads, lints and converts the file, and replaces the output only if everything succeeded. */
static cli_exit load_and_convert_file(cli_convert_run *run)
{
    const char *name = run->options.paths[0];
    cli_exit result = cli_load_lint_and_run(&run->subject, name, cli_convert_file, run);
    if (result != CLI_UNREADABLE)
        result = cli_worse_exit_by_rank(result, cli_companion_report_errors(&run->companion));
    const bool written = result == CLI_CLEAN && run->result == CLI_CONVERTED;
    const bool unwritable = result == CLI_CLEAN && cli_output_file_has_error(&run->target);
    const cli_exit closed = cli_output_file_close(&run->target, written || unwritable);
    if (closed != CLI_CLEAN || result != CLI_CLEAN)
        return cli_worse_exit_by_rank(closed, result);
    if (run->result != CLI_CONVERTED)
        return report_failed_conversion(run);
    report_losses_and_additions(name, &run->losses);
    if (run->renamed > 0)
        cli_error_about(
            name, "renamed: %zu joints, because BVH names have no blanks or braces", run->renamed);
    for (const ap_gltf_remark *remark = run->remarks; remark != NULL; remark = remark->next)
        cli_error_about(name, "%s", remark->text);
    return CLI_CLEAN;
}

/* If the conversion can read big-endian files, lowers the severity of rule memg/byte-order, so that such a file has no
   error. */
static void allow_big_endian_if_conversion_reads_it(cli_convert_run *run)
{
    const cli_output_form *form = cli_output_form_of(run->wanted.to);
    if ((form != NULL && form->format == NULL) || run->wanted.endianness != AP_MEMG_KEEP_ENDIAN
        || run->wanted.scene != NULL)
        ap_rule_settings_set_level(&run->options.rule_settings, "memg/byte-order", AP_NOTE);
}

/* Sets *path to the companion of the file: the scene of --obj-positions, the mesh of --mesh, or the mesh that a search
   finds; NULL without a companion. Returns CLI_CLEAN, or another code after a message. */
static cli_exit choose_companion(cli_convert_run *run, const char **path)
{
    *path = run->wanted.scene != NULL ? run->wanted.scene : run->wanted.mesh;
    if (*path != NULL || !cli_convert_can_use_mesh(run))
        return CLI_CLEAN;
    const cli_exit result = cli_convert_find_mesh_if_any(run);
    *path = run->mesh_found;
    return result;
}

static cli_exit load_companion(cli_convert_run *run, const char *path)
{
    const ap_format *format = run->wanted.scene != NULL ? &ap_memg_format : &ap_md5anim_format;
    cli_companion_open(&run->companion, format->companion, path, &run->options);
    if (run->companion.use.model != NULL)
        run->options.lint.companions = &run->companion.use;
    return run->companion.arena.failed ? cli_report_no_memory(path)
                                       : cli_companion_report_errors(&run->companion);
}

static cli_exit convert_with_companion(cli_convert_run *run)
{
    const char *path;
    cli_exit result = choose_companion(run, &path);
    if (result != CLI_CLEAN)
        return result;
    allow_big_endian_if_conversion_reads_it(run);
    cli_linted_file_init(&run->subject, &run->options, stderr);
    run->subject.companion = &run->companion;
    cli_output_file_init(&run->target, run->wanted.out);
    cli_output_file_guard_input_until_close(&run->target, run->options.paths[0]);
    cli_output_file_guard_input_until_close(&run->target, path);
    result = load_companion(run, path);
    if (result == CLI_CLEAN)
        result = run->from_json ? cli_convert_from_json(run) : load_and_convert_file(run);
    cli_companion_close(&run->companion);
    cli_linted_file_free(&run->subject);
    return result;
}

static void set_defaults(void *record)
{
    cli_convert_run *run = record;
    cli_reading_set_defaults(&run->options);
    run->wanted.to = CLI_TO_NOT_GIVEN;
}

static cli_exit run_convert(void *record, cli_operands words)
{
    cli_convert_run *run = record;
    run->options.paths = words.items;
    run->options.path_count = words.count;
    const cli_exit result = cli_check_and_complete_convert_options(run, words);
    return result == CLI_CLEAN ? convert_with_companion(run) : result;
}

static void release_record(void *record)
{
    cli_convert_run *run = record;
    free(run->wanted.seconds);
    free(run->mesh_found);
}

static const cli_example examples[] = {
    { "animproof convert walk.md5anim -o walk.json", "Writes every value with its name, as JSON." },
    { "animproof convert walk.md5anim -o walk.glb",
        "Writes a binary glTF, with the mesh found in the file's folder." },
    { "animproof convert walk.json -o walk.md5anim",
        "Writes the md5anim file that the JSON document describes." },
    { "animproof convert walk.md5anim --to positions --at 0,0.5 -o -",
        "Prints the positions of the joints at two times." },
    { NULL, NULL },
};

const cli_command cli_convert = {
    .name = "convert",
    .words = "FILE -o OUT",
    .usage = "[OPTION]... FILE -o OUT",
    .summary = "converts a file to another format or version",
    .about = "Converts FILE ('-' for standard input) and writes the result to OUT ('-' for standard output). "
             "Reports what is lost or added. A file with errors is not converted; its findings are printed. "
             "Without --to and a known file name extension of OUT, FILE must be a JSON document written by "
             "--to json, and is converted back to its format.",
    .examples = examples,
    .exits = "0 done, 1 FILE or its companion has errors, 2 usage, 3 a file could not be read or written, 4 "
             "internal error or limit.",
    .options = cli_conversion_options,
    .record_bytes = sizeof(cli_convert_run),
    .prepare = set_defaults,
    .run = run_convert,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
