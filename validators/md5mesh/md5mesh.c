/* Defines the format md5mesh: its grammar, and how a file is linted or read as a companion. */
#include "validators/md5mesh/md5mesh.h"

#include "validators/md5/md5_set.h"
#include "validators/md5mesh/md5mesh_content.h"
#include "validators/md5mesh/md5mesh_reach.h"
#include "validators/md5mesh/md5mesh_source.h"

#define FILE_WORDS "MD5Version", "commandline", "numJoints", "numMeshes", "joints", "mesh"

static const char *const keywords[] = { FILE_WORDS, NULL };

static const char *const block_keywords[] = { FILE_WORDS, "name", "shader", "numverts", "vert", "numtris",
    "tri", "numweights", "weight", NULL };

static const char *const format_words[] = { "MD5Version", "numJoints", "numMeshes", "numverts", "numtris",
    "numweights", NULL };

/* Keywords of counts and sections. Some readers search the whole file for these words, and find them in the
   commandline. */
static const char *const commandline_words[] = { "numJoints", "numMeshes", "joints", "mesh {", NULL };

static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5mesh_rules, keywords);
const ap_text_rules ap_md5mesh_block_rules = AP_MD5_TEXT_RULES(ap_md5mesh_rules, block_keywords);

void ap_md5mesh_select_keywords(ap_md5_mesh *mesh, bool inside)
{
    ap_text *text = &mesh->stream.text;
    text->rules = inside ? &ap_md5mesh_block_rules : &text_rules;
    text->lexer.rules = &text->rules->lexer;
}

static void set_keywords_of_section(ap_md5_stream *stream, int kind)
{
    ap_md5mesh_select_keywords(ap_md5mesh_of(stream), kind == AP_MESH);
}

static void report_if_first_surplus_block(ap_md5_mesh *mesh)
{
    const ap_text_integer *count = &mesh->mesh_count;
    if (!count->known || mesh->stream.blocks_broken || mesh->stream.blocks != (size_t)count->value)
        return;
    ap_add_finding_at(&mesh->stream.text.io, AP_MD5MESH_RULE(MESH_COUNT),
        ap_text_peek_token(&mesh->stream.text).span, "meshes", ap_integer(count->value),
        ap_text_value("more"), "this mesh block is too many: the header says that there %s %d",
        count->value == 1 ? "is" : "are", (int)count->value);
}

static bool read_block(ap_md5_stream *stream)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    report_if_first_surplus_block(mesh);
    stream->blocks++;
    if (!ap_md5mesh_read_or_write_block(mesh))
        return false;
    ap_md5mesh_select_keywords(mesh, false);
    return true;
}

static const ap_md5_section_with_successor sections[] = {
    [AP_JOINTS] = { "joints", ap_md5mesh_read_or_write_joints, AP_MESH, NULL },
    [AP_MESH] = { "mesh", read_block, AP_MESH, NULL },
};

static ap_md5_block_counts mesh_block_counts(const ap_md5_stream *stream)
{
    return (ap_md5_block_counts){ &((const ap_md5_mesh *)stream)->mesh_count, stream->blocks };
}

static void report_missing_blocks(ap_md5_stream *stream)
{
    const int count = (int)mesh_block_counts(stream).in_header->value;
    ap_add_finding_at(&stream->text.io, AP_MD5MESH_RULE(MESH_COUNT),
        (ap_span){ stream->text.io.input.size, 0 }, "meshes", ap_integer(count), ap_size(stream->blocks),
        "the file ends after %zu of %d %s", stream->blocks, count, count == 1 ? "mesh" : "meshes");
}

static const ap_md5_grammar grammar = { .extension = ".md5mesh",
    .kind = AP_MD5_MESH,
    .text_rules = &text_rules,
    .rules = ap_md5mesh_rules,
    .header = ap_md5mesh_read_or_write_header,
    .sections = sections,
    .section_count = sizeof sections / sizeof *sections,
    .blocks = mesh_block_counts,
    .report_missing_blocks = report_missing_blocks,
    .before_section = set_keywords_of_section,
    .trailing = AP_MD5MESH_RULE(TRAILING_CONTENT),
    .last_part = "mesh block",
    .joints_name = "joints",
    .commandline_words = commandline_words,
    .format_words = format_words };

void ap_md5mesh_begin_reading_and_check_type(ap_md5_mesh *mesh, ap_view input, ap_findings *findings)
{
    ap_md5_begin_reading_and_check_type(&mesh->stream, input, findings, &grammar);
    mesh->pose_is_valid = true;
}

ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings)
{
    ap_md5_mesh *mesh = ap_alloc(findings->arena, sizeof *mesh);
    if (mesh == NULL)
        return NULL;
    ap_md5mesh_begin_reading_and_check_type(mesh, input, findings);
    ap_md5_read_file(&mesh->stream);
    ap_md5mesh_finish_model(mesh);
    ap_md5mesh_prepare_reach_if_affordable(&mesh->model, findings->arena);
    ap_md5mesh_check_content(mesh);
    return mesh;
}

