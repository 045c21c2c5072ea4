/* Reads and writes the sections of a .md5camera, and keeps the state of reading. */
#ifndef AP_MD5CAMERA_STREAM_H
#define AP_MD5CAMERA_STREAM_H

#include "validators/md5/md5_pair.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5camera/md5camera_table.h"

/* Numbers of the sections, in the order of the format. */
typedef enum ap_md5camera_section { AP_CUTS, AP_CAMERA } ap_md5camera_section;

typedef struct ap_md5camera_stream {
    ap_md5_stream base; /* must be the first member: pointers to it are cast to this type */
    ap_text_integer frame_count, cut_count;
    ap_md5_integer_or_fractional_rate rate;

    ap_text_integer cut;     /* the cut that was read last; cut.known is true if the cut is in its range */
    ap_md5_vector_pair pair; /* position and orientation of the frame that was read last */
    ap_text_number fov;      /* field of view of the frame that was read last */

    ap_md5camera_source *source; /* when writing: provides the entries; NULL when reading, or with a filler */
} ap_md5camera_stream;

static inline ap_md5camera_stream *ap_md5camera_of(ap_md5_stream *stream)
{
    return (ap_md5camera_stream *)stream;
}

/* Initialises a stream that reads a file, as ap_md5_begin_reading_and_check_type does. */
void ap_md5camera_begin_reading_and_check_type(
    ap_md5camera_stream *stream, ap_view input, ap_findings *findings);

/* Reads or writes the header. Returns true when reading; when writing, false if a value could not be
   written. */
bool ap_md5camera_read_or_write_header(ap_md5_stream *base);

/* Describe the lists: name, layout of an entry, and fast reading of many entries. */
ap_md5_list ap_md5camera_cuts_list(const ap_md5camera_stream *stream);
ap_md5_list ap_md5camera_frames_list(const ap_md5camera_stream *stream);

/* Implements ap_md5_list.read_many for frames. */
size_t ap_md5camera_read_frames_at_once(ap_md5_stream *stream, size_t index, size_t most);

/* Checks the field of view of the frame that was read last. */
void ap_md5camera_check_fov(ap_md5camera_stream *stream);

/* Read or write a section. When reading, its keyword must be the next token. Return false if the section
   broke off, which was reported. */
bool ap_md5camera_read_or_write_cuts(ap_md5_stream *stream) AP_MUST_USE;
bool ap_md5camera_read_or_write_frames(ap_md5_stream *stream) AP_MUST_USE;

#endif
