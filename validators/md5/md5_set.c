#include "validators/md5/md5_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joint of a skeleton is stored as this structure, followed by the bytes of its name. */
typedef struct packed_joint {
    int32_t parent;
    uint32_t name_bytes;
} packed_joint;

typedef struct sorted_names_of_skeleton {
    ap_view *items; /* the names, sorted, without duplicates */
    size_t count;
} sorted_names_of_skeleton;

enum { QUOTED_BYTES = 96 };

ap_view ap_md5_make_skeleton_if_complete(const ap_md5_joints *joints, ap_arena *arena)
{
    size_t bytes = 0;
    for (size_t i = 0; joints->complete && i < joints->count; i++)
        bytes += sizeof(packed_joint) + joints->items[i].name.size;
    uint8_t *skeleton = bytes == 0 ? NULL : ap_alloc(arena, bytes), *at = skeleton;
    if (skeleton == NULL)
        return (ap_view){ NULL, 0 };
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        const packed_joint stored = { joint->parent, (uint32_t)joint->name.size };
        memcpy(at, &stored, sizeof stored);
        memcpy(at + sizeof stored, joint->name.bytes, joint->name.size);
        at += sizeof stored + joint->name.size;
    }
    return (ap_view){ skeleton, bytes };
}

/* Functions that scan the lines of a section with joints. They return the address after the text that they have scanned, or NULL
   if the text is not as exporters write it. A newline and a closing brace follow the text, so the scans need no length. */

