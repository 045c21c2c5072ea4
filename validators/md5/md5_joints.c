/* Reads and writes joints, and checks their names and parents. */
#include <string.h>

#include "validators/md5/md5_stream.h"

enum { LONGEST_NAME = 31 };

static bool is_visible_but_brace_or_backslash(uint8_t byte)
{
    return byte > 0x20 && byte < 0x7f && byte != '{' && byte != '}' && byte != '\\';
}

/* Returns the length of a name up to its first character that is not plain, or to its first `//`. */
static size_t length_of_plain_prefix(ap_view name)
{
    for (size_t i = 0; i < name.size; i++) {
        bool comment = name.bytes[i] == '/' && i + 1 < name.size && name.bytes[i + 1] == '/';
        if (!is_visible_but_brace_or_backslash(name.bytes[i]) || comment)
            return i;
    }
    return name.size;
}

static const char *byte_kind_text(uint8_t byte)
{
    if (byte <= 0x20)
        return byte == ' ' ? "a blank" : "a control byte";
    if (byte >= 0x7f)
        return byte == 0x7f ? "a control byte" : "outside ASCII";
    return byte == '\\' ? "a backslash" : byte == '/' ? "the mark of a comment" : "a brace";
}

static void check_characters(ap_md5_stream *stream, ap_view name)
{
    const size_t plain = length_of_plain_prefix(name);
    if (plain < name.size)
        ap_add_finding(&stream->text.io, AP_MD5_RULE(stream, JOINT_NAME_CHARACTER),
            ap_text_value("letters, digits and plain signs"), ap_bytes(name),
            "; some readers do not accept its byte %zu, which is %s", plain,
            byte_kind_text(name.bytes[plain]));
}

static void check_name(ap_md5_stream *stream, ap_view name)
{
    ap_io *io = &stream->text.io;
    if (name.size == 0) {
        ap_add_finding(io, AP_MD5_RULE(stream, JOINT_NAME_EMPTY), ap_text_value("a name"),
            ap_text_value("\"\""), ": animation and mesh are matched by joint names");
        return;
    }
    if (name.size > LONGEST_NAME)
        ap_add_finding(io, AP_MD5_RULE(stream, JOINT_NAME_LONG),
            ap_value_with_prefix("at most", ap_byte_count(LONGEST_NAME)), ap_byte_count(name.size),
            " has %zu bytes; readers keep names in 32, 64 or 1024 bytes", name.size);
    check_characters(stream, name);
}

/* Returns true if the token may be a name without quotes: a bare word that does not begin like a number and is not one of the
   format's keywords. */
