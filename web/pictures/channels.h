/* Finds the six numbers of each joint in the frames of a .md5anim, and makes their curves. */
#ifndef WEB_CHANNELS_H
#define WEB_CHANNELS_H

#include "validators/md5anim/md5anim_source.h"
#include "web/pictures/picture.h"

/* The channels of the joints: joint * 6 + 0 to 5, which are Tx Ty Tz Qx Qy Qz. */
typedef struct web_channels {
    size_t joint_count, number_count; /* number_count: numbers of a frame */
    int32_t *channel_of_number;       /* channel of each number of a stored frame */
    int32_t
        *number_of_channel; /* number of each channel in a stored frame; -1 if the baseframe has the value */
    int32_t *place_of_channel; /* as number_of_channel, but in the order of the joints */
} web_channels;

/* Returns false when out of memory. The arena owns the members. */
bool web_channels_make(web_channels *channels, const ap_md5anim_file *file, ap_arena *arena);

/* Adds the curves of a joint's channels, over the first `frames` frames of the file, to picture->curves. Returns false
   when out of memory, or if the file cannot be read up to its frames. */
bool web_channels_add_curves(const web_channels *channels, web_picture *picture, size_t joint, size_t frames);

/* Sets point and curve of *elements if the path leads to a number of a frame or of the baseframe. */
void web_channels_find(const web_channels *channels, const char *path, web_elements *elements);

#endif
