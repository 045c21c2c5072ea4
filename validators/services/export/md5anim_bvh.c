#include "validators/services/export/md5anim_bvh.h"

#include <math.h>

#include "core/number/float_text.h"
#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_source.h"
#include "validators/services/export/md5_gltf.h"

enum { AXES = 3, NONE = -1 };

typedef struct bvh_export {
    ap_md5anim_frame_reader frames;
    FILE *stream;
    int32_t *first, *next; /* first child of a joint, and next sibling of a joint; NONE ends a list */
    int32_t *order;        /* joint numbers in the order of the written file */
    size_t listed;         /* number of joints in `order` so far */
    size_t renamed;        /* number of joints that got another name */
} bvh_export;

static bool has_animated_position(const bvh_export *h, size_t joint)
{
    return (h->frames.animation->joints[joint].flags & AP_MD5_TRANSLATION_BITS) != 0;
}

static void put_number(FILE *stream, double value)
{
    char text[AP_FLOAT_TEXT_BYTES];
    const size_t length = ap_float_text((float)value, text);
    fputc(' ', stream);
    (void)fwrite(text, 1, length, stream);
}

/* Writes a rotation as three angles in degrees, about z, x and y. To get the rotation, rotate about y first,
   then x, then z. */
static void put_rotation(FILE *stream, const double q[4])
{
    const double x[AXES] = { 1, 0, 0 }, y[AXES] = { 0, 1, 0 }, z[AXES] = { 0, 0, 1 };
    const double degrees = 180 / acos(-1);
    double to_x[AXES], to_y[AXES], to_z[AXES];
    ap_rotate_vector(q, x, to_x);
    ap_rotate_vector(q, y, to_y);
    ap_rotate_vector(q, z, to_z);
    /* cosine of the angle about x; 0 in gimbal lock, in which the angles about z and y rotate about one axis */
    const double level = hypot(to_y[0], to_y[1]);
    const bool locked = level < 1e-9;
    put_number(stream, degrees * (locked ? atan2(to_x[1], to_x[0]) : atan2(-to_y[0], to_y[1])));
    put_number(stream, degrees * atan2(to_y[2], level));
    put_number(stream, locked ? 0 : degrees * atan2(-to_x[2], to_z[2]));
}

static void put_name(bvh_export *h, ap_view name)
{
    bool kept = name.size > 0;
    for (size_t i = 0; i < name.size; i++) {
        const uint8_t byte = name.bytes[i];
        const bool usual = byte > ' ' && byte != '{' && byte != '}' && byte != 0x7f;
        fputc(usual ? byte : '_', h->stream);
        kept &= usual;
    }
    if (name.size == 0)
        fputs("joint", h->stream);
    h->renamed += !kept;
}

static void put_joint_start(bvh_export *h, size_t joint)
{
    static const char turns[] = "Zrotation Xrotation Yrotation";
    fputs("JOINT ", h->stream);
    put_name(h, h->frames.animation->joints[joint].name);
    fputs("\n{\nOFFSET", h->stream);
    for (size_t i = 0; i < AXES; i++)
        put_number(h->stream, has_animated_position(h, joint) ? 0 : (double)h->frames.base[joint][i]);
    fprintf(h->stream,
        has_animated_position(h, joint) ? "\nCHANNELS 6 Xposition Yposition Zposition %s\n"
                                        : "\nCHANNELS 3 %s\n",
        turns);
    h->order[h->listed++] = (int32_t)joint;
    if (h->first[joint] == NONE)
        fputs("End Site\n{\nOFFSET 0 0 0\n}\n", h->stream);
}

/* Writes a joint, the siblings after it, and all joints below them; nothing for NONE. */
static void put_joints(bvh_export *h, int32_t joint)
{
    while (joint != NONE) {
        put_joint_start(h, (size_t)joint);
        if (h->first[joint] != NONE) {
            joint = h->first[joint];
            continue;
        }
        fputs("}\n", h->stream);
        while (joint != NONE && h->next[joint] == NONE) {
            joint = h->frames.animation->joints[joint].parent;
            if (joint != NONE)
                fputs("}\n", h->stream);
        }
        joint = joint == NONE ? NONE : h->next[joint];
    }
}

/* Links the children of each joint, in the order of the file, and the joints without a parent. Returns the first joint without
   a parent. */
static int32_t link_children(const bvh_export *h)
{
    int32_t root = NONE;
    for (size_t i = 0; i < h->frames.animation->joint_count; i++)
        h->first[i] = NONE;
    for (size_t i = h->frames.animation->joint_count; i-- > 0;) {
        const int32_t parent = h->frames.animation->joints[i].parent;
        int32_t *first = parent < 0 ? &root : &h->first[parent];
        h->next[i] = *first;
        *first = (int32_t)i;
    }
    return root;
}

static void put_frame_line(const bvh_export *h)
{
    static const double turn[] = { -0.5, -0.5, -0.5, 0.5 }; /* rotation that turns id's x, y and z into z, x
                                                               and y */
    ap_md5_transform transform;
    put_rotation(h->stream, turn);
    for (size_t i = 0; i < h->listed; i++) {
        const size_t joint = (size_t)h->order[i];
        ap_md5_unit_transform_of_numbers(h->frames.now[joint], h->frames.now[joint] + 3, &transform);
        for (size_t axis = 0; axis < AXES && has_animated_position(h, joint); axis++)
            put_number(h->stream, transform.position[axis]);
        put_rotation(h->stream, transform.rotation);
    }
    fputc('\n', h->stream);
}

bool ap_md5anim_to_bvh(ap_view input, ap_arena *arena, FILE *stream, size_t *renamed)
{
    bvh_export h = { .stream = stream };
    if (!ap_md5anim_open_frame_reader(&h.frames, input, arena))
        return false;
    const ap_md5anim *animation = h.frames.animation;
    h.first = ap_alloc_array(arena, animation->joint_count, sizeof *h.first);
    h.next = ap_alloc_array(arena, animation->joint_count, sizeof *h.next);
    h.order = ap_alloc_array(arena, animation->joint_count, sizeof *h.order);
    if (arena->failed)
        return false;
    fputs("HIERARCHY\nROOT id_Tech_4_axes\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n",
        stream);
    put_joints(&h, link_children(&h));
    fprintf(stream, "}\nMOTION\nFrames: %d\nFrame Time:", animation->frame_count);
    put_number(stream, 1 / h.frames.rate);
    fputc('\n', stream);
    for (size_t frame = 0; frame < (size_t)animation->frame_count; frame++) {
        if (!ap_md5anim_read_next_frame_unless_error(&h.frames))
            return false;
        put_frame_line(&h);
    }
    *renamed = h.renamed;
    return ap_md5_read_to_end_without_error(&h.frames.file->stream.base);
}
