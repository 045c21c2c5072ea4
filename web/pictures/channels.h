/* Finds the six numbers of each joint in the frames of a .md5anim, and makes their curves. */
#ifndef WEB_CHANNELS_H
#define WEB_CHANNELS_H

#include "validators/md5anim/md5anim_source.h"
#include "web/pictures/picture.h"

/* Maps the channels of the joints to numbers of a frame, and back. A channel is joint * 6 + 0 to 5, for Tx Ty Tz Qx Qy Qz. */
typedef struct web_channels {
    size_t joint_count, number_count; /* number_count: numbers of a frame */
    int32_t *channel_of_number;       /* channel of each number of a stored frame */
    int32_t
        *number_of_channel; /* number of each channel in a stored frame; -1 if the baseframe has the value */
    int32_t *place_of_channel; /* index in a frame that the source reads, which is ordered by joints; or -1 */
} web_channels;

/* Makes the maps for the joints of a file. Returns false when out of memory. The arena owns the members. */
bool web_channels_make(web_channels *channels, const ap_md5anim_file *file, ap_arena *arena);

/* Adds the curves of a joint's channels, over the first `frames` frames of the file, to picture->curves. Returns false
   when out of memory, or if the file cannot be read up to its frames. */
bool web_channels_add_curves(const web_channels *channels, web_picture *picture, size_t joint, size_t frames);

/* Sets point and curve of *elements if the path leads to a number of a frame, or to a joint of the baseframe or one of its
   numbers. */
void web_channels_find(const web_channels *channels, const char *path, web_elements *elements);

#endif
