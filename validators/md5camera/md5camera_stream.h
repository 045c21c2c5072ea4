/* Reading a .md5camera: its two sections in any order, and what is known of them so far. */
#ifndef AP_MD5CAMERA_STREAM_H
#define AP_MD5CAMERA_STREAM_H

#include "validators/md5/md5_pair.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5camera/md5camera_table.h"

/* In the order in which the sections belong. */
typedef enum ap_md5camera_section { AP_CUTS, AP_CAMERA } ap_md5camera_section;

typedef struct ap_md5camera_stream {
    ap_md5_stream base; /* first, so that shared code and this find one another */
    ap_text_integer frame_count, cut_count;
    ap_md5_rate rate;

    ap_text_integer cut; /* the one read last; known when the next may be compared with it */
    ap_md5_pair pair;    /* the position and orientation of the frame read last */
    ap_text_number fov;  /* of that frame */

    ap_md5camera_source *source; /* in writing: gives the entries; NULL in reading */
} ap_md5camera_stream;

static inline ap_md5camera_stream *ap_md5camera_of(ap_md5_stream *stream)
{
    return (ap_md5camera_stream *)stream;
}

/* A reader at the start of a file; ready for the header, or ended when there is nothing to read. */
void ap_md5camera_begin(ap_md5camera_stream *stream, ap_view input, ap_findings *findings);

/* Reads the header; true. In writing, false when a value could not be written. */
bool ap_md5camera_header(ap_md5_stream *base);

/* What the lists are made of: the name, the layout of an entry, and its fast reading. */
ap_md5_list ap_md5camera_cuts_list(const ap_md5camera_stream *stream);
ap_md5_list ap_md5camera_frames_list(const ap_md5camera_stream *stream);

/* The fast reading of frames: see ap_md5_list. */
size_t ap_md5camera_frames_run(ap_md5_stream *stream, size_t index, size_t most);

/* The field of view of the frame at hand. */
void ap_md5camera_judge_fov(ap_md5camera_stream *stream);

/* Reads a section; its keyword is the next token; false when it broke (the finding is made). */
bool ap_md5camera_cuts(ap_md5_stream *stream) AP_MUST_USE;
bool ap_md5camera_frames(ap_md5_stream *stream) AP_MUST_USE;

#endif
