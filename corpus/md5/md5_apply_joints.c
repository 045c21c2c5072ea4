/* Defects of joints: names, parents, flags and start indices. */
#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "corpus/md5/md5_apply.h"

static size_t joint_of_token(const ap_md5_tokens *tokens, size_t token)
{
    return ap_md5_token_site_of(tokens, token).index;
}

/* Expects the finding that a changed field of a joint differs from the same field in the other file: in the mesh, or in the
   animation. */
static bool expect_joint_mismatch(const ap_md5_tokens *tokens, size_t joint, size_t field, const char *path)
{
    ap_md5_tokens animation;
    const char *rule = field == MD5_NAME ? "mesh-joint-name" : "mesh-joint-parent";
    if (tokens->damage->companion.bytes == NULL)
        return true;
    if (!tokens->mesh)
        return ap_md5_expect_at_inserted(tokens, rule, path);
    const char *its_path = ap_format_damage_text(
        tokens->damage, "hierarchy%s", path + strlen(tokens->parts[MD5_HIERARCHY].name));
    return its_path != NULL && ap_md5_read_animation(tokens->damage, &animation)
           && ap_md5_expect_finding(&animation, rule,
               ap_md5_token_span(&animation, ap_md5_joint_token(&animation, joint, field)), its_path);
}

/* Sets a field of a joint to a text. Expects a finding of the defect's rule at the field, unless the rule
   compares both files or the defect is a near miss; if `differs`, also expects the finding that the joint differs from the other
   file. */
static bool set_joint_field_and_expect(
    const ap_md5_tokens *tokens, size_t token, const char *text, bool differs)
{
    char path[AP_MD5_PATH_BYTES];
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    const ap_defect *defect = tokens->defect;
    const bool own = !defect->near_miss && strstr(defect->rule, "/mesh-joint-") == NULL;
    ap_md5_write_token_path(tokens, token, path);
    if (text == NULL || !ap_md5_replace_token(tokens, token, text))
        return false;
    return (!own || ap_md5_expect_at_inserted(tokens, NULL, path))
           && (!differs || expect_joint_mismatch(tokens, site.index, site.token, path))
           && ap_do_expectations_suit_defect(tokens->damage);
}

/* Comments after joints, with which exporters name the parent. If a comment contradicts a changed name or parent, and the changed
   file has no error, the comment is another finding; therefore such comments are deleted. */

/* Returns the offset of the // after the start index of a joint, and sets *end to the end of its line; 0 without a comment. */
static size_t find_joint_comment(const ap_md5_tokens *tokens, size_t joint, size_t *end)
{
    const ap_view file = tokens->file;
    size_t at = tokens->mesh || tokens->camera
                    ? file.size
                    : ap_span_end(ap_md5_token_span(tokens, ap_md5_joint_token(tokens, joint, MD5_START)));
    while (at < file.size && (file.bytes[at] == ' ' || file.bytes[at] == '\t'))
        at++;
    if (file.size - at < 2 || memcmp(file.bytes + at, "//", 2) != 0)
        return 0;
    for (*end = at; *end < file.size && file.bytes[*end] != '\r' && file.bytes[*end] != '\n';)
        ++*end;
    return at;
}

bool ap_md5_is_token_after_joint_comment(const ap_md5_tokens *tokens, size_t token)
{
    const ap_md5_token_site site =
        token == 0 ? (ap_md5_token_site){ .entry = false } : ap_md5_token_site_of(tokens, token - 1);
    size_t end;
    return site.region == AP_MD5_PART && site.part == MD5_HIERARCHY && site.entry && site.token == MD5_START
           && find_joint_comment(tokens, site.index, &end) > 0;
}

/* Returns true if the changed file has no error, so that the rules on content check it. */
static bool is_damaged_file_without_error(const ap_md5_tokens *tokens)
{
    return ap_expected_answer_of_defect(tokens->defect) != AP_ANSWER_REFUSE;
}

bool ap_md5_may_rename_joint(const ap_md5_tokens *tokens, size_t token)
{
    const size_t joint = joint_of_token(tokens, token);
    size_t end;
    for (size_t i = joint + 1; !tokens->mesh && is_damaged_file_without_error(tokens) && i < tokens->joints;
         i++) {
        if (ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, i, MD5_PARENT)) == (int32_t)joint
            && find_joint_comment(tokens, i, &end) > 0)
            return false;
    }
    return true;
}

