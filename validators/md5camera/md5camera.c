/* Defines the format md5camera: its grammar, and how a file is linted. */
#include "validators/md5camera/md5camera.h"

#include "validators/md5camera/md5camera_source.h"

static const char *const keywords[] = { "MD5Version", "commandline", "numFrames", "frameRate", "numCuts",
    "cuts", "camera", NULL };

/* Keywords of counts and sections. Some readers search the whole file for these words, and find them in the
   commandline. */
static const char *const commandline_words[] = { "numFrames", "frameRate", "numCuts", "cuts", "camera {",
    NULL };

static const char *const format_words[] = { "MD5Version", "numFrames", "frameRate", "numCuts", NULL };

static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5camera_rules, keywords);

/* The sections in their order. After a camera section that has no cuts section before it, the cuts section is
   still expected. */
static const ap_md5_section_with_successor sections[] = {
    [AP_CUTS] = { "cuts", ap_md5camera_read_or_write_cuts, AP_CAMERA, "cuts before camera" },
    [AP_CAMERA] = { "camera", ap_md5camera_read_or_write_frames, AP_CUTS, NULL },
};

static const ap_md5_grammar grammar = { .extension = ".md5camera",
    .kind = AP_MD5_CAMERA,
    .text_rules = &text_rules,
    .rules = ap_md5camera_rules,
    .header = ap_md5camera_read_or_write_header,
    .sections = sections,
    .section_count = sizeof sections / sizeof *sections,
    .trailing = AP_MD5CAMERA_RULE(TRAILING_CONTENT),
    .last_part = "section",
    .commandline_words = commandline_words,
    .format_words = format_words };

void ap_md5camera_begin_reading_and_check_type(
    ap_md5camera_stream *stream, ap_view input, ap_findings *findings)
{
    ap_md5_begin_reading_and_check_type(&stream->base, input, findings, &grammar);
}

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_md5camera_stream *stream = ap_alloc(findings->arena, sizeof *stream);
    if (stream == NULL)
        return;
    ap_md5camera_begin_reading_and_check_type(stream, input, findings);
    ap_md5_lint_file(&stream->base, options, result);
}

static ap_match_level recognize(ap_view input, ap_match_level least)
{
    return ap_md5_recognize(AP_MD5_CAMERA, input, least);
}

const ap_format ap_md5camera_format = {
    .name = "md5camera",
    .title = "id Tech 4 camera path",
    .extension = ".md5camera",
    .text = true,
    .keywords = keywords,
    .rules = { ap_md5camera_rules, MD5CAMERA_RULES },
    .fixers = &ap_md5camera_fixers,
    .figures = &ap_md5camera_figures,
    .may_be_marked = ap_md5_may_begin_with_version,
    .recognize = recognize,
    .lint = lint,
    .write = ap_md5camera_write_file,
    .fill = ap_md5camera_fill,
    .same = ap_md5camera_are_same,
    .to_gltf = ap_md5camera_to_gltf,
    .to_csv = ap_md5camera_to_csv,
    .compare = ap_md5camera_compare,
};
