/* Sorts the names of joints to find duplicates and to look up names, and packs names into bytes. Unlike with a hash table, the
   time is bounded for all names. */
#include <string.h>

#include "validators/md5/md5_stream.h"

static int compare_names_bytewise(ap_view a, ap_view b)
{
    const size_t shared = a.size < b.size ? a.size : b.size;
    if (shared > 0 && a.bytes[0] != b.bytes[0]) /* the first bytes decide most comparisons, and comparing
                                                   them is cheaper than a call of memcmp */
        return a.bytes[0] < b.bytes[0] ? -1 : 1;
    int order = memcmp(a.bytes, b.bytes, shared);
    if (order != 0)
        return order;
    return (a.size > b.size) - (a.size < b.size);
}

/* Merges the sorted runs [from, middle) and [middle, end); equal names keep their order. */
static void merge_runs(const ap_md5_joint_entry *joints, const uint32_t *order, uint32_t *merged, size_t from,
    size_t middle, size_t end)
{
    size_t left = from, right = middle;
    for (size_t out = from; out < end; out++) {
        bool take_left =
            right == end
            || (left < middle
                && compare_names_bytewise(joints[order[left]].name, joints[order[right]].name) <= 0);
        merged[out] = order[take_left ? left++ : right++];
    }
}

static size_t smaller_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the joints' indices sorted by name, in the arena; NULL when out of memory. */
static uint32_t *sort_names(ap_arena *arena, const ap_md5_joints *joints)
{
    size_t count = joints->named;
    uint32_t *order = ap_alloc_array(arena, count, sizeof *order);
    uint32_t *merged = ap_alloc_array(arena, count, sizeof *merged);
    if (order == NULL || merged == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t from = 0; from < count; from += 2 * run)
            merge_runs(joints->items, order, merged, from, smaller_of(from + run, count),
                smaller_of(from + 2 * run, count));
        uint32_t *swapped = order;
        order = merged;
        merged = swapped;
    }
    return order;
}

void ap_md5_sort_names_and_report_duplicates(ap_md5_stream *stream)
{
    const ap_md5_joints *joints = &stream->joints;
    ap_io *io = &stream->text.io;
    if (joints->named >= 2 && joints->by_name == NULL)
        stream->joints.by_name = sort_names(io->arena, joints);
    const uint32_t *order = joints->by_name;
    for (size_t i = 1; order != NULL && i < joints->named; i++) {
        const ap_md5_joint_entry *earlier = &joints->items[order[i - 1]], *later = &joints->items[order[i]];
        if (later->name.size == 0 || compare_names_bytewise(earlier->name, later->name) != 0)
            continue;
        stream->joints.has_duplicate_names = true;
        ap_enter_element(io, stream->joints_name, order[i]);
        ap_add_finding_at(io, AP_MD5_RULE(stream, JOINT_NAME_DUPLICATE),
            (ap_span){ later->name_at, later->name_token_bytes }, "name", ap_text_value("a name of its own"),
            ap_bytes(later->name), "; joint %u has this name already", (unsigned)order[i - 1]);
        ap_add_related_place(
            io, (ap_span){ earlier->name_at, earlier->name_token_bytes }, "first defined here");
        ap_leave_record(io);
    }
}

bool ap_md5_has_joint_named(const ap_md5_stream *stream, ap_view name)
{
    const ap_md5_joints *joints = &stream->joints;
    size_t from = 0, end = joints->named;
    if (joints->named < 2)
        return joints->named == 1 && compare_names_bytewise(joints->items[0].name, name) == 0;
    while (joints->by_name != NULL && from < end) {
        const size_t middle = from + (end - from) / 2;
        const int order = compare_names_bytewise(joints->items[joints->by_name[middle]].name, name);
        if (order == 0)
            return true;
        if (order < 0)
            from = middle + 1;
        else
            end = middle;
    }
    return false;
}

ap_view ap_md5_pack_joint_names_if_complete(const ap_md5_joints *joints, ap_arena *arena)
{
    size_t bytes = 0;
    for (size_t i = 0; joints->complete && i < joints->count; i++)
        bytes += sizeof bytes + joints->items[i].name.size;
    uint8_t *names = bytes == 0 ? NULL : ap_alloc(arena, bytes), *at = names;
    if (names == NULL)
        return (ap_view){ NULL, 0 };
    for (size_t i = 0; i < joints->count; i++) {
        const ap_view name = joints->items[i].name;
        memcpy(at, &name.size, sizeof name.size);
        memcpy(at + sizeof name.size, name.bytes, name.size);
        at += sizeof name.size + name.size;
    }
    return (ap_view){ names, bytes };
}

size_t ap_md5_count_packed_names(ap_view names)
{
    size_t count = 0, bytes;
    for (size_t at = 0; at < names.size; at += sizeof bytes + bytes) {
        memcpy(&bytes, names.bytes + at, sizeof bytes);
        count++;
    }
    return count;
}
