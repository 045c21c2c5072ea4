/* Defects of the header: its keys, and the consequences of wrong counts. */
#include <string.h>

#include "core/number/number.h"
#include "corpus/md5/md5_apply.h"
#include "corpus/md5/md5_style.h"

enum { MOST_MESHES_OF_READERS = 32, MOST_JOINTS_OF_SIGNED_BYTES = 127 };

/* Counts */

/* A header count that the defect changed to a wrong value. */
typedef struct wrong_count {
    const ap_md5_tokens *tokens;
    int32_t value;
    size_t size; /* size of the changed file */
} wrong_count;

bool ap_md5_expect_wrong_list_count(
    const ap_md5_tokens *tokens, size_t number, int32_t count, const char *rule)
{
    const ap_md5_section_layout *part = &tokens->parts[number];
    const size_t value = (size_t)count;
    if (value == part->entries)
        return true;
    if (value > part->entries)
        return ap_md5_expect_finding_at_token(tokens, rule, part->close, part->name);
    const size_t surplus = ap_md5_entry_token(tokens, number, value);
    const char *path = ap_format_damage_text(tokens->damage, "%s[%zu]", part->name, value);
    return ap_md5_expect_finding(
        tokens, rule, ap_md5_span_after_edits(tokens, surplus, surplus + part->entry_tokens - 1), path);
}

static bool expect_wrong_joint_count(const wrong_count *wrong)
{
    const ap_md5_tokens *tokens = wrong->tokens;
    if (wrong->value > MOST_JOINTS_OF_SIGNED_BYTES
        && !ap_md5_expect_at_inserted(tokens, "joint-limit", "num_joints"))
        return false;
    return ap_md5_expect_wrong_list_count(tokens, MD5_HIERARCHY, wrong->value, "joints-count");
}

/* Returns false, so that no defect sets numFrames or numJoints of an animation to a wrong number that is in range: if the two
   sections that list frames or joints have equally many entries, they outvote the number, which is another rule; otherwise the
   sections have findings of their own. */
static bool always_reject_outvoted_count(const wrong_count *wrong)
{
    (void)wrong;
    return false;
}

static bool expect_wrong_component_count(const wrong_count *wrong)
{
    return (size_t)wrong->value == wrong->tokens->components
           || ap_md5_expect_at_inserted(wrong->tokens, "component-sum", "num_animated_components");
}

/* Returns the keyword of mesh block number `wanted`; the number of tokens if there are fewer blocks. */
static size_t find_mesh_block_or_end(const ap_md5_tokens *tokens, size_t wanted)
{
    size_t at = tokens->first_frame;
    for (; wanted > 0 && at < tokens->count; wanted--)
        at = ap_md5_token_after_block(tokens, at);
    return at;
}

static bool expect_wrong_mesh_count(const wrong_count *wrong)
{
    const ap_md5_tokens *tokens = wrong->tokens;
    const size_t surplus = find_mesh_block_or_end(tokens, (size_t)wrong->value);
    const size_t before = find_mesh_block_or_end(tokens, (size_t)wrong->value - 1);
    if (wrong->value > MOST_MESHES_OF_READERS
        && !ap_md5_expect_at_inserted(tokens, "mesh-limit", "num_meshes"))
        return false;
    if (surplus < tokens->count)
        return ap_md5_expect_finding_at_token(tokens, "mesh-count", surplus, "meshes");
    return before < tokens->count
           || ap_md5_expect_finding(tokens, "mesh-count", (ap_span){ wrong->size, 0 }, "meshes");
}

static bool expect_wrong_camera_frame_count(const wrong_count *wrong)
{
    return ap_md5_expect_wrong_num_frames(wrong->tokens, wrong->value);
}

static bool expect_wrong_cut_count(const wrong_count *wrong)
{
    return ap_md5_expect_wrong_list_count(wrong->tokens, MD5_CUTS, wrong->value, "cuts-count");
}