/* Deletes the comment after a joint if rules on content check the changed file. */
static bool delete_joint_comment_if_checked(const ap_md5_tokens *tokens, size_t joint)
{
    size_t end;
    const size_t at = is_damaged_file_without_error(tokens) ? find_joint_comment(tokens, joint, &end) : 0;
    return at == 0 || ap_md5_delete_range(tokens, at, end);
}

/* Parents */

static bool is_first_joint(const ap_md5_tokens *tokens, size_t token)
{
    return joint_of_token(tokens, token) == 0;
}

static bool is_later_joint(const ap_md5_tokens *tokens, size_t token)
{
    return joint_of_token(tokens, token) > 0;
}

static bool is_inner_joint(const ap_md5_tokens *tokens, size_t token)
{
    return joint_of_token(tokens, token) > 0 && joint_of_token(tokens, token) + 1 < tokens->joints;
}

/* Returns a child of this joint; 0 if the joint has no child. */
static size_t find_child_or_0(const ap_md5_tokens *tokens, size_t joint)
{
    for (size_t i = joint + 1; i < tokens->joints; i++) {
        if (ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, i, MD5_PARENT)) == (int32_t)joint)
            return i;
    }
    return 0;
}

static bool is_later_joint_with_child(const ap_md5_tokens *tokens, size_t token)
{
    return joint_of_token(tokens, token) > 0 && find_child_or_0(tokens, joint_of_token(tokens, token)) > 0;
}

/* A word for a parent in the text of a defect, and the function that accepts the joints for which the word can be used. */
typedef struct parent_word {
    const char *word;
    bool (*fits)(const ap_md5_tokens *tokens, size_t token);
} parent_word;

static const parent_word parent_words[] = {
    { "self", is_later_joint },
    { "next", is_inner_joint },
    { "last", is_inner_joint },
    { "count", is_later_joint },
    { "child", is_later_joint_with_child },
    { "before", is_later_joint },
};

static const char *text_of_parent(const ap_md5_tokens *tokens, const char *word, size_t joint)
{
    size_t parent = joint;
    if (strcmp(word, "next") == 0)
        parent = joint + 1;
    else if (strcmp(word, "last") == 0)
        parent = tokens->joints - 1;
    else if (strcmp(word, "count") == 0)
        parent = tokens->joints;
    else if (strcmp(word, "child") == 0)
        parent = find_child_or_0(tokens, joint);
    else if (strcmp(word, "before") == 0)
        parent = joint - 1;
    return ap_format_damage_text(tokens->damage, "%zu", parent);
}

/* Returns false if the text is the number of the joint's parent, in any spelling. */
static bool is_other_parent(const ap_md5_tokens *tokens, size_t token, const char *text)
{
    int32_t parent;
    return !ap_parse_int32((ap_view){ (const uint8_t *)text, strlen(text) }, &parent)
           || parent != ap_md5_token_integer(tokens, token);
}

bool ap_md5_apply_joint_parent(const ap_md5_tokens *tokens)
{
    const char *text = tokens->defect->text;
    const parent_word *word = NULL;
    for (size_t i = 0; i < sizeof parent_words / sizeof *parent_words; i++) {
        if (strcmp(parent_words[i].word, text) == 0)
            word = &parent_words[i];
    }
    const size_t token = ap_md5_pick_token_of_defect(tokens, word != NULL                  ? word->fits
                                                             : tokens->defect->number == 0 ? is_later_joint
                                                                                           : is_first_joint);
    if (token == SIZE_MAX)
        return false;
    if (word != NULL)
        text = text_of_parent(tokens, word->word, joint_of_token(tokens, token));
    return text != NULL && is_other_parent(tokens, token, text)
           && set_joint_field_and_expect(tokens, token, text, true)
           && delete_joint_comment_if_checked(tokens, joint_of_token(tokens, token));
}

/* Names */

bool ap_md5_is_joint_name_unused(const ap_md5_tokens *tokens, const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < tokens->joints; i++) {
        const ap_view name = ap_md5_token_text(tokens, ap_md5_joint_token(tokens, i, MD5_NAME));
        if (name.size <= size && memcmp(name.bytes, text, name.size) == 0)
            return false;
    }
    return true;
}

