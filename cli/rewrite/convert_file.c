/* Converts files in memory. The functions run under the guards of the input. */
#include "cli/rewrite/convert.h"
#include "core/json/json_tree.h"
#include "validators/field_at.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/memg/obj/obj_positions.h"
#include "validators/mrtk/mrtk_write.h"

static cli_convert_result convert_mrtk_version(cli_convert_run *run)
{
    ap_arena *arena = &run->subject.arena;
    const ap_mrtk_animation *from =
        ap_mrtk_read(run->subject.input.view, ap_mrtk_variant_wanted(&run->options.lint), arena);
    if (from == NULL)
        return CLI_NOT_CONVERTED;
    const int32_t minor = run->wanted.to < 0 ? from->minor : run->wanted.to;
    const ap_mrtk_variant variant = run->wanted.variant == AP_MRTK_AUTO ? from->variant : run->wanted.variant;
    ap_mrtk_animation *to = ap_mrtk_convert(from, minor, variant, arena, &run->losses);
    const bool complete = to != NULL && cli_output_file_open_or_keep_error(&run->target)
                          && ap_mrtk_write(to, &run->target.writer);
    return complete ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}

static cli_convert_result convert_memg_order(cli_convert_run *run)
{
    ap_memg_form form = { .endianness = run->wanted.endianness,
        .from = ap_memg_wanted_matrix_order(&run->options.lint),
        .to = run->wanted.order };
    if (!run->wanted.order_given)
        form.to = form.from;
    const bool complete =
        cli_output_file_open_or_keep_error(&run->target)
        && ap_memg_write_in_form(run->subject.input.view, &form, &run->subject.arena, &run->target.writer);
    return complete ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}

static cli_convert_result convert_motion_to_obj(cli_convert_run *run)
{
    ap_memg_positions positions;
    const ap_companion_use *use = run->options.lint.companions;
    const ap_obj_scene *scene = use->model;
    if (use->findings->counts[AP_ERROR] > 0) /* the count grows while the motion is compared with its scene */
        return CLI_NOT_CONVERTED;
    const ap_memg_positions_result placing =
        ap_memg_compute_positions(run->subject.input.view, ap_memg_wanted_matrix_order(&run->options.lint),
            run->wanted.timestep, scene->vertex_count, &run->subject.arena, &positions, &run->timesteps);
    if (placing == AP_MEMG_POSITIONS_NO_TIMESTEP)
        return CLI_NO_TIMESTEP;
    if (placing != AP_MEMG_POSITIONS_DONE)
        return CLI_NOT_CONVERTED;
    run->vertex = positions.first_not_finite;
    if (run->vertex != 0)
        return CLI_NOT_FINITE;
    const bool complete =
        cli_output_file_open_or_keep_error(&run->target)
        && ap_obj_write_positions(run->companion.input.view, &positions, &run->target.writer);
    return complete ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}

/* Reads the file a second time, with a listener that writes each field as JSON. */
cli_convert_result cli_convert_to_json(cli_convert_run *run)
{
    cli_linted_file *subject = &run->subject;
    ap_json_tree_writer tree;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return CLI_NOT_CONVERTED;
    ap_json_tree_begin(
        &tree, &run->target.writer, subject->input.view, subject->format->name, subject->about.variant);
    const bool complete = ap_pass_fields_to_listener(
        subject->format, subject->input.view, &run->options.lint, &tree.listener, &subject->arena);
    ap_json_tree_end(&tree);
    return complete && !run->target.writer.failed ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}

void cli_convert_file(void *context)
{
    cli_convert_run *run = context;
    const cli_convert_options *wanted = &run->wanted;
    const cli_output_form *form = cli_output_form_of(wanted->to);
    const bool for_mrtk = wanted->to >= 0 || wanted->variant != AP_MRTK_AUTO;
    const ap_format *needed = form != NULL ? form->format : for_mrtk ? &ap_mrtk_format : &ap_memg_format;
    if (needed != NULL && run->subject.format != needed)
        run->result = CLI_NOT_FOR_FORMAT;
    else if (form != NULL)
        run->result = form->convert(run);
    else if (for_mrtk)
        run->result = convert_mrtk_version(run);
    else if (wanted->scene == NULL)
        run->result = convert_memg_order(run);
    else
        run->result = convert_motion_to_obj(run);
}
