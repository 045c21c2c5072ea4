/* Draws the joints of a .md5anim or .md5mesh with an error, as far as their positions were read: points, and lines to the
   parents. */
#include <stdio.h>
#include <string.h>

#include "core/layout/field_map.h"
#include "core/number/number.h"
#include "validators/field_at.h"
#include "validators/md5/md5_transform.h"
#include "web/pictures/picture.h"

enum { MOST_JOINTS = 1 << 16 };

/* Numbers and name of a joint, as far as they were read. */
typedef struct known_joint {
    float numbers[6]; /* x y z of the position, x y z of the orientation */
    int32_t parent;   /* -1 if it is unknown, or not before the joint */
    bool has_position;
    ap_view name;
    ap_md5_transform transform;
} known_joint;

typedef struct joints_reader {
    ap_field_map map;
    known_joint *joints;
    size_t count;  /* index of the last joint with a position, plus 1 */
    bool relative; /* positions are relative to the parent joint */
} joints_reader;

static void store_number(joints_reader *k, const ap_segment *segment, const char *path)
{
    size_t index;
    char list[16], vector[16], axis;
    if (sscanf(path, "%15[a-z][%zu].%15[a-z].%c", list, &index, vector, &axis) != 4 || index >= MOST_JOINTS
        || axis < 'x' || axis > 'z' || (strcmp(list, "baseframe") != 0 && strcmp(list, "joints") != 0))
        return;
    const bool position = strcmp(vector, "position") == 0;
    k->joints[index].numbers[(position ? 0 : 3) + axis - 'x'] =
        ap_parse_float((ap_view){ segment->bytes, segment->span.length }).value;
    k->relative |= list[0] == 'b';
    if (!position || axis != 'z')
        return;
    k->joints[index].has_position = true;
    if (index >= k->count)
        k->count = index + 1;
}

static void store_segment(void *context, const ap_segment *segment)
{
    joints_reader *k = context;
    char path[AP_PATH_TEXT_BYTES], list[16], text[16] = "";
    size_t index;
    int32_t parent;
    int end = 0;
    if (segment->unread)
        return;
    ap_snprint_field_path(segment->path, segment->name, path, sizeof path);
    store_number(k, segment, path);
    if (sscanf(path, "%15[a-z][%zu].%n", list, &index, &end) != 2 || end == 0 || index >= MOST_JOINTS
        || (strcmp(list, "hierarchy") != 0 && strcmp(list, "joints") != 0))
        return;
    if (strcmp(path + end, "name") == 0)
        k->joints[index].name = ap_segment_token_unquoted(segment);
    snprintf(text, sizeof text, "%.*s", (int)segment->span.length, (const char *)segment->bytes);
    if (strcmp(path + end, "parent") == 0 && sscanf(text, "%d", &parent) == 1 && parent >= 0
        && (size_t)parent < index)
        k->joints[index].parent = parent;
}

static bool show_moment(web_picture *picture, double moment)
{
    const joints_reader *k = picture->private_data;
    (void)moment;
    for (size_t i = 0; i < picture->point_count; i++) {
        const known_joint *joint = &k->joints[i];
        for (size_t axis = 0; axis < 3; axis++)
            picture->points[i][axis] = joint->has_position ? (float)joint->transform.position[axis] : NAN;
    }
    return true;
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    size_t index;
    char list[16];
    if (sscanf(path, "%15[a-z][%zu]", list, &index) == 2 && index < picture->point_count
        && (strcmp(list, "hierarchy") == 0 || strcmp(list, "baseframe") == 0 || strcmp(list, "joints") == 0))
        elements->point = index;
}

/* Reads the joints, up to the end of the file or to an error after which the reader does not continue. Returns NULL if no joint
   has a position, or when out of memory. */
static joints_reader *read_joints(web_picture *picture)
{
    const ap_lint_options options = { .no_simd = true };
    joints_reader *k = ap_alloc(&picture->arena, sizeof *k);
    if (k == NULL)
        return NULL;
    k->joints = ap_alloc_array(&picture->arena, MOST_JOINTS, sizeof *k->joints);
    for (size_t i = 0; k->joints != NULL && i < MOST_JOINTS; i++)
        k->joints[i].parent = -1;
    ap_field_map_init(&k->map, picture->file.bytes, false, store_segment, k);
    const bool read = k->joints != NULL
                      && ap_pass_fields_to_listener(picture->file.format, picture->file.bytes, &options,
                          &k->map.listener, &picture->arena);
    return read && k->count > 0 ? k : NULL;
}

/* Resets the picture, except its file and arenas, after the maker of the format's usual picture has failed. */
static void reset_picture(web_picture *picture)
{
    *picture = (web_picture){
        .file = picture->file, .arena = picture->arena, .moving = picture->moving, .chosen = picture->chosen
    };
}

bool web_joints_picture(web_picture *picture)
{
    reset_picture(picture);
    joints_reader *k = strncmp(picture->file.format->name, "md5", 3) == 0 ? read_joints(picture) : NULL;
    if (k == NULL || !web_picture_allocate(picture, k->count, k->count, k->count, 0))
        return false;
    for (size_t i = 0; i < k->count; i++) {
        known_joint *joint = &k->joints[i];
        ap_md5_unit_transform_of_numbers(joint->numbers, joint->numbers + 3, &joint->transform);
        if (k->relative && joint->parent >= 0)
            ap_md5_transform_to_model_space(&k->joints[joint->parent].transform, &joint->transform);
        web_picture_add_joint(picture, i, joint->name, joint->parent, k->relative ? "hierarchy" : "joints");
    }
    picture->private_data = k;
    picture->kind = "skeleton";
    picture->unit = "frame";
    picture->up = 'z';
    picture->drawn_part = k->relative ? "the joints in the baseframe" : "the joints";
    picture->show = show_moment;
    picture->find = find_elements;
    return !picture->arena.failed;
}
