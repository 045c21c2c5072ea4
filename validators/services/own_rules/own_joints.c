#include "validators/services/own_rules/own_joints.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/finding/message.h"
#include "core/layout/io_joint.h"
#include "validators/services/rule_names/nearest.h"

enum {
    NAME_BYTES = 64,
    QUOTED_BYTES = 4 * NAME_BYTES + 8,
    LIST_BYTES = 1536,
    SHOWN_JOINTS = 4,
    MESSAGE_BYTES = 2048
};

bool ap_own_format_names_joints(const ap_format *format)
{
    return ap_find_figure(format, "joints") != NULL;
}

void ap_own_joints_add_if_name(ap_own_joints *joints, const ap_io *io, ap_field_role role, ap_arena *arena)
{
    if (role != AP_ROLE_NAME || io->path.depth != 1)
        return;
    const ap_view name = ap_joint_of_path(io, &io->path).name;
    if (name.size == 0)
        return;
    ap_own_joint *items = ap_grow_array(arena, joints->items, joints->count, &joints->room, sizeof *items);
    if (items == NULL)
        return;
    joints->items = items;
    items[joints->count++] = (ap_own_joint){ name, io->field.span, io->path.parts[0], io->field.name };
}

static bool has_joint_name(const ap_own_joint *joint, const char *name)
{
    return joint->name.size == strlen(name) && memcmp(joint->name.bytes, name, joint->name.size) == 0;
}

static bool has_joint(const ap_own_joints *joints, const char *name)
{
    size_t i = 0;
    while (i < joints->count && !has_joint_name(&joints->items[i], name))
        i++;
    return i < joints->count;
}

/* Returns the names as terminated texts in the arena, long ones as empty texts; NULL when out of memory. */
static const char **names_of(const ap_own_joints *joints, ap_arena *arena)
{
    const char **names = ap_alloc_array(arena, joints->count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < joints->count; i++) {
        const ap_view name = joints->items[i].name;
        names[i] =
            name.size > NAME_BYTES ? "" : ap_arena_copy_text(arena, (const char *)name.bytes, name.size);
        names = names[i] == NULL ? NULL : names;
    }
    return names;
}

/* Returns the joint with the name that is nearest to the missing name; NULL if all differ too much. */
static const ap_own_joint *find_joint_with_nearest_name(
    const ap_own_joints *joints, const char *const *names, const char *missing)
{
    for (size_t i = 0; i < joints->count; i++) {
        if (strcasecmp(names[i], missing) == 0)
            return &joints->items[i];
    }
    const char *near = ap_nearest_name(missing, names, joints->count);
    for (size_t i = 0; near != NULL && i < joints->count; i++) {
        if (names[i] == near)
            return &joints->items[i];
    }
    return NULL;
}

/* The required joints that a file lacks, as text for the message. */
typedef struct missing_joints {
    size_t count;
    char list[LIST_BYTES]; /* `joint "hips" (it has "Hips") and no joint "head"` */
    size_t used;
    /* the first missing joint with a similar name in the file; if no name is similar, the first missing
       joint */
    const char *first;
    /* the joint of the file with a name similar to `first`; NULL if no name is similar */
    const ap_own_joint *near;
} missing_joints;

static void add_missing_joint(missing_joints *missing, const char *name, const ap_own_joint *near)
{
    char quoted[QUOTED_BYTES], similar[QUOTED_BYTES] = "";
    if (missing->count++ == 0 || (missing->near == NULL && near != NULL)) {
        missing->first = name;
        missing->near = near;
    }
    if (missing->count > SHOWN_JOINTS)
        return;
    const size_t length = strlen(name);
    (void)ap_quote(
        (ap_view){ (const uint8_t *)name, length < NAME_BYTES ? length : NAME_BYTES }, quoted, sizeof quoted);
    if (near != NULL)
        (void)ap_quote(near->name, similar, sizeof similar);
    missing->used += (size_t)snprintf(missing->list + missing->used, LIST_BYTES - missing->used,
        "%sjoint %s%s%s%s", missing->count == 1 ? "" : " and no ", quoted, near == NULL ? "" : " (it has ",
        similar, near == NULL ? "" : ")");
}

static missing_joints find_missing_joints(
    const ap_own_joints *joints, const ap_own_rule *rule, ap_arena *arena)
{
    missing_joints missing = { .count = 0 };
    const char *const *names = NULL;
    for (size_t i = 0; i < rule->name_count; i++) {
        if (has_joint(joints, rule->names[i]))
            continue;
        names = names == NULL ? names_of(joints, arena) : names;
        if (names == NULL)
            return (missing_joints){ .count = 0 };
        add_missing_joint(
            &missing, rule->names[i], find_joint_with_nearest_name(joints, names, rule->names[i]));
    }
    return missing;
}

static ap_view quote_view(ap_view name, char text[QUOTED_BYTES])
{
    const size_t length = ap_quote(name, text, QUOTED_BYTES);
    return (ap_view){ (const uint8_t *)text, length };
}

static void set_texts_of_missing_joints(
    const missing_joints *missing, const ap_own_rule *rule, ap_arena *arena, ap_finding *finding)
{
    char message[MESSAGE_BYTES], more[64] = "", path[AP_PATH_TEXT_BYTES] = "", name[AP_JOINT_TEXT_BYTES] = "";
    char wanted[QUOTED_BYTES], found[QUOTED_BYTES];
    const ap_own_joint *near = missing->near;
    const size_t length =
        near == NULL ? 0 : ap_snprint_path_parts(&near->part, 1, near->field, path, sizeof path);
    if (near != NULL)
        (void)ap_joint_text(near->name, false, name);
    if (missing->count > SHOWN_JOINTS)
        snprintf(more, sizeof more, ", and lacks %zu more", missing->count - SHOWN_JOINTS);
    snprintf(message, sizeof message, "%s: the file has no %s%s (%s)", rule->rule->summary, missing->list,
        more, rule->origin.text);
    const ap_view first = { (const uint8_t *)missing->first, strlen(missing->first) };
    const ap_finding_values values = { .path = { (const uint8_t *)path, length },
        .expected = quote_view(first, wanted),
        .found = near == NULL ? (ap_view){ NULL, 0 } : quote_view(near->name, found),
        .joint = { name, NULL } };
    ap_finding_set_texts(arena, finding, &values, message);
}

void ap_own_joints_report_missing(const ap_own_joints *joints, const ap_own_rule *rule, ap_findings *findings)
{
    const missing_joints missing = find_missing_joints(joints, rule, findings->arena);
    if (missing.count == 0)
        return;
    ap_finding *finding =
        ap_findings_add(findings, rule->rule, missing.near == NULL ? (ap_span){ 0, 0 } : missing.near->span);
    if (finding != NULL)
        set_texts_of_missing_joints(&missing, rule, findings->arena, finding);
}