static bool is_later_renamable_joint(const ap_md5_tokens *tokens, size_t token)
{
    return is_later_joint(tokens, token) && ap_md5_may_rename_joint(tokens, token);
}

bool ap_md5_apply_joint_name_twice(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_later_renamable_joint);
    if (token == SIZE_MAX)
        return false;
    const size_t earlier =
        ap_md5_joint_token(tokens, ap_choose_below(damage->choices, joint_of_token(tokens, token)), MD5_NAME);
    const ap_view name = ap_md5_token_text(tokens, earlier);
    char path[AP_MD5_PATH_BYTES];
    ap_md5_write_token_path(tokens, token, path);
    return ap_edit_span(damage, ap_md5_token_span(tokens, token), name.bytes, name.size)
           && ap_md5_expect_at_inserted(tokens, NULL, path)
           && expect_joint_mismatch(tokens, joint_of_token(tokens, token), MD5_NAME, path);
}

/* Sets a name of `number` bytes that no other joint has. */
bool ap_md5_apply_joint_name_long(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_may_rename_joint);
    const size_t size = (size_t)tokens->defect->number;
    char *text = ap_alloc(tokens->damage->arena, size + 3);
    if (token == SIZE_MAX || text == NULL)
        return false;
    memset(text, 'n', size + 2);
    text[0] = text[size + 1] = '"';
    return ap_md5_is_joint_name_unused(tokens, text) && set_joint_field_and_expect(tokens, token, text, true)
           && ap_md5_expect_line_length(tokens, token);
}

bool ap_md5_apply_joint_name(const ap_md5_tokens *tokens)
{
    const char *text = tokens->defect->text;
    const size_t token = ap_md5_pick_token_of_defect(tokens, ap_md5_may_rename_joint);
    return token != SIZE_MAX && ap_md5_is_joint_name_unused(tokens, text)
           && set_joint_field_and_expect(tokens, token, text, true);
}

static int32_t flags_at_token(const ap_md5_tokens *tokens, size_t token)
{
    return ap_md5_joint_flags(tokens, joint_of_token(tokens, token));
}

static bool has_flags(const ap_md5_tokens *tokens, size_t token)
{
    return flags_at_token(tokens, token) != 0;
}

/* Returns true if the joint has no flags, and the file has animated components. (In a file without components, any start index of
   the joint would be valid.) */
static bool has_no_flags_in_moving_file(const ap_md5_tokens *tokens, size_t token)
{
    return flags_at_token(tokens, token) == 0 && tokens->components > 0;
}

bool ap_md5_apply_joint_flags(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    return token != SIZE_MAX && set_joint_field_and_expect(tokens, token, tokens->defect->text, false);
}

/* Returns the start index for the defect's text: "count" is the number of components, "beyond" one more than the
   joint's components allow, "last" the index of the last component, "middle" half the number of components. */
static const char *text_of_start_index(const ap_md5_tokens *tokens, size_t joint)
{
    const char *text = tokens->defect->text;
    if (strcmp(text, "count") == 0)
        return ap_format_damage_text(tokens->damage, "%zu", tokens->components);
    if (strcmp(text, "beyond") == 0)
        return ap_format_damage_text(
            tokens->damage, "%zu", tokens->components - ap_md5_count_components_of_joint(tokens, joint) + 1);
    if (strcmp(text, "last") == 0)
        return ap_format_damage_text(tokens->damage, "%zu", tokens->components - 1);
    if (strcmp(text, "middle") == 0)
        return ap_format_damage_text(tokens->damage, "%zu", tokens->components / 2);
    return text;
}

bool ap_md5_apply_start_index(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(
        tokens, tokens->defect->number == 0 ? has_flags : has_no_flags_in_moving_file);
    return token != SIZE_MAX
           && set_joint_field_and_expect(
               tokens, token, text_of_start_index(tokens, joint_of_token(tokens, token)), false);
}

/* Returns true if the joint is not the first one, has only position flags, and could have another start index. All joints move
   with the first one, and might then all be outside of their boxes. Other values of a frame might not be valid as a rotation. */
