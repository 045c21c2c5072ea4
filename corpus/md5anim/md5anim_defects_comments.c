/* Defects of the comments after joints, in which exporters name the parent and the animated components. */
#include <string.h>

#include "corpus/defect/defect_initializers.h"
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

#define FORMAT "md5anim"

/* Defines a defect of the comment after a joint. `text` is the new comment: $p is replaced by the name of the parent, $j by the
   name of the joint, $l by the list of its animated components. `number` says which joints it may be: ANY_CHILD, NOT_ALL_FLAGS or
   ALL_FLAGS. */
#define COMMENT(rule_name, what, words, ...)                                                                 \
    AP_CHANGE(                                                                                               \
        rule_name, what, words, ap_md5_apply_change, AP_MD5_BY(replace_joint_comment), NULL, __VA_ARGS__)

enum { ANY_CHILD, NOT_ALL_FLAGS, ALL_FLAGS };

enum { WORD_BYTES = 3 /* "Tx " */, LIST_BYTES = MD5_COMPONENTS * WORD_BYTES + 5 };

static int32_t joint_integer(const ap_md5_tokens *tokens, size_t joint, size_t field)
{
    return ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, joint, field));
}

/* Returns true if the joint's name has only characters that have no special meaning in the comment after a joint. */
static bool is_plain_name(const ap_md5_tokens *tokens, size_t joint)
{
    const ap_view name = ap_md5_token_text(tokens, ap_md5_joint_token(tokens, joint, MD5_NAME));
    for (size_t i = 0; i < name.size; i++) {
        if (name.bytes[i] <= ' ' || strchr("()/", name.bytes[i]) != NULL)
            return false;
    }
    return true;
}

/* Returns the rest of the joint's line after its start index. */
static ap_span rest_of_line(const ap_md5_tokens *tokens, size_t joint)
{
    const size_t at = ap_span_end(ap_md5_token_span(tokens, ap_md5_joint_token(tokens, joint, MD5_START)));
    size_t end = at;
    while (end < tokens->file.size && tokens->file.bytes[end] != '\r' && tokens->file.bytes[end] != '\n')
        end++;
    return (ap_span){ at, end - at };
}

static bool can_replace_joint_comment(const ap_md5_tokens *tokens, size_t token)
{
    const size_t joint = ap_md5_token_site_of(tokens, token).index;
    const int32_t parent = ap_md5_token_integer(tokens, token),
                  flags = joint_integer(tokens, joint, MD5_FLAGS);
    if (parent < 0 || !is_plain_name(tokens, joint) || !is_plain_name(tokens, (size_t)parent))
        return false;
    const ap_span rest = rest_of_line(tokens, joint);
    const size_t next = ap_md5_joint_token(tokens, joint, MD5_START) + 1;
    return ap_span_end(rest) <= ap_md5_token_span(tokens, next).offset
           && memmem(tokens->file.bytes + rest.offset, rest.length, "/*", 2) == NULL
           && (tokens->defect->number == ANY_CHILD
               || (tokens->defect->number == ALL_FLAGS) == (flags == MD5_ALL_FLAGS));
}

/* Writes the list of a joint's animated components as in its comment: "( Tx Ty Tz )". Returns its length. */
static size_t write_component_list(int32_t flags, uint8_t list[LIST_BYTES])
{
    static const char words[] = "Tx Ty Tz Qx Qy Qz ";
    uint8_t *at = ap_md5_append_bytes(list, "( ", 2);
    for (size_t i = 0; i < MD5_COMPONENTS; i++) {
        if ((flags >> i & 1) != 0)
            at = ap_md5_append_bytes(at, words + WORD_BYTES * i, WORD_BYTES);
    }
    return (size_t)(ap_md5_append_bytes(at, ")", 1) - list);
}

static ap_view unquoted_name(const ap_md5_tokens *tokens, size_t joint)
{
    const ap_view name = ap_md5_token_text(tokens, ap_md5_joint_token(tokens, joint, MD5_NAME));
    return (ap_view){ name.bytes + 1, name.size - 2 };
}

