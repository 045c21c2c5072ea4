/* Writes a file as a glTF document or a CSV table, or a motion as a BVH hierarchy. */
#include <string.h>

#include "cli/rewrite/convert.h"
#include "cli/shared/extension.h"
#include "validators/md5anim/md5anim.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/export_gltf.h"
#include "validators/services/export/md5anim_bvh.h"

static bool has_extension(const char *path, const char *extension)
{
    return cli_ends_in_any_case(path, strlen(path), extension);
}

bool cli_convert_can_use_mesh(const cli_convert_run *run)
{
    return run->wanted.to == CLI_TO_POSITIONS
           || (run->wanted.to == CLI_TO_GLTF
               && has_extension(run->options.paths[0], ap_md5anim_format.extension));
}

cli_convert_result cli_convert_gltf(cli_convert_run *run)
{
    cli_linted_file *subject = &run->subject;
    const bool animation = subject->format == &ap_md5anim_format;
    const ap_companion_use *use = run->options.lint.companions;
    ap_export_source source = { .input = subject->input.view, .options = &run->options.lint };
    ap_gltf gltf;
    if (run->wanted.mesh != NULL && !animation)
        return CLI_NOT_FOR_FORMAT;
    if (animation
        && use != NULL
        /* the count grows while the animation is compared with its mesh */
        && use->findings->counts[AP_ERROR] > 0)
        return CLI_NOT_CONVERTED;
    if (animation)
        source.mesh = run->companion.input.view;
    ap_gltf_init(&gltf, &subject->arena);
    bool complete = ap_export_gltf(subject->format, &source, &gltf) && !subject->arena.failed;
    run->refused = gltf.refused;
    if (!complete)
        return gltf.refused != NULL && !subject->arena.failed ? CLI_REFUSED : CLI_NOT_CONVERTED;
    run->remarks = gltf.remarks.first;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return CLI_NOT_CONVERTED;
    complete = ap_gltf_write(&gltf, has_extension(run->wanted.out, ".glb"), &run->target.writer);
    run->refused = gltf.refused;
    return complete ? CLI_CONVERTED : gltf.refused != NULL ? CLI_REFUSED : CLI_NOT_CONVERTED;
}

cli_convert_result cli_convert_csv(cli_convert_run *run)
{
    cli_linted_file *subject = &run->subject;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return CLI_NOT_CONVERTED;
    ap_csv csv = { .stream = run->target.output.stream, .arena = &subject->arena };
    const bool complete = ap_export_csv(subject->format, subject->input.view, &run->options.lint, &csv);
    run->refused = csv.refused;
    if (csv.refused != NULL)
        return CLI_REFUSED;
    return complete && fflush(csv.stream) == 0 ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}

cli_convert_result cli_convert_bvh(cli_convert_run *run)
{
    cli_linted_file *subject = &run->subject;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return CLI_NOT_CONVERTED;
    FILE *stream = run->target.output.stream;
    const bool complete = ap_md5anim_to_bvh(subject->input.view, &subject->arena, stream, &run->renamed);
    return complete && fflush(stream) == 0 ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}
