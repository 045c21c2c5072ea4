/* Defines the format md5anim: its grammar, its companion mesh, and how a file is linted. */
#include "validators/md5anim/md5anim.h"

#include "validators/companion_use.h"
#include "validators/md5/md5_kind.h"
#include "validators/md5/md5_set.h"
#include "validators/md5anim/md5anim_content.h"
#include "validators/md5anim/md5anim_describe.h"
#include "validators/md5anim/md5anim_prune.h"
#include "validators/md5anim/md5anim_source.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/md5scale/md5scale.h"

static const char *const keywords[] = { "MD5Version", "commandline", "numFrames", "numJoints", "frameRate",
    "numAnimatedComponents", "hierarchy", "bounds", "baseframe", "frame", NULL };

/* Keywords of counts and sections. Some readers search the whole file for these words, and find them in the
   commandline. */
static const char *const commandline_words[] = { "numFrames", "numJoints", "frameRate",
    "numAnimatedComponents", "hierarchy", "bounds", "baseframe", NULL };

static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5anim_rules, keywords);

static const char *const format_words[] = { "MD5Version", "numFrames", "numJoints", "numAnimatedComponents",
    "hierarchy", "baseframe", NULL };

static const ap_md5_section_with_successor sections[] = {
    [AP_HIERARCHY] = { "hierarchy", ap_md5anim_read_or_write_hierarchy, AP_BOUNDS, NULL },
    [AP_BOUNDS] = { "bounds", ap_md5anim_read_or_write_bounds, AP_BASEFRAME, NULL },
    [AP_BASEFRAME] = { "baseframe", ap_md5anim_read_or_write_baseframe, AP_FRAME, NULL },
    [AP_FRAME] = { "frame", ap_md5anim_read_or_write_frame, AP_FRAME, NULL },
};

/* Returns the expected and the found number of frames. After a fault that may have hidden frames, the
   number is taken from their indices. */
static ap_md5_block_counts frame_block_counts(const ap_md5_stream *base)
{
    const ap_md5anim_stream *stream = (const ap_md5anim_stream *)base;
    return (
        ap_md5_block_counts){ &stream->frame_count, base->blocks_broken ? stream->next_index : base->blocks };
}

static void report_if_frames_missing(ap_md5_stream *stream)
{
    const ap_text_integer *count = frame_block_counts(stream).in_header;
    ap_md5anim_correct_and_report_counts(stream);
    if (stream->blocks >= (size_t)count->value)
        return;
    ap_add_finding_at(&stream->text.io, AP_MD5ANIM_RULE(FRAME_MISSING),
        (ap_span){ stream->text.io.input.size, 0 }, "frames", ap_integer(count->value),
        ap_size(stream->blocks), "the file ends after %zu of %d %s", stream->blocks, (int)count->value,
        count->value == 1 ? "frame" : "frames");
    ap_add_related_place(&stream->text.io, count->span, AP_MD5_COUNT_LABEL);
}

static const ap_md5_grammar grammar = { .extension = ".md5anim",
    .kind = AP_MD5_ANIM,
    .text_rules = &text_rules,
    .rules = ap_md5anim_rules,
    .header = ap_md5anim_read_or_write_header,
    .sections = sections,
    .section_count = sizeof sections / sizeof *sections,
    .blocks = frame_block_counts,
    .report_missing_blocks = report_if_frames_missing,
    .correct_counts = ap_md5anim_correct_and_report_counts,
    .repeats_hide_blocks = true,
    .trailing = AP_MD5ANIM_RULE(TRAILING_CONTENT),
    .last_part = "frame",
    .joints_name = "hierarchy",
    .commandline_words = commandline_words,
    .format_words = format_words };

void ap_md5anim_begin_reading_and_check_type(ap_md5anim_stream *stream, ap_view input, ap_findings *findings)
{
    ap_md5_begin_reading_and_check_type(&stream->base, input, findings, &grammar);
    stream->base.text.io.subject = ap_md5anim_put_message_subject;
    stream->base.text.io.joint = ap_md5anim_joint_of_path;
    stream->previous_index = -1;
}

/* Initialises a stream that reads a file and discards its findings. Returns NULL when out of memory. */
static ap_md5anim_stream *begin_reading_without_findings(ap_view input, ap_arena *arena)
{
    ap_findings *unseen = ap_alloc(arena, sizeof *unseen);
    ap_md5anim_stream *stream = ap_alloc(arena, sizeof *stream);
    if (unseen == NULL || stream == NULL)
        return NULL;
    ap_findings_init(unseen, arena, NULL, 1, 1);
    ap_md5anim_begin_reading_and_check_type(stream, input, unseen);
    return stream;
}

ap_md5anim_stream *ap_md5anim_read_discarding_findings(ap_view input, ap_arena *arena, bool keeps_values)
{
    ap_md5anim_stream *stream = begin_reading_without_findings(input, arena);
    if (stream == NULL)
        return NULL;
    stream->keeps_values = keeps_values;
    ap_md5_read_file(&stream->base);
    return stream;
}

static const void *parse_mesh_even_if_invalid(ap_view input, ap_findings *findings)
{
    return ap_md5_mesh_parse(input, findings);
}

