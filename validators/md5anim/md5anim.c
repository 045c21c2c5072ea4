/* Reads a whole file, and recognises one. */
#include "validators/md5anim/md5anim.h"

#include <string.h>

#include "validators/md5anim/md5anim_source.h"
#include "validators/md5anim/md5mesh.h"

static const char *const keywords[] = { "MD5Version", "commandline", "numFrames", "numJoints", "frameRate",
    "numAnimatedComponents", "hierarchy", "bounds", "baseframe", "frame", NULL };

static const char *const sections[] = { "hierarchy", "bounds", "baseframe", "frame", NULL };

static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5anim_rules, keywords);

void ap_md5anim_begin(ap_md5anim_reader *reader, ap_view input, ap_findings *findings)
{
    ap_md5_begin(&reader->base, input, findings, &text_rules, ap_md5anim_rules);
    reader->base.sections = sections;
    reader->base.joints_name = "hierarchy";
    reader->previous_index = -1;
}

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_md5anim_reader *reader = ap_alloc(findings->arena, sizeof *reader);
    if (reader == NULL)
        return;
    ap_md5anim_begin(reader, input, findings);
    reader->base.text.io.listener = options->listener;
    reader->portable = options->portable;
    if (!reader->base.ended)
        ap_md5anim_header(reader);
    ap_md5anim_sections(reader);
    if (options->mesh != NULL)
        ap_md5anim_match_mesh(reader, options->mesh);
    result->version = reader->base.version;
}

/* Recognising a file */

enum { BYTES_LOOKED_AT = 256 * 1024 /* of a file, however large: its header stands at its start */ };

/* The words of the keywords from `first` on that are only in an animation. */
static bool is_one_of(const ap_io *io, ap_token token, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (ap_token_is(io, token, *words))
            return true;
    }
    return false;
}

/* UTF-16 text, after its mark, whose ASCII letters begin with MD5. */
static bool is_utf16_md5(ap_view input)
{
    if (input.size < 8
        || (memcmp(input.bytes, "\xff\xfe", 2) != 0 && memcmp(input.bytes, "\xfe\xff", 2) != 0))
        return false;
    size_t low = input.bytes[0] == 0xff ? 2 : 3;
    return input.bytes[low] == 'M' && input.bytes[low + 2] == 'D' && input.bytes[low + 4] == '5';
}

static bool is_unfinished_version(ap_view input, ap_token first)
{
    static const char version[] = "MD5Version";
    size_t length = first.span.length;
    return first.kind == AP_TOKEN_WORD && length >= 3 && length < sizeof version
           && first.span.offset + length == input.size
           && memcmp(input.bytes + first.span.offset, version, length) == 0;
}

static ap_match recognize(ap_view input)
{
    static const char *const of_animation[] = { "numFrames", "frameRate", "numAnimatedComponents",
        "hierarchy", "baseframe", NULL };
    static const char *const of_mesh[] = { "numMeshes", "joints", "mesh", NULL };
    if (is_utf16_md5(input))
        return AP_MATCH_CERTAIN;
    ap_text text;
    ap_view start = { input.bytes, input.size < BYTES_LOOKED_AT ? input.size : BYTES_LOOKED_AT };
    bool marked = input.size >= 3 && memcmp(input.bytes, "\xef\xbb\xbf", 3) == 0;
    ap_text_init(&text, start, marked ? 3 : 0, NULL, &text_rules);
    ap_token token = ap_text_take(&text);
    bool begins = ap_token_is(&text.io, token, "MD5Version");
    if (is_unfinished_version(input, token))
        return AP_MATCH_CERTAIN;
    int seen = 0;
    for (; token.kind != AP_TOKEN_END; token = ap_text_take(&text)) {
        if (is_one_of(&text.io, token, of_mesh))
            return AP_MATCH_NONE;
        seen += is_one_of(&text.io, token, of_animation);
        if (begins ? seen >= 1 : seen >= 2)
            return AP_MATCH_CERTAIN;
    }
    return begins ? AP_MATCH_CERTAIN : AP_MATCH_NONE;
}

static bool parse_mesh(ap_view input, ap_findings *findings, ap_lint_options *options)
{
    options->mesh = ap_md5_mesh_parse(input, findings);
    return options->mesh != NULL;
}

static const ap_companion mesh = { "md5mesh", ".md5mesh", parse_mesh };

const ap_format ap_md5anim_format = {
    .name = "md5anim",
    .title = "id Tech 4 skeletal animation",
    .extension = ".md5anim",
    .text = true,
    .companion = &mesh,
    .rules = { ap_md5anim_rules, MD5ANIM_RULES },
    .recognize = recognize,
    .lint = lint,
    .write = ap_md5anim_write_file,
    .fill = ap_md5anim_fill,
    .same = ap_md5anim_same,
};