static const uint8_t *scan_blanks(const uint8_t *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static const uint8_t *scan_name(const uint8_t *at, ap_view *name)
{
    static const bool ends_name[UINT8_MAX + 1] = { ['"'] = true, ['\\'] = true, ['\n'] = true };
    const uint8_t *first = scan_blanks(at) + 1, *end = first;
    if (first[-1] != '"')
        return NULL;
    while (!ends_name[*end])
        end++;
    *name = (ap_view){ first, (size_t)(end - first) };
    return *end == '"' ? end + 1 : NULL;
}

/* Scans blanks and an integer of up to nine digits without leading zeros, which a blank must follow. */
static const uint8_t *scan_parent(const uint8_t *at, int32_t *parent)
{
    enum { MOST_DIGITS = 9 /* digits of a number that surely fits int32_t */ };
    const uint8_t *first = scan_blanks(at);
    const bool negative = *first == '-';
    const uint8_t *digits = first + negative, *end = digits;
    int32_t value = 0;
    for (; *end >= '0' && *end <= '9' && end - digits < MOST_DIGITS; end++)
        value = value * 10 + (*end - '0');
    if (first == at || end == digits || (*digits == '0' && (negative || end > digits + 1))
        || (*end != ' ' && *end != '\t'))
        return NULL;
    *parent = negative ? -value : value;
    return end;
}

/* Scans the rest of a line with its newline: numbers, vectors and a line comment. */
static const uint8_t *scan_rest_of_line(const uint8_t *at)
{
    static const bool ends_numbers[UINT8_MAX + 1] = {
        ['\n'] = true, ['/'] = true, ['"'] = true, ['{'] = true, ['}'] = true
    };
    while (!ends_numbers[*at])
        at++;
    if (*at != '\n' && (*at != '/' || at[1] != '/'))
        return NULL;
    while (*at != '\n')
        at++;
    return at + 1;
}

/* Scans the joints up to the brace that closes the section, and writes their skeleton. Returns its size; 0 if the text is
   not as exporters write it. */
static size_t scan_joints(const uint8_t *at, uint8_t *skeleton)
{
    uint8_t *to = skeleton;
    ap_view name;
    packed_joint joint;
    while (*scan_blanks(at) != '}') {
        at = scan_name(at, &name);
        at = at == NULL ? NULL : scan_parent(at, &joint.parent);
        at = at == NULL ? NULL : scan_rest_of_line(at);
        if (at == NULL)
            return 0;
        joint.name_bytes = (uint32_t)name.size;
        memcpy(to, &joint, sizeof joint);
        memcpy(to + sizeof joint, name.bytes, name.size);
        to += sizeof joint + name.size;
    }
    return (size_t)(to - skeleton);
}

/* Finds the first occurrence of `text`; returns NULL if there is no occurrence. Searches for the character
   text[rare] with memchr, which is faster than memmem if that character is rare in the file. */
static const uint8_t *find_text(const uint8_t *at, const uint8_t *end, const char *text, size_t rare)
{
    const size_t bytes = strlen(text);
    while ((size_t)(end - at) >= bytes) {
        const uint8_t *found = memchr(at + rare, text[rare], (size_t)(end - at) - bytes + 1);
        if (found == NULL)
            return NULL;
        at = found - rare;
        if (memcmp(at, text, bytes) == 0)
            return at;
        at++;
    }
    return NULL;
}

ap_view ap_md5_scan_skeleton(ap_view start, const char *keyword, ap_arena *arena)
{
    const uint8_t *limit = start.bytes + start.size;
    const uint8_t *from = start.size == 0 ? NULL : find_text(start.bytes, limit, keyword, 0);
    const uint8_t *end = from == NULL ? NULL : find_text(from, limit, "\n}", 1);
    /* The keyword begins after a newline, so it is not inside a string, since a string ends on its line.
       Unless a block comment comes before the keyword, it is not inside a comment either. */
    if (end == NULL || find_text(start.bytes, from, "/*", 0) != NULL)
        return (ap_view){ NULL, 0 };
    const uint8_t *brace = scan_blanks(from + strlen(keyword));
    const uint8_t *first = *brace == '{' ? scan_rest_of_line(brace + 1) : NULL;
    uint8_t *skeleton = first == NULL ? NULL : ap_alloc_uncleared(arena, (size_t)(end - from));
    const size_t size = skeleton == NULL ? 0 : scan_joints(first, skeleton);
    return (ap_view){ skeleton, size };
}

/* Reads the joint at *at and moves *at to the next. Returns its parent. */
static int32_t read_packed_joint(ap_view skeleton, size_t *at, ap_view *name)
{
    packed_joint stored;
    memcpy(&stored, skeleton.bytes + *at, sizeof stored);
    *name = (ap_view){ skeleton.bytes + *at + sizeof stored, stored.name_bytes };
    *at += sizeof stored + stored.name_bytes;
    return stored.parent;
}

static size_t count_joints(ap_view skeleton)
{
    size_t count = 0;
    ap_view name;
    for (size_t at = 0; at < skeleton.size; count++)
        (void)read_packed_joint(skeleton, &at, &name);
    return count;
}

static int compare_names(const void *one, const void *other)
{
    const ap_view *a = one, *b = other;
    const int order = memcmp(a->bytes, b->bytes, a->size < b->size ? a->size : b->size);
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

const void *ap_md5_skeleton_names(ap_view skeleton, ap_arena *arena)
{
    const size_t joints = count_joints(skeleton);
    sorted_names_of_skeleton *names = ap_alloc(arena, sizeof *names);
    ap_view *items = ap_alloc_array(arena, joints, sizeof *items);
    size_t at = 0;
    if (names == NULL || items == NULL)
        return NULL;
    for (size_t i = 0; i < joints; i++)
        (void)read_packed_joint(skeleton, &at, &items[i]);
    qsort(items, joints, sizeof *items, compare_names);
    *names = (sorted_names_of_skeleton){ .items = items };
    for (size_t i = 0; i < joints; i++) {
        if (names->count == 0 || compare_names(&items[names->count - 1], &items[i]) != 0)
            items[names->count++] = items[i];
    }
    return names;
}

bool ap_md5_skeletons_are_akin(const void *one, const void *other)
{
    const sorted_names_of_skeleton *a = one, *b = other;
    const size_t fewer = a->count < b->count ? a->count : b->count, more = a->count + b->count - fewer;
    size_t i = 0, k = 0, common = 0;
    if (2 * fewer < more)
        return false;
    while (i < a->count && k < b->count) {
        const int order = compare_names(&a->items[i], &b->items[k]);
        common += order == 0;
        i += order <= 0;
        k += order >= 0;
    }
    return 2 * common >= a->count + b->count - common;
}

/* Returns the quoted name of a joint by its number, or "no joint". */
static const char *quote_joint(ap_view skeleton, int32_t number, char quoted[QUOTED_BYTES])
{
    size_t at = 0;
    ap_view name;
    snprintf(quoted, QUOTED_BYTES, "no joint");
    for (int32_t i = 0; i <= number && at < skeleton.size; i++) {
        (void)read_packed_joint(skeleton, &at, &name);
        if (i == number)
            ap_quote(name, quoted, QUOTED_BYTES);
    }
    return quoted;
}

/* Compares two skeletons that both have `count` joints. Returns the number of the first joint with another
   name or, if `of_names` is false, with another parent; `count` if there is no such joint. */
static size_t find_differing_joint(ap_view own, ap_view other, size_t count, bool of_names)
{
    size_t at = 0, other_at = 0, i = 0;
    ap_view name, other_name;
    for (; i < count; i++) {
        const int32_t parent = read_packed_joint(own, &at, &name),
                      other_parent = read_packed_joint(other, &other_at, &other_name);
        if (of_names ? compare_names(&name, &other_name) != 0 : parent != other_parent)
            break;
    }
    return i;
}

static int32_t parent_of_joint(ap_view skeleton, size_t number)
{
    size_t at = 0;
    ap_view name;
    int32_t parent = -1;
    for (size_t i = 0; i <= number; i++)
        parent = read_packed_joint(skeleton, &at, &name);
    return parent;
}

bool ap_md5_skeleton_difference(ap_view own, ap_view other, char text[AP_SET_DIFFERENCE_BYTES])
{
    const size_t count = count_joints(own), wanted = count_joints(other);
    char name[QUOTED_BYTES], one[QUOTED_BYTES], two[QUOTED_BYTES];
    if (count != wanted) {
        snprintf(text, AP_SET_DIFFERENCE_BYTES, "%zu joint%s, not %zu", count, count == 1 ? "" : "s", wanted);
        return true;
    }
    size_t i = find_differing_joint(own, other, count, true);
    if (i < count) {
        snprintf(text, AP_SET_DIFFERENCE_BYTES, "joint %zu is %s, not %s", i,
            quote_joint(own, (int32_t)i, one), quote_joint(other, (int32_t)i, two));
        return true;
    }
    i = find_differing_joint(own, other, count, false);
    if (i < count)
        snprintf(text, AP_SET_DIFFERENCE_BYTES, "joint %zu %s is below %s, not below %s", i,
            quote_joint(own, (int32_t)i, name), quote_joint(own, parent_of_joint(own, i), one),
            quote_joint(other, parent_of_joint(other, i), two));
    return i < count;
}

/* Reports of a different skeleton */

/* Writes how many files have the other skeleton: "5 files of its folder have". */
static const char *put_count_of_files(const ap_expected_skeleton *set, char text[QUOTED_BYTES])
{
    snprintf(text, QUOTED_BYTES, "%zu %s of its folder %s", set->files, set->files == 1 ? "file" : "files",
        set->files == 1 ? "has" : "have");
    return text;
}

#define ANOTHER_RIG                                                                                          \
    "the rig was changed between the exports, so they do not fit one mesh; export again from one rig"

static void report_other_joint_count(ap_md5_stream *stream, const ap_expected_skeleton *set, size_t joints)
{
    char files[QUOTED_BYTES];
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, SET_SKELETON), stream->joint_count.span,
        "num_joints", ap_size(joints), ap_size(stream->joints.count),
        "; %s nearly the same skeleton with %zu %s: " ANOTHER_RIG, put_count_of_files(set, files), joints,
        joints == 1 ? "joint" : "joints");
}