static bool is_later_joint_without_rotation(const ap_md5_tokens *tokens, size_t token)
{
    const int32_t flags = flags_at_token(tokens, token);
    return joint_of_token(tokens, token) > 0 && flags != 0 && (flags & MD5_ROTATION) == 0
           && tokens->components > ap_md5_count_components_of_joint(tokens, joint_of_token(tokens, token));
}

bool ap_md5_apply_other_start_index(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_later_joint_without_rotation);
    if (token == SIZE_MAX)
        return false;
    const size_t joint = joint_of_token(tokens, token);
    /* number of start indices that are in range and wrong */
    const size_t starts = tokens->components - ap_md5_count_components_of_joint(tokens, joint);
    size_t start = ap_choose_below(damage->choices, starts);
    start += start >= ap_md5_count_components_before(tokens, joint);
    return set_joint_field_and_expect(tokens, token, ap_format_damage_text(damage, "%zu", start), false);
}

/* Returns true for the last joint with flags. Changing the flags of another joint would move the start
   indices after it. */
static bool is_last_animated_joint(const ap_md5_tokens *tokens, size_t token)
{
    for (size_t i = joint_of_token(tokens, token) + 1; i < tokens->joints; i++) {
        if (ap_md5_count_components_of_joint(tokens, i) > 0)
            return false;
    }
    return flags_at_token(tokens, token) != 0;
}

bool ap_md5_apply_flag_cleared_or_all_set(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token(tokens, "hierarchy[*].flags", is_last_animated_joint);
    if (token == SIZE_MAX)
        return false;
    const int32_t old = ap_md5_token_integer(tokens, token);
    const int32_t flags = tokens->defect->number > 0 ? old | MD5_ALL_FLAGS : old & (old - 1);
    const char *text = ap_format_damage_text(tokens->damage, "%d", flags);
    const size_t count = ap_md5_key_token(tokens, "num_animated_components");
    return flags != old && text != NULL && ap_md5_replace_token(tokens, token, text)
           && ap_md5_expect_finding_at_token(tokens, NULL, count, "num_animated_components");
}

static bool append_list_entry(const ap_md5_tokens *tokens, size_t part, const char *text)
{
    const size_t last = tokens->parts[part].close - 1;
    size_t end = ap_span_end(ap_md5_token_span(tokens, last));
    if (part == MD5_HIERARCHY)
        (void)find_joint_comment(tokens, tokens->joints - 1, &end);
    return ap_md5_insert_text(tokens, end, text);
}

/* Expects the finding that animation and mesh have different numbers of joints. */
static bool expect_joint_count_mismatch(const ap_md5_tokens *tokens)
{
    ap_md5_tokens animation;
    if (tokens->damage->companion.bytes == NULL)
        return true;
    if (!tokens->mesh)
        return ap_md5_expect_at_inserted(tokens, "mesh-joint-count", "num_joints");
    return ap_md5_read_animation(tokens->damage, &animation)
           && ap_md5_expect_finding(&animation, "mesh-joint-count",
               ap_md5_token_span(&animation, ap_md5_key_token(&animation, "num_joints")), "num_joints");
}

bool ap_md5_apply_joint_added(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    enum { LEAST_NOTED = 128 };
    if (!ap_md5_is_joint_name_unused(tokens, "\"one_more\""))
        return false;
    const char *count = ap_format_damage_text(damage, "%zu", tokens->joints + 1);
    if (count == NULL || !ap_md5_replace_token(tokens, ap_md5_key_token(tokens, "num_joints"), count)
        || !expect_joint_count_mismatch(tokens))
        return false;
    if (tokens->joints + 1 >= LEAST_NOTED && !ap_md5_expect_at_inserted(tokens, "joint-limit", "num_joints"))
        return false;
    const bool added =
        tokens->mesh ? append_list_entry(tokens, MD5_HIERARCHY, "\n\t\"one_more\" 0 ( 0 0 0 ) ( 0 0 0 )")
                     : append_list_entry(tokens, MD5_HIERARCHY, "\n\t\"one_more\" 0 0 0")
                           && append_list_entry(tokens, MD5_BASEFRAME, "\n\t( 0 0 0 ) ( 0 0 0 )");
    return added && ap_do_expectations_suit_defect(damage);
}
