#include "validators/md5anim/comments/md5anim_comments.h"
#include "core/base/same_bytes.h"

#include <stdio.h>
#include <string.h>

enum {
    QUOTED_BYTES = 80,
    OTHERS_BYTES = 64,
    LIST_BYTES = 24 /* enough for "( Tx Ty Tz Qx Qy Qz )" */
};

/* Statistics of the joints with a comment that contradicts the joint's parent or flags. */
typedef struct comment_contradictions {
    size_t count, first;
    ap_md5anim_comment comment; /* the comment after joint `first` */
} comment_contradictions;

static ap_view strip_blanks(ap_view text)
{
    while (text.size > 0 && text.bytes[0] <= ' ') {
        text.bytes++;
        text.size--;
    }
    while (text.size > 0 && text.bytes[text.size - 1] <= ' ')
        text.size--;
    return text;
}

static ap_view without_quotes(ap_view text)
{
    if (text.size >= 2 && text.bytes[0] == '"' && text.bytes[text.size - 1] == '"')
        return (ap_view){ text.bytes + 1, text.size - 2 };
    return text;
}

/* Returns the number of a component, 0 to 5; AP_MD5_COMPONENTS if the word at `text` names none. */
static size_t component_at(ap_view text)
{
    size_t component = 0;
    while (component < AP_MD5_COMPONENTS
           && (text.size < 2 || memcmp(text.bytes, ap_md5anim_component_names[component], 2) != 0
               || (text.size > 2 && text.bytes[2] > ' ')))
        component++;
    return component;
}

/* Reads a list of components without its parentheses. Returns false if it has another word. */
static bool parse_component_list(ap_view list, ap_md5anim_comment *comment)
{
    comment->in_order = true;
    for (list = strip_blanks(list); list.size > 0; list = strip_blanks(list)) {
        const size_t component = component_at(list);
        if (component == AP_MD5_COMPONENTS)
            return false;
        const int32_t bit = INT32_C(1) << component;
        /* true as long as each component comes later in the order of the bits than all components before
           it */
        comment->in_order &= comment->listed < bit;
        comment->listed |= bit;
        list = (ap_view){ list.bytes + 2, list.size - 2 };
    }
    return true;
}

/* Separates the list at the end of a comment, if it has one, from the name before it. */
static ap_md5anim_comment split_off_component_list_if_any(ap_view text)
{
    ap_md5anim_comment comment = { .name = text };
    size_t open = text.size;
    if (text.size < 2 || text.bytes[text.size - 1] != ')')
        return comment;
    while (open > 0 && text.bytes[open - 1] != '(')
        open--;
    if (open == 0 || !parse_component_list((ap_view){ text.bytes + open, text.size - open - 1 }, &comment))
        return comment;
    comment.has_list = true;
    comment.list = (ap_view){ text.bytes + open - 1, text.size - open + 1 };
    comment.name = without_quotes(strip_blanks((ap_view){ text.bytes, open - 1 }));
    return comment;
}

/* Returns the text of the // comment after the start index of a joint; size 0 without a comment. The sections of a file without
   errors follow the joint, so at least two bytes follow the blanks. */
static ap_view comment_text(ap_view input, const ap_md5_joint_entry *joint)
{
    size_t at = ap_span_end(joint->start_span);
    while (input.bytes[at] == ' ' || input.bytes[at] == '\t')
        at++;
    if (input.bytes[at] != '/' || input.bytes[at + 1] != '/')
        return (ap_view){ NULL, 0 };
    at += 2;
    const uint8_t *end = memchr(input.bytes + at, '\n', input.size - at);
    return strip_blanks(
        (ap_view){ input.bytes + at, end == NULL ? input.size - at : (size_t)(end - input.bytes) - at });
}

ap_md5anim_comment ap_md5anim_read_comment(ap_view input, const ap_md5_joint_entry *joint)
{
    return split_off_component_list_if_any(comment_text(input, joint));
}

bool ap_md5anim_comment_lists_other_components_or_order(const ap_md5anim_comment *comment, int32_t flags)
{
    return comment->has_list && (!comment->in_order || comment->listed != flags);
}