/* Replaces the comment after the joint by that of the defect, or adds it if the joint has none. */
static bool replace_or_add_comment(const ap_md5_tokens *tokens, size_t joint)
{
    uint8_t list[LIST_BYTES];
    const size_t parent = (size_t)joint_integer(tokens, joint, MD5_PARENT);
    const ap_view names[] = { unquoted_name(tokens, parent), unquoted_name(tokens, joint),
        { list, write_component_list(joint_integer(tokens, joint, MD5_FLAGS), list) } };
    const char *text = tokens->defect->text;
    uint8_t *bytes =
                ap_alloc(tokens->damage->arena, strlen(text) + names[0].size + names[1].size + names[2].size),
            *at = bytes;
    for (; bytes != NULL && *text != '\0'; text++) {
        if (*text != '$') {
            at = ap_md5_append_bytes(at, text, 1);
            continue;
        }
        text++;
        const ap_view name = names[*text == 'p' ? 0 : *text == 'j' ? 1 : 2];
        at = ap_md5_append_bytes(at, name.bytes, name.size);
    }
    return bytes != NULL
           && ap_edit_span(tokens->damage, rest_of_line(tokens, joint), bytes, (size_t)(at - bytes));
}

static bool replace_joint_comment(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token(tokens, "hierarchy[*].parent", can_replace_joint_comment);
    if (token == SIZE_MAX || !replace_or_add_comment(tokens, ap_md5_token_site_of(tokens, token).index))
        return false;
    const size_t found =
        ap_md5_is_defect_of_rule(tokens, "comment-flags") ? token + MD5_FLAGS - MD5_PARENT : token;
    return tokens->defect->near_miss
           || ap_md5_expect_finding_at_token(tokens, NULL, found, ap_md5_path_of_token(tokens, found));
}

static const ap_defect defects[] = {
    COMMENT("comment-parent", "itself", "the comment names the joint itself as its parent", "\t// $j"),
    COMMENT("comment-parent", "with-list", "the comment has a list, so its name must be a parent",
        "\t// no_joint_has_this $l"),
    COMMENT("comment-parent", "quoted", "the name in the comment has quotes", " //\"$j\" $l"),
    COMMENT("comment-parent", "remark", "a comment without a list is a remark if it names no joint",
        "\t// the $p's left side", .near_miss = true),
    COMMENT("comment-parent", "parent", "the comment names the parent", "\t//$p \t", .near_miss = true),
    COMMENT("comment-parent", "nameless", "the comment has a list and no name", "\t// $l", .near_miss = true),
    COMMENT("comment-flags", "all", "the comment lists all components, and the flags have not all",
        "\t// $p ( Tx Ty Tz Qx Qy Qz )", NOT_ALL_FLAGS),
    COMMENT("comment-flags", "none", "the comment has an empty list, and the flags are not 0", "\t// $p ()",
        ALL_FLAGS),
    COMMENT("comment-flags", "order", "the comment lists the components in another order",
        "\t// $p ( Qx Qy Qz Tx Ty Tz )", ALL_FLAGS),
    COMMENT("comment-flags", "twice", "the comment lists a component twice",
        "\t// $p ( Tx Ty Tz Qx Qy Qz Qz )", ALL_FLAGS),
    COMMENT("comment-flags", "same", "the comment lists the components of the flags", "\t// \"$p\"$l",
        .near_miss = true),
    COMMENT("comment-flags", "other-words", "other words in parentheses are not a list",
        "\t// $p ( Tx Ty Tz rotation )", ALL_FLAGS, .near_miss = true),
    COMMENT("comment-flags", "text-after", "a list that does not end the comment is part of a remark",
        "\t// $p ( Tx ) baked", ALL_FLAGS, .near_miss = true),
};

const ap_defect_table ap_md5anim_comment_defects = { defects, sizeof defects / sizeof *defects };