static bool expect_findings_of_rate(const wrong_count *wrong)
{
    return wrong->value <= MD5_HIGH_RATE
           || ap_md5_expect_at_inserted(wrong->tokens, "frame-rate-high", "frame_rate");
}

static bool expect_no_finding(const wrong_count *wrong)
{
    (void)wrong;
    return true;
}

/* A value of the header: its smallest valid value, and the function that expects the findings of a valid but wrong value. */
typedef struct header_value {
    const char *path;
    int64_t least;
    const char *range_rule;
    bool (*expect)(const wrong_count *wrong);
} header_value;

static const header_value anim_values[] = {
    { "num_frames", 1, "frame-count-range", always_reject_outvoted_count },
    { "num_joints", 1, "joint-count-range", always_reject_outvoted_count },
    { "frame_rate", 1, "frame-rate-range", expect_findings_of_rate },
    { "num_animated_components", 0, "component-count-range", expect_wrong_component_count },
};

static const header_value mesh_values[] = {
    { "num_joints", 1, "joint-count-range", expect_wrong_joint_count },
    { "num_meshes", 1, "mesh-count-range", expect_wrong_mesh_count },
};

static const header_value camera_values[] = {
    { "num_frames", 1, "frame-count-range", expect_wrong_camera_frame_count },
    { "frame_rate", 1, "frame-rate-range", expect_no_finding },
    { "num_cuts", 0, "cut-count-range", expect_wrong_cut_count },
};

static const header_value *existing_header_value_of_defect(const ap_md5_tokens *tokens)
{
    const header_value *value = tokens->mesh ? mesh_values : tokens->camera ? camera_values : anim_values;
    while (strcmp(value->path, tokens->defect->pattern) != 0)
        value++;
    return value;
}

/* Expects the findings of a decimal fraction without exponent, which only the frame rate may be. */
static bool expect_findings_of_fraction(const ap_md5_tokens *tokens, ap_view text)
{
    const ap_number number = ap_parse_float(text);
    const bool valid = number.value >= 1 && number.value <= (float)AP_MD5_MOST_RATE;
    const bool high = valid && !tokens->camera && number.value > (float)MD5_HIGH_RATE;
    return ap_md5_expect_at_inserted(tokens, "frame-rate-fraction", "frame_rate")
           && (valid || ap_md5_expect_at_inserted(tokens, "frame-rate-range", "frame_rate"))
           && (!high || ap_md5_expect_at_inserted(tokens, "frame-rate-high", "frame_rate"));
}

static bool is_decimal_fraction(ap_view text)
{
    const ap_number number = ap_parse_float(text);
    return number.fault == AP_NUMBER_FINE && !number.has_exponent
           && memchr(text.bytes, '.', text.size) != NULL;
}

/* Returns the largest valid value of a header value, which may depend on the values before it. */
static int64_t largest_valid_value(const ap_md5_tokens *tokens, const char *path)
{
    if (strcmp(path, "num_animated_components") == 0)
        return MD5_COMPONENTS * (int64_t)tokens->joints;
    if (strcmp(path, "frame_rate") == 0)
        return AP_MD5_MOST_RATE;
    return strcmp(path, "num_cuts") == 0 ? (int64_t)tokens->frames : INT32_MAX;
}

/* Returns true if the defect's rule is that two sections of the file outvote the header value. */
static bool is_defect_of_outvoted_count(const ap_md5_tokens *tokens)
{
    return ap_md5_is_defect_of_rule(tokens, "joint-count") || ap_md5_is_defect_of_rule(tokens, "frame-count");
}

/* Adds an entry to one of two sections: if both sections had the same number of entries, they would outvote the changed number.
   Does nothing for other values of the header, for rules that the value breaks without a vote, and if the defect's rule is that
   the sections outvote the number. */
