#include "web/pictures/channels.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = { "Tx", "Ty", "Tz", "Qx", "Qy", "Qz" };
static const char *const groups[] = { "position", "orientation" };

bool web_channels_make(web_channels *channels, const ap_md5anim_file *file, ap_arena *arena)
{
    const ap_md5anim *animation = &file->animation;
    const size_t count = animation->joint_count * AP_MD5_COMPONENTS;
    channels->joint_count = animation->joint_count;
    channels->number_of_channel = ap_alloc_array(arena, count, sizeof(int32_t));
    channels->place_of_channel = ap_alloc_array(arena, count, sizeof(int32_t));
    channels->channel_of_number = ap_alloc_array(arena, count, sizeof(int32_t));
    if (arena->failed)
        return false;
    for (size_t i = 0; i < count; i++) {
        const bool animated =
            (animation->joints[i / AP_MD5_COMPONENTS].flags >> i % AP_MD5_COMPONENTS & 1) != 0;
        const size_t place = channels->number_count;
        channels->place_of_channel[i] = channels->number_of_channel[i] = -1;
        if (!animated)
            continue;
        const int32_t number = file->stored_indices == NULL ? (int32_t)place : file->stored_indices[place];
        channels->place_of_channel[i] = (int32_t)place;
        channels->number_of_channel[i] = number;
        channels->channel_of_number[number] = (int32_t)i;
        channels->number_count++;
    }
    return true;
}

/* Reads the file up to its frames. Sets `base` to the six numbers of a joint in the baseframe. */
static bool read_to_frames(ap_md5anim_file *file, size_t joint, float base[AP_MD5_COMPONENTS])
{
    ap_md5_vector_pair pair;
    bool read = true;
    for (size_t i = 0; read && i < (size_t)file->animation.frame_count; i++)
        read = file->source.bounds(&file->source, i, &pair);
    for (size_t i = 0; read && i < file->animation.joint_count; i++) {
        read = file->source.baseframe(&file->source, i, &pair);
        for (size_t axis = 0; read && i == joint && axis < 3; axis++) {
            base[axis] = pair.first[axis].value;
            base[3 + axis] = pair.second[axis].value;
        }
    }
    return read;
}

/* Adds a curve without values for each channel of a joint: as many keys as frames, or two if the channel is constant. */
static bool add_curves(const web_channels *channels, web_picture *picture, size_t joint, size_t frames)
{
    picture->curves = ap_alloc_array(&picture->chosen, AP_MD5_COMPONENTS, sizeof *picture->curves);
    for (size_t i = 0; picture->curves != NULL && i < AP_MD5_COMPONENTS; i++) {
        const int32_t number = channels->number_of_channel[joint * AP_MD5_COMPONENTS + i];
        char path[64];
        if (number >= 0)
            snprintf(path, sizeof path, "frames[%%].values[%d]", number);
        else
            snprintf(path, sizeof path, "baseframe[%zu].%s.%c", joint, groups[i / 3], "xyz"[i % 3]);
        web_picture_add_curve(picture, groups[i / 3], names[i],
            ap_arena_copy_text(&picture->chosen, path, strlen(path)), number >= 0 ? frames : 2);
    }
    return !picture->chosen.failed;
}

bool web_channels_add_curves(const web_channels *channels, web_picture *picture, size_t joint, size_t frames)
{
    float base[AP_MD5_COMPONENTS] = { 0 };
    ap_md5anim_file *file = ap_md5anim_open_file(picture->file.bytes, &picture->chosen);
    float *values = ap_alloc_array(&picture->chosen, channels->number_count, sizeof *values);
    const int32_t *places = channels->place_of_channel + joint * AP_MD5_COMPONENTS;
    if (file == NULL || values == NULL || !read_to_frames(file, joint, base)
        || !add_curves(channels, picture, joint, frames))
        return false;
    for (size_t frame = 0; frame < frames && file->source.frame(&file->source, frame, values); frame++) {
        for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
            float *key = places[i] >= 0 ? picture->curves[i].keys[frame] : NULL;
            if (key == NULL)
                continue;
            key[0] = (float)frame;
            key[1] = values[places[i]];
        }
    }
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
        for (size_t end = 0; places[i] < 0 && end < 2; end++) {
            picture->curves[i].keys[end][0] = end == 0 ? 0 : (float)(frames - 1);
            picture->curves[i].keys[end][1] = base[i];
        }
    }
    return !picture->chosen.failed;
}

void web_channels_find(const web_channels *channels, const char *path, web_elements *elements)
{
    size_t frame, index, channel;
    char axis;
    if (sscanf(path, "frames[%zu].values[%zu]", &frame, &index) == 2 && index < channels->number_count)
        channel = (size_t)channels->channel_of_number[index];
    else if (sscanf(path, "baseframe[%zu].position.%c", &index, &axis) == 2 && axis >= 'x' && axis <= 'z')
        channel = index * AP_MD5_COMPONENTS + (size_t)(axis - 'x');
    else if (sscanf(path, "baseframe[%zu].orientation.%c", &index, &axis) == 2 && axis >= 'x' && axis <= 'z')
        channel = index * AP_MD5_COMPONENTS + 3 + (size_t)(axis - 'x');
    else if (sscanf(path, "baseframe[%zu]", &index) == 1)
        channel = index * AP_MD5_COMPONENTS;
    else
        return;
    if (channel / AP_MD5_COMPONENTS >= channels->joint_count)
        return;
    elements->point = channel / AP_MD5_COMPONENTS;
    elements->curve = channel % AP_MD5_COMPONENTS;
}
