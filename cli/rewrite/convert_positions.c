/* Writes the positions of an animation's joints at given times, as text or JSON. */
#include <math.h>

#include "cli/rewrite/convert.h"
#include "core/json/json_put.h"
#include "core/number/float_text.h"
#include "validators/md5anim/md5anim_poses.h"

enum { AXES = 3, SECONDS_TEXT_BYTES = 40 };

/* Returns true if all coordinates fit float32. Otherwise sets run->joint. */
static bool positions_fit_float32_or_set_joint(cli_convert_run *run, const ap_md5anim_poses *poses)
{
    for (size_t i = 0; i < poses->joint_count * run->wanted.time_count; i++) {
        for (size_t axis = 0; axis < AXES; axis++) {
            if (isfinite((float)poses->transforms[i].position[axis]))
                continue;
            run->joint = poses->joints[i % poses->joint_count].name;
            return false;
        }
    }
    return true;
}

static void put_seconds_as_text(FILE *stream, double seconds)
{
    char text[SECONDS_TEXT_BYTES];
    (void)ap_value_text(ap_double(seconds), text, sizeof text);
    fputs(text, stream);
}

static void put_coordinate(FILE *stream, double value)
{
    char text[AP_FLOAT_TEXT_BYTES];
    const size_t length = ap_float_text((float)value, text);
    (void)fwrite(text, 1, length, stream);
}

static void put_positions_as_text(const cli_convert_run *run, const ap_md5anim_poses *poses, FILE *stream)
{
    const ap_md5_transform *transform = poses->transforms;
    for (size_t time = 0; time < run->wanted.time_count; time++) {
        fputs("at ", stream);
        put_seconds_as_text(stream, run->wanted.seconds[time]);
        fputc('\n', stream);
        for (size_t i = 0; i < poses->joint_count; i++, transform++) {
            const ap_view name = poses->joints[i].name;
            fputc('"', stream);
            (void)fwrite(name.bytes, 1, name.size, stream);
            fputc('"', stream);
            for (size_t axis = 0; axis < AXES; axis++) {
                fputc(' ', stream);
                put_coordinate(stream, transform->position[axis]);
            }
            fputc('\n', stream);
        }
    }
}

static void put_joints(ap_json_put *put, const ap_md5anim_poses *poses)
{
    ap_json_put_begin_array(put, "joints");
    for (size_t i = 0; i < poses->joint_count; i++) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_view(put, "name", poses->joints[i].name);
        ap_json_put_integer(put, "parent", poses->joints[i].parent);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

static void put_position(ap_json_put *put, const ap_md5_transform *transform)
{
    ap_json_put_begin_array(put, NULL);
    for (size_t axis = 0; axis < AXES; axis++) {
        ap_json_put_begin_raw(put, NULL);
        put_coordinate(ap_json_put_stream(put), transform->position[axis]);
    }
    ap_json_put_end_array(put);
}

static void put_positions_as_json(const cli_convert_run *run, const ap_md5anim_poses *poses, FILE *stream)
{
    const ap_md5_transform *transform = poses->transforms;
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    ap_json_put_begin_object(&put, NULL);
    put_joints(&put, poses);
    ap_json_put_begin_array(&put, "poses");
    for (size_t time = 0; time < run->wanted.time_count; time++) {
        ap_json_put_begin_object(&put, NULL);
        ap_json_put_begin_raw(&put, "seconds");
        put_seconds_as_text(ap_json_put_stream(&put), run->wanted.seconds[time]);
        ap_json_put_begin_array(&put, "positions");
        for (size_t i = 0; i < poses->joint_count; i++)
            put_position(&put, transform++);
        ap_json_put_end_array(&put);
        ap_json_put_end_object(&put);
    }
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}

cli_convert_result cli_convert_positions(cli_convert_run *run)
{
    ap_md5anim_poses poses;
    const ap_view input = run->subject.input.view;
    if (!ap_md5anim_compute_poses(
            input, run->wanted.seconds, run->wanted.time_count, &run->subject.arena, &poses))
        return CLI_NOT_CONVERTED;
    if (!positions_fit_float32_or_set_joint(run, &poses))
        return CLI_TOO_FAR;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return CLI_NOT_CONVERTED;
    FILE *stream = run->target.output.stream;
    if (run->wanted.positions_form == CLI_POSITIONS_JSON)
        put_positions_as_json(run, &poses, stream);
    else
        put_positions_as_text(run, &poses, stream);
    return fflush(stream) == 0 ? CLI_CONVERTED : CLI_NOT_CONVERTED;
}