static bool make_section_counts_differ_if_they_vote(const ap_md5_tokens *tokens)
{
    const char *path = tokens->defect->pattern;
    const bool of_frames = strcmp(path, "num_frames") == 0;
    if (tokens->mesh || tokens->camera || is_defect_of_outvoted_count(tokens)
        || ap_md5_is_defect_of_rule(tokens, "integer") || (!of_frames && strcmp(path, "num_joints") != 0))
        return true;
    const ap_span close =
        ap_md5_token_span(tokens, tokens->parts[of_frames ? MD5_BOUNDS : MD5_BASEFRAME].close);
    return ap_md5_insert_text(
        tokens, close.offset, of_frames ? "\t( -1 -1 -1 ) ( 1 1 1 )\n" : "\t( 0 0 0 ) ( 0 0 0 )\n");
}

/* Adds the expected findings of a changed header value: those of the first rule that the value breaks, since the linter checks
   the rules in the same order; those of several rules for a frame rate with a decimal fraction. */
static bool expect_findings_of_header_value(const ap_md5_tokens *tokens, ap_view text)
{
    const header_value *rules = existing_header_value_of_defect(tokens);
    if (is_defect_of_outvoted_count(tokens))
        return ap_md5_expect_at_inserted(tokens, NULL, rules->path);
    wrong_count wrong = { .tokens = tokens, .size = ap_md5_size_after_edits(tokens) };
    const int64_t most = largest_valid_value(tokens, rules->path);
    if (strcmp(rules->path, "frame_rate") == 0 && is_decimal_fraction(text))
        return expect_findings_of_fraction(tokens, text);
    if (!ap_parse_int32(text, &wrong.value))
        return ap_md5_expect_at_inserted(tokens, "integer", rules->path);
    if (wrong.value < rules->least || wrong.value > most)
        return ap_md5_expect_at_inserted(tokens, rules->range_rule, rules->path);
    if (ap_saturating_product(
            (size_t)wrong.value, tokens->entry_bytes[ap_md5_key_token(tokens, rules->path) / 2])
        > wrong.size)
        return ap_md5_expect_at_inserted(tokens, "count-exceeds-file", rules->path);
    return rules->expect(&wrong);
}

/* Returns the new number: the text of the defect, or the result of "old+1", "old-1" or "old*2". */
static const char *text_of_new_count(ap_damage *damage, int64_t old)
{
    const char *text = damage->defect->text;
    if (strcmp(text, "old+1") == 0)
        return ap_format_damage_text(damage, "%lld", (long long)old + 1);
    if (strcmp(text, "old-1") == 0)
        return ap_format_damage_text(damage, "%lld", (long long)old - 1);
    if (strcmp(text, "old*2") == 0)
        return ap_format_damage_text(damage, "%lld", (long long)old * 2);
    return text;
}

bool ap_md5_apply_header_count(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_key_token(tokens, tokens->defect->pattern);
    const char *text = text_of_new_count(damage, ap_md5_token_integer(tokens, token));
    if (text == NULL || !ap_md5_replace_token(tokens, token, text))
        return false;
    return expect_findings_of_header_value(tokens, damage->edits[0].bytes)
           && ap_do_expectations_suit_defect(damage) && make_section_counts_differ_if_they_vote(tokens);
}

/* Keys */

/* Returns the rule that is broken if a wrong word replaces header key number `key`. */
static const char *rule_of_wrong_key(const ap_md5_tokens *tokens, size_t key)
{
    const char *path = key * 2 < tokens->header_tokens ? tokens->keys[key] : "";
    return strcmp(path, "version") == 0       ? "version-missing"
           : strcmp(path, "commandline") == 0 ? "commandline"
                                              : "header-key";
}

/* Returns the path of header key number `key`; after the last key, the path of the first section. */
static const char *path_of_key_or_first_section(const ap_md5_tokens *tokens, size_t key)
{
    return key * 2 < tokens->header_tokens ? tokens->keys[key] : tokens->parts[0].name;
}

