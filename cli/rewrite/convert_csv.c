/* Writes a file as a CSV table, or a motion as a BVH hierarchy. */
#include "cli/rewrite/convert.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/md5anim_bvh.h"

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