/* Reads the joints of a file; returns NULL if the hierarchy is not complete or not the first section, or when out of memory. */
static const ap_md5_joints *read_joints(ap_view file, ap_arena *arena)
{
    ap_md5anim_stream *stream = begin_reading_without_findings(file, arena);
    if (stream == NULL)
        return NULL;
    if (!stream->base.ended)
        ap_md5anim_read_or_write_header(&stream->base);
    const bool complete = !stream->base.ended && ap_md5_next_section_number(&stream->base) == AP_HIERARCHY
                          && ap_md5anim_read_or_write_hierarchy(&stream->base);
    return complete ? &stream->base.joints : NULL;
}

static ap_view names_for_mesh_search(ap_view file, ap_arena *arena)
{
    const ap_md5_joints *joints = read_joints(file, arena);
    return joints == NULL ? (ap_view){ NULL, 0 } : ap_md5_pack_joint_names_if_complete(joints, arena);
}

static ap_view find_skeleton(ap_view start, ap_arena *arena)
{
    const ap_view scanned = ap_md5_scan_skeleton(start, "\nhierarchy", arena);
    if (scanned.size > 0)
        return scanned;
    const ap_md5_joints *joints = read_joints(start, arena);
    return joints == NULL ? (ap_view){ NULL, 0 } : ap_md5_make_skeleton_if_complete(joints, arena);
}

static const ap_skeleton_comparer skeleton_comparer = { .rule = &ap_md5anim_rules[MD5_SET_SKELETON],
    .skeleton = find_skeleton,
    .names = ap_md5_skeleton_names,
    .are_akin = ap_md5_skeletons_are_akin,
    .difference = ap_md5_skeleton_difference };

static ap_view names_of_mesh_joints(const void *model, ap_arena *arena)
{
    return ap_md5_pack_joint_names_if_complete(&ap_md5_mesh_stream(model)->joints, arena);
}

static ap_view names_of_mesh_file(ap_view file, ap_arena *arena)
{
    return ap_md5_mesh_peek_joint_names(file, arena);
}

/* Implements ap_companion.is_distinct: returns true for the names of three joints or more. Fewer names, such
   as "root" or "origin", are common to many models. */
static bool are_enough_joints(ap_view names)
{
    return ap_md5_count_packed_names(names) >= 3;
}

static const char *const lone_animations[] = { "animation", "animations", "mesh" };

static const ap_companion mesh = { .name = "md5mesh",
    .option = "mesh",
    .help = "the .md5mesh that the md5anim files belong to",
    .extension = ".md5mesh",
    .parse = parse_mesh_even_if_invalid,
    .wants = names_for_mesh_search,
    .has = names_of_mesh_joints,
    .shared = "joint names",
    .peek = names_of_mesh_file,
    .is_distinct = are_enough_joints,
    .lone = lone_animations };

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_md5anim_stream *stream = ap_alloc(findings->arena, sizeof *stream);
    const ap_companion_use *mesh_use = ap_find_companion_use(options, &mesh);
    if (stream == NULL)
        return;
    ap_md5anim_begin_reading_and_check_type(stream, input, findings);
    stream->base.text.io.prefetch = options->no_simd ? NULL : options->prefetch;
    stream->keeps_values = mesh_use != NULL;
    stream->base.long_quaternions.is_postponed = true;
    ap_md5_lint_file(&stream->base, options, result);
    ap_md5anim_check_limits(stream);
    ap_md5anim_check_motion(stream);
    if (mesh_use != NULL && !stream->base.other_type)
        ap_md5anim_compare_every_joint_with_mesh(stream, mesh_use->model);
    ap_md5anim_check_comments(stream);
    ap_md5anim_check_content(stream, mesh_use == NULL ? NULL : mesh_use->model);
    stream->base.long_quaternions.is_postponed = false;
    ap_md5_report_long_quaternions(&stream->base);
    ap_md5_check_skeleton_of_set(&stream->base, options->set);
    ap_md5scale_check_companion(stream, ap_find_companion_use(options, &ap_md5scale));
    result->rewriting = !stream->root_is_shared
                            ? NULL
                            : "the pose changes in Doom 3: a joint shares numbers of "
                              "joint 0's position, which that reader moves, and in canonical "
                              "form each joint has its own";
}

static ap_match_level recognize(ap_view input, ap_match_level least)
{
    return ap_md5_recognize(AP_MD5_ANIM, input, least);
}

const ap_format ap_md5anim_format = {
    .name = "md5anim",
    .title = "id Tech 4 skeletal animation",
    .extension = ".md5anim",
    .text = true,
    .keywords = keywords,
    .companion = &mesh,
    .sidecar = &ap_md5scale,
    .set = &skeleton_comparer,
    .rules = { ap_md5anim_rules, MD5ANIM_RULES },
    .fixers = &ap_md5anim_fixers,
    .figures = &ap_md5anim_figures,
    .may_be_marked = ap_md5_may_begin_with_version,
    .recognize = recognize,
    .lint = lint,
    .write = ap_md5anim_write_file,
    .prune = ap_md5anim_prune,
    .fill = ap_md5anim_fill,
    .same = ap_md5anim_are_same,
    .describe = ap_md5anim_describe_field,
    .to_gltf = ap_md5anim_to_gltf,
    .to_csv = ap_md5anim_to_csv,
    .compare = ap_md5anim_compare,
};