bool ap_md5anim_comment_names_other_parent(
    const ap_md5_stream *stream, const ap_md5_joint_entry *joint, const ap_md5anim_comment *comment)
{
    const ap_md5_joint_entry *joints = stream->joints.items;
    const ap_view parent = joint->parent < 0 ? (ap_view){ NULL, 0 } : joints[joint->parent].name;
    return comment->name.size > 0 && !ap_same_bytes(comment->name, parent)
           && (comment->has_list || ap_md5_has_joint_named(stream, comment->name));
}

ap_span ap_md5anim_flags_span(const ap_md5anim_stream *stream, const ap_md5_joint_entry *joint)
{
    ap_lexer lexer = stream->base.text.lexer;
    lexer.silent = true;
    lexer.at = ap_span_end(joint->parent_span);
    return ap_lexer_next_token(&lexer).span;
}

static void add_contradiction(comment_contradictions *found, size_t index, const ap_md5anim_comment *comment)
{
    if (found->count++ > 0)
        return;
    found->first = index;
    found->comment = *comment;
}

/* Writes the end of a message, "; 3 joints have such a comment"; an empty text if only one joint has such a
   comment. */
static const char *put_total_of_joints_if_several(
    const comment_contradictions *found, char text[OTHERS_BYTES])
{
    text[0] = '\0';
    if (found->count > 1)
        snprintf(text, OTHERS_BYTES, "; %zu joints have such a comment", found->count);
    return text;
}

static void report_contradicted_parent(ap_md5anim_stream *stream, const comment_contradictions *found)
{
    ap_io *io = &stream->base.text.io;
    const ap_md5_joint_entry *joints = stream->base.joints.items, *joint = &joints[found->first];
    char named[QUOTED_BYTES], parent[QUOTED_BYTES] = "not a joint", others[OTHERS_BYTES];
    ap_quote(found->comment.name, named, sizeof named);
    if (joint->parent >= 0)
        ap_quote(joints[joint->parent].name, parent, sizeof parent);
    ap_enter_element(io, "hierarchy", found->first);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(COMMENT_PARENT), joint->parent_span, "parent",
        ap_text_value("the joint in the comment"), ap_integer(joint->parent),
        "; the comment after the joint says that its parent is %s, but %d is %s%s", named, (int)joint->parent,
        parent, put_total_of_joints_if_several(found, others));
    ap_leave_record(io);
}

/* Writes the components of flags: "( Tx Ty Tz )". */
static void put_component_list(int32_t flags, char text[LIST_BYTES])
{
    size_t used = (size_t)snprintf(text, LIST_BYTES, "(");
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
        if ((flags >> i & 1) != 0)
            used += (size_t)snprintf(text + used, LIST_BYTES - used, " %s", ap_md5anim_component_names[i]);
    }
    snprintf(text + used, LIST_BYTES - used, " )");
}

static void report_contradicted_flags(ap_md5anim_stream *stream, const comment_contradictions *found)
{
    ap_io *io = &stream->base.text.io;
    const ap_md5_joint_entry *joint = &stream->base.joints.items[found->first];
    char listed[QUOTED_BYTES], components[LIST_BYTES], others[OTHERS_BYTES];
    ap_quote(found->comment.list, listed, sizeof listed);
    put_component_list(joint->flags, components);
    ap_enter_element(io, "hierarchy", found->first);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(COMMENT_FLAGS), ap_md5anim_flags_span(stream, joint), "flags",
        ap_text_value("the components in the comment"), ap_integer(joint->flags),
        "; the comment after the joint lists %s, but %d means \"%s\"%s", listed, (int)joint->flags,
        components, put_total_of_joints_if_several(found, others));
    ap_leave_record(io);
}

void ap_md5anim_check_comments(ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    const ap_io *io = &stream->base.text.io;
    comment_contradictions parents = { 0 }, flags = { 0 };
    if (io->findings->faults > 0 || io->arena->failed)
        return;
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        const ap_md5anim_comment comment = ap_md5anim_read_comment(io->input, joint);
        if (ap_md5anim_comment_lists_other_components_or_order(&comment, joint->flags))
            add_contradiction(&flags, i, &comment);
        if (ap_md5anim_comment_names_other_parent(&stream->base, joint, &comment))
            add_contradiction(&parents, i, &comment);
    }
    if (parents.count > 0)
        report_contradicted_parent(stream, &parents);
    if (flags.count > 0)
        report_contradicted_flags(stream, &flags);
}