/* Reads the joints of a file; returns NULL if they are not complete or not the first section, or when out of memory. */
static const ap_md5_joints *read_joints(ap_view input, ap_arena *arena)
{
    ap_findings *unseen = ap_alloc(arena, sizeof *unseen);
    ap_md5_mesh *mesh = ap_alloc(arena, sizeof *mesh);
    if (unseen == NULL || mesh == NULL)
        return NULL;
    ap_findings_init(unseen, arena, NULL, 1, 1);
    ap_md5mesh_begin_reading_and_check_type(mesh, input, unseen);
    if (!mesh->stream.ended)
        ap_md5mesh_read_or_write_header(&mesh->stream);
    const bool complete = !mesh->stream.ended && ap_md5_next_section_number(&mesh->stream) == AP_JOINTS
                          && ap_md5mesh_read_or_write_joints(&mesh->stream);
    return complete ? &mesh->stream.joints : NULL;
}

ap_view ap_md5_mesh_peek_joint_names(ap_view input, ap_arena *arena)
{
    const ap_md5_joints *joints = read_joints(input, arena);
    return joints == NULL ? (ap_view){ NULL, 0 } : ap_md5_pack_joint_names_if_complete(joints, arena);
}

static ap_view find_skeleton(ap_view start, ap_arena *arena)
{
    const ap_view scanned = ap_md5_scan_skeleton(start, "\njoints", arena);
    if (scanned.size > 0)
        return scanned;
    const ap_md5_joints *joints = read_joints(start, arena);
    return joints == NULL ? (ap_view){ NULL, 0 } : ap_md5_make_skeleton_if_complete(joints, arena);
}

static const ap_skeleton_comparer skeleton_comparer = { .rule = &ap_md5mesh_rules[MD5_SET_SKELETON],
    .skeleton = find_skeleton,
    .names = ap_md5_skeleton_names,
    .are_akin = ap_md5_skeletons_are_akin,
    .difference = ap_md5_skeleton_difference };

const ap_md5_stream *ap_md5_mesh_stream(const ap_md5_mesh *mesh)
{
    return &mesh->stream;
}

bool ap_md5_mesh_joints_are_valid(const ap_md5_mesh *mesh)
{
    return mesh->stream.valid[AP_JOINTS] && mesh->pose_is_valid;
}

const float *ap_md5_mesh_joint_position(const ap_md5_mesh *mesh, size_t joint)
{
    return mesh->pose[joint].position;
}

const float *ap_md5_mesh_joint_orientation(const ap_md5_mesh *mesh, size_t joint)
{
    return mesh->pose[joint].orientation;
}

/* Returns true if the file was already read without findings as a companion, and the options ask for no other check. */
static bool is_earlier_companion_reading_enough(const ap_lint_options *options)
{
    return options->clean_model != NULL && options->set == NULL && options->policy == NULL
           && options->listener == NULL;
}

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    if (is_earlier_companion_reading_enough(options)) {
        ap_md5_fill_version_and_kept_reason(ap_md5_mesh_stream(options->clean_model), result);
        return;
    }
    ap_md5_mesh *mesh = ap_alloc(findings->arena, sizeof *mesh);
    if (mesh == NULL)
        return;
    ap_md5mesh_begin_reading_and_check_type(mesh, input, findings);
    /* Without a model, each block is read into the memory of the block before it. */
    mesh->model.incomplete = !ap_md5mesh_is_content_checked(findings);
    ap_md5_lint_file(&mesh->stream, options, result);
    ap_md5mesh_finish_model(mesh);
    ap_md5mesh_check_content(mesh);
    ap_md5_check_skeleton_of_set(&mesh->stream, options->set);
}

static ap_match_level recognize(ap_view input, ap_match_level least)
{
    return ap_md5_recognize(AP_MD5_MESH, input, least);
}

const ap_format ap_md5mesh_format = {
    .name = "md5mesh",
    .title = "id Tech 4 mesh",
    .extension = ".md5mesh",
    .text = true,
    .keywords = block_keywords,
    .set = &skeleton_comparer,
    .rules = { ap_md5mesh_rules, MD5MESH_RULES },
    .fixers = &ap_md5mesh_fixers,
    .figures = &ap_md5mesh_figures,
    .may_be_marked = ap_md5_may_begin_with_version,
    .recognize = recognize,
    .lint = lint,
    .write = ap_md5mesh_write_file,
    .fill = ap_md5mesh_fill,
    .same = ap_md5mesh_are_same,
    .to_gltf = ap_md5mesh_to_gltf,
    .to_csv = ap_md5mesh_to_csv,
    .compare = ap_md5mesh_compare,
};
