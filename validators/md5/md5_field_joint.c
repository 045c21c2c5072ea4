#include "validators/md5/md5_field_joint.h"

#include <string.h>

#include "core/number/number.h"

ap_joint_and_component ap_md5_joint_name_of_path(const ap_io *io, const ap_field_path *path)
{
    const ap_md5_stream *stream = (const ap_md5_stream *)io;
    const ap_field_path_part first = path->parts[0];
    const bool of_joint = (stream->joints_name != NULL && strcmp(first.name, stream->joints_name) == 0)
                          || strcmp(first.name, "baseframe") == 0;
    if (!of_joint || first.index >= stream->joints.named)
        return (ap_joint_and_component){ .component = NULL };
    return (ap_joint_and_component){ stream->joints.items[first.index].name, NULL };
}

/* A field with the index of an entry of a list, or with the length of a list. */
typedef struct reference_field {
    /* the field is in the entries of this list; NULL: the name alone identifies the field */
    const char *list;
    const char *name;
    const char *
        target; /* list that the value refers to, in the same record as the field or its list; NULL: the list of joints */
    bool is_count;
} reference_field;

static const reference_field reference_fields[] = {
    { "hierarchy", "parent", NULL, false },
    { "joints", "parent", NULL, false },
    { "weights", "joint", NULL, false },
    { "verts", "first_weight", "weights", false },
    { "tris", "corners", "verts", false },
    { NULL, "num_joints", NULL, true },
    { NULL, "num_frames", "frames", true },
    { NULL, "num_meshes", "meshes", true },
    { NULL, "num_cuts", "cuts", true },
    { NULL, "num_verts", "verts", true },
    { NULL, "num_tris", "tris", true },
    { NULL, "num_weights", "weights", true },
};

/* Returns the row of the field; NULL if its value refers to nothing. Sets *depth to the number of parts of the path before the
   list, or before a field that is not in a list. */
static const reference_field *find_reference_field(const ap_io *io, size_t *depth)
{
    const ap_field_path *path = &io->path;
    const bool named = io->field.name != NULL || path->depth == 0;
    const size_t records =
        named ? path->depth : path->depth - 1; /* the path ends with a field without a name: corners[1] */
    const char *name = named ? io->field.name : path->parts[records].name;
    for (size_t i = 0; i < sizeof reference_fields / sizeof *reference_fields; i++) {
        const reference_field *row = &reference_fields[i];
        /* comparing the first characters first saves time: with a listener, this loop runs for each index of a file */
        if (name == NULL || name[0] != row->name[0] || strcmp(name, row->name) != 0)
            continue;
        *depth = row->list == NULL ? records : records - 1;
        if (row->list == NULL || (records > 0 && strcmp(path->parts[records - 1].name, row->list) == 0))
            return row;
    }
    return NULL;
}

bool ap_md5_find_reference_target(const ap_io *io, ap_field_path *target)
{
    const ap_view token = { io->input.bytes + io->field.span.offset, io->field.span.length };
    const ap_md5_stream *stream = (const ap_md5_stream *)io;
    size_t depth;
    int32_t index = 0;
    const reference_field *row = find_reference_field(io, &depth);
    const char *list = row == NULL || row->target != NULL ? NULL : stream->joints_name;
    if (row == NULL || (list == NULL && row->target == NULL))
        return false;
    const bool is_element = row->is_count || (ap_parse_int32(token, &index) && index >= 0);
    *target = io->path;
    target->depth = list != NULL ? 0 : depth;
    target->parts[target->depth++] =
        (ap_field_path_part){ list != NULL ? list : row->target, row->is_count ? AP_NO_INDEX
                                                                 : is_element  ? (size_t)index
                                                                               : AP_NO_ELEMENT };
    return true;
}