/* Returns the token with the value of the key that the pattern names. */
static size_t header_value_token_of_defect(const ap_md5_tokens *tokens)
{
    return ap_md5_key_token(tokens, tokens->defect->pattern);
}

bool ap_md5_apply_key_name(const ap_md5_tokens *tokens)
{
    const size_t value = header_value_token_of_defect(tokens), key = value / 2;
    return ap_md5_replace_token(tokens, value - 1, tokens->defect->text)
           && ap_md5_expect_at_inserted(tokens, NULL, tokens->keys[key]);
}

bool ap_md5_apply_key_missing(const ap_md5_tokens *tokens)
{
    const size_t value = header_value_token_of_defect(tokens), key = value / 2;
    return ap_md5_delete_range(tokens, ap_md5_token_span(tokens, value - 1).offset,
               ap_md5_token_span(tokens, value + 1).offset)
           && ap_md5_expect_finding_at_token(tokens, NULL, value + 1, tokens->keys[key]);
}

/* Stores the span from the keyword to the value; returns false if a comment separates the keyword and the
   value. */
static bool span_of_key_and_value_unless_comment(const ap_md5_tokens *tokens, size_t value, ap_span *span)
{
    const ap_span from = ap_md5_token_span(tokens, value - 1), to = ap_md5_token_span(tokens, value);
    *span = (ap_span){ from.offset, ap_span_end(to) - from.offset };
    return ap_md5_is_gap_blank(tokens, value);
}

bool ap_md5_apply_key_twice(const ap_md5_tokens *tokens)
{
    const size_t value = header_value_token_of_defect(tokens), key = value / 2;
    ap_span span;
    if (!span_of_key_and_value_unless_comment(tokens, value, &span)
        || !ap_edit_span(
            tokens->damage, (ap_span){ span.offset, 0 }, tokens->file.bytes + span.offset, span.length))
        return false;
    return ap_md5_insert_text(tokens, span.offset, "\n")
           && ap_md5_expect_finding_at_token(tokens, rule_of_wrong_key(tokens, key + 1), value - 1,
               path_of_key_or_first_section(tokens, key + 1));
}

bool ap_md5_apply_key_order(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t value = header_value_token_of_defect(tokens), key = value / 2;
    ap_span span, next;
    if (!span_of_key_and_value_unless_comment(tokens, value, &span)
        || !span_of_key_and_value_unless_comment(tokens, value + 2, &next))
        return false;
    const size_t found = ap_md5_token_span(tokens, value + 1).length;
    if (!ap_edit_span(damage, span, tokens->file.bytes + next.offset, next.length)
        || !ap_md5_expect_finding(tokens, rule_of_wrong_key(tokens, key), (ap_span){ span.offset, found },
            path_of_key_or_first_section(tokens, key))
        || !ap_edit_span(damage, next, tokens->file.bytes + span.offset, span.length))
        return false;
    if (strcmp(rule_of_wrong_key(tokens, key), "header-key") == 0) /* header-key is reported once per file */
        return true;
    return ap_md5_expect_finding(tokens, rule_of_wrong_key(tokens, key + 2),
        (ap_span){
            ap_md5_offset_after_edits(tokens, next.offset), ap_md5_token_span(tokens, value - 1).length },
        path_of_key_or_first_section(tokens, key + 2));
}

bool ap_md5_apply_key_value_missing(const ap_md5_tokens *tokens)
{
    const size_t value = header_value_token_of_defect(tokens), key = value / 2;
    const ap_span span = ap_md5_token_span(tokens, value);
    const bool of_key = key < 2; /* the rules of version and commandline report the key's path */
    return ap_md5_delete_range(tokens, span.offset, ap_span_end(span))
           && ap_md5_expect_finding_at_token(tokens, NULL, value + 1, of_key ? tokens->keys[key] : "");
}