/* Finds the first joint with a name that differs from the skeleton, or if `of_names` is false, with a parent
   that differs. Returns the joint's index, or joints->count if there is no such joint. Sets *name and *parent to
   the skeleton's name and parent of that joint. */
static size_t find_difference_to_skeleton(
    const ap_md5_joints *joints, ap_view skeleton, bool of_names, ap_view *name, int32_t *parent)
{
    size_t at = 0, i = 0;
    for (; i < joints->count; i++) {
        *parent = read_packed_joint(skeleton, &at, name);
        if (of_names ? compare_names(name, &joints->items[i].name) != 0 : *parent != joints->items[i].parent)
            break;
    }
    return i;
}

static void report_other_joint_name(
    ap_md5_stream *stream, const ap_expected_skeleton *set, size_t index, ap_view name)
{
    const ap_md5_joint_entry *joint = &stream->joints.items[index];
    char files[QUOTED_BYTES], quoted[QUOTED_BYTES];
    ap_quote(name, quoted, sizeof quoted);
    ap_enter_element(&stream->text.io, stream->joints_name, index);
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, SET_SKELETON),
        (ap_span){ joint->name_at, joint->name_token_bytes }, "name", ap_bytes(name), ap_bytes(joint->name),
        "; %s the name %s here: " ANOTHER_RIG, put_count_of_files(set, files), quoted);
    ap_leave_record(&stream->text.io);
}

static void report_other_joint_parent(
    ap_md5_stream *stream, const ap_expected_skeleton *set, size_t index, int32_t parent)
{
    const ap_md5_joints *joints = &stream->joints;
    const ap_md5_joint_entry *joint = &joints->items[index];
    char files[QUOTED_BYTES], quoted[QUOTED_BYTES] = "no joint";
    if (parent >= 0 && (size_t)parent < joints->count)
        ap_quote(joints->items[parent].name, quoted, sizeof quoted);
    ap_enter_element(&stream->text.io, stream->joints_name, index);
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, SET_SKELETON), joint->parent_span, "parent",
        ap_integer(parent), ap_integer(joint->parent), "; %s the parent %d here, %s: " ANOTHER_RIG,
        put_count_of_files(set, files), (int)parent, quoted);
    ap_leave_record(&stream->text.io);
}

void ap_md5_check_skeleton_of_set(ap_md5_stream *stream, const ap_expected_skeleton *set)
{
    const ap_io *io = &stream->text.io;
    const ap_md5_joints *joints = &stream->joints;
    ap_view name = { NULL, 0 };
    int32_t parent = -1;
    if (set == NULL || io->findings->faults > 0 || io->arena->failed)
        return;
    const size_t count = count_joints(set->skeleton);
    if (count != joints->count) {
        report_other_joint_count(stream, set, count);
        return;
    }
    size_t index = find_difference_to_skeleton(joints, set->skeleton, true, &name, &parent);
    if (index < count) {
        report_other_joint_name(stream, set, index, name);
        return;
    }
    index = find_difference_to_skeleton(joints, set->skeleton, false, &name, &parent);
    if (index < count)
        report_other_joint_parent(stream, set, index, parent);
}