static bool could_be_unquoted_name(const ap_md5_stream *stream, ap_token token)
{
    if (token.kind != AP_TOKEN_WORD)
        return false;
    const uint8_t first = stream->text.io.input.bytes[token.span.offset];
    const bool numeric = (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    return !numeric && !ap_text_is_keyword(&stream->text, token);
}

/* Stores the name before its field is passed to a listener, which may show the name. */
static void store_joint_name(ap_md5_stream *stream, ap_md5_joint_entry *joint, ap_token token)
{
    joint->name = ap_token_view_unquoted(&stream->text.io, token);
    joint->name_at = token.span.offset;
    joint->name_token_bytes = token.span.length;
    stream->joints.named = stream->joints.count + 1;
}

bool ap_md5_read_or_write_joint_name(ap_md5_stream *stream, ap_md5_joint_entry *joint)
{
    ap_text *text = &stream->text;
    if (ap_is_writing(&text->io))
        return ap_text_string(text, "name", &joint->name);
    ap_token token = ap_text_peek_token(text);
    const bool unquoted = could_be_unquoted_name(stream, token);
    if (unquoted || token.kind == AP_TOKEN_STRING)
        store_joint_name(stream, joint, token);
    if (unquoted) {
        (void)ap_text_take_token(text);
        ap_text_pass_field(text, "name", token.span, AP_ROLE_NAME);
        ap_add_finding(&text->io, AP_MD5_RULE(stream, JOINT_NAME_UNQUOTED), ap_text_value("a quoted name"),
            ap_bytes(ap_token_view_unquoted(&text->io, token)),
            " has no quotes around it; they must be straight: \"");
    } else if (!ap_text_string(text, "name", &joint->name)) {
        return false;
    }
    check_name(stream, joint->name);
    ap_policy_check_joint(&text->io, stream->policy, joint->name);
    return true;
}

/* Reports a parent below -1, and counts joints without a parent and joints with a parent that does not come before them. Does
   nothing for joint 0. */
static void check_parent_range_and_tally_order(
    ap_md5_stream *stream, const ap_md5_joint_entry *joint, size_t index)
{
    ap_io *io = &stream->text.io;
    if (index == 0) /* checked by ap_md5_check_joints, when all parents are known */
        return;
    if (joint->parent < -1) {
        ap_add_finding(io, AP_MD5_RULE(stream, PARENT_RANGE),
            ap_value_with_prefix("-1 to", ap_size(index - 1)), ap_integer(joint->parent),
            ": a joint without a parent has -1");
    } else if (joint->parent == -1) {
        if (stream->joints.later_roots++ == 0)
            stream->joints.second_root = index;
    } else if ((size_t)joint->parent >= index) {
        stream->joints
            .later_parents++; /* ap_md5_check_joints reports such parents, unless joints are missing: then
                                   the indices of parents may be right */
    }
}

/* Adds the position of the parent to the finding about a parent that comes after its joint. Does nothing if
   the joint is its own parent, or if the parent's index is out of range. */
static void add_parent_as_related(ap_md5_stream *stream, size_t parent, size_t index)
{
    const ap_md5_joints *joints = &stream->joints;
    if (parent == index || parent >= joints->named)
        return;
    const ap_md5_joint_entry *joint = &joints->items[parent];
    ap_add_related_place(&stream->text.io, (ap_span){ joint->name_at, joint->name_token_bytes },
        "the parent that comes later");
}

/* The likely cause of the first wrong parent. */
typedef enum parents_cause { CAUSE_UNKNOWN, CAUSE_COUNTED_FROM_1, CAUSE_CHILDREN_FIRST } parents_cause;

/* Returns true if the parents are counted from 1: joint 0 has the parent 0, and the parent of each joint N
   after it is from 1 to N. */
static bool are_parents_counted_from_1(const ap_md5_joints *joints)
{
    for (size_t i = 0; i < joints->count; i++) {
        const int32_t parent = joints->items[i].parent;
        if (parent < (i == 0 ? 0 : 1) || (size_t)parent > i)
            return false;
    }
    return true;
}

/* Returns true if the parents of every joint end at a joint without a parent. Takes time linear in the number of
   joints. Returns false when out of memory. */
static bool do_all_parents_lead_to_roots(const ap_md5_joints *joints, ap_arena *arena)
{
    bool *leads = ap_alloc_array(arena, joints->count, sizeof *leads);
    for (size_t i = 0; leads != NULL && i < joints->count; i++) {
        size_t length = 0;
        int32_t at = (int32_t)i;
        for (; at >= 0 && !leads[at]; at = joints->items[at].parent) {
            if (length++ == joints->count || joints->items[at].parent >= (int64_t)joints->count)
                return false;
        }
        if (at < -1)
            return false;
        for (at = (int32_t)i; at >= 0 && !leads[at]; at = joints->items[at].parent)
            leads[at] = true;
    }
    return leads != NULL;
}

static parents_cause find_cause_of_wrong_parents(ap_md5_stream *stream)
{
    const ap_md5_joints *joints = &stream->joints;
    if (!joints->complete)
        return CAUSE_UNKNOWN;
    for (size_t i = 0; i < joints->count; i++) {
        if (!joints->items[i].parent_known)
            return CAUSE_UNKNOWN;
    }
    return are_parents_counted_from_1(joints)                            ? CAUSE_COUNTED_FROM_1
           : do_all_parents_lead_to_roots(joints, stream->text.io.arena) ? CAUSE_CHILDREN_FIRST
                                                                         : CAUSE_UNKNOWN;
}

/* Reports a wrong parent, and adds the likely cause, unless the cause is unknown or an earlier finding has
   it. */
static void report_wrong_parent(
    ap_md5_stream *stream, size_t index, const ap_rule *rule, ap_value expected, parents_cause cause)
{
    ap_io *io = &stream->text.io;
    const ap_md5_joint_entry *joint = &stream->joints.items[index];
    const ap_value found = ap_integer(joint->parent);
    ap_enter_element(io, stream->joints_name, index);
    if (cause == CAUSE_COUNTED_FROM_1)
        ap_add_finding_at(
            io, rule, joint->parent_span, "parent", expected, found, ": parents are counted from 1");
    else if (cause == CAUSE_CHILDREN_FIRST)
        ap_add_finding_at(io, rule, joint->parent_span, "parent", expected, found,
            ": joint %zu comes before its parent: parents first", index);
    else
        ap_add_finding_at(io, rule, joint->parent_span, "parent", expected, found, ": %s",
            index == 0                       ? "the first joint is the root and has no parent"
            : (size_t)joint->parent == index ? "the joint is its own parent"
                                             : "a parent comes before its children");
    if (index > 0)
        add_parent_as_related(stream, (size_t)joint->parent, index);
    ap_leave_record(io);
}

/* Checks that the first joint has no parent and, unless joints are missing or surplus, that each parent comes before its
   children. */
static void check_root_and_parent_order(ap_md5_stream *stream)
{
    const ap_md5_joints *joints = &stream->joints;
    const ap_md5_joint_entry *root = joints->items;
    const bool is_root_wrong = joints->with_parent > 0 && root->parent_known && root->parent != -1;
    const size_t later_parents = joints->miscounted ? 0 : joints->later_parents;
    parents_cause cause =
        is_root_wrong || later_parents > 0 ? find_cause_of_wrong_parents(stream) : CAUSE_UNKNOWN;
    if (is_root_wrong) {
        report_wrong_parent(stream, 0, AP_MD5_RULE(stream, ROOT_PARENT), ap_integer(-1), cause);
        cause = CAUSE_UNKNOWN;
    }
    for (size_t i = 1; later_parents > 0 && i < joints->with_parent; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        if (!joint->parent_known || joint->parent < 0 || (size_t)joint->parent < i)
            continue;
        report_wrong_parent(stream, i, AP_MD5_RULE(stream, PARENT_ORDER),
            ap_value_with_prefix("less than", ap_size(i)), cause);
        cause = CAUSE_UNKNOWN;
    }
}

bool ap_md5_read_or_write_parent(ap_md5_stream *stream, ap_md5_joint_entry *joint)
{
    ap_text_integer parent = { .value = joint->parent };
    if (!ap_text_int(&stream->text, "parent", &parent, AP_ROLE_INDEX))
        return false;
    joint->parent = parent.value;
    if (ap_is_writing(&stream->text.io))
        return true;
    joint->parent_known = parent.known;
    joint->parent_span = parent.span;
    stream->joints.with_parent = stream->joints.count + 1;
    if (parent.known)
        check_parent_range_and_tally_order(stream, joint, stream->joints.count);
    return true;
}

bool ap_md5_read_or_write_joints_of_any_count(ap_md5_stream *stream, const ap_md5_list *list)
{
    size_t count;
    ap_span span;
    const bool complete = ap_md5_read_or_write_list(stream, list, &count, &span);
    stream->joints.miscounted = ap_md5_has_surplus_or_missing_entries(list, count, complete);
    stream->joints.complete = complete && !stream->joints.miscounted;
    return complete;
}

ap_md5_joint_entry *ap_md5_make_room_for_joint(ap_md5_stream *stream)
{
    ap_md5_joints *joints = &stream->joints;
    ap_md5_joint_entry *items =
        ap_grow_array(stream->text.io.arena, joints->items, joints->count, &joints->capacity, sizeof *items);
    if (items == NULL)
        return NULL;
    joints->items = items;
    return &joints->items[joints->count];
}

void ap_md5_check_joints(ap_md5_stream *stream)
{
    const ap_md5_joints *joints = &stream->joints;
    ap_md5_sort_names_and_report_duplicates(stream);
    check_root_and_parent_order(stream);
    if (joints->later_roots == 0)
        return;
    const bool first_is_root = joints->items[0].parent_known && joints->items[0].parent == -1;
    const size_t roots = joints->later_roots + (first_is_root ? 1 : 0);
    ap_enter_element(&stream->text.io, stream->joints_name, joints->second_root);
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, SEVERAL_ROOTS),
        joints->items[joints->second_root].parent_span, "parent",
        ap_text_value("the index of an earlier joint"), ap_integer(-1),
        "; %zu %s no parent, and Doom 3 accepts only one such joint%s", roots,
        roots == 1 ? "joint has" : "joints have", first_is_root ? "" : ", the first");
    if (first_is_root)
        ap_add_related_place(
            &stream->text.io, joints->items[0].parent_span, "the first joint without a parent");
    ap_leave_record(&stream->text.io);
}
