/* Writes MRTK files without findings for tests, without the library's layouts. Each field has the path that reports use. Further
   paths: "version" (both numbers), "markers[i].prefix" (the length of a name) and "end". */
#ifndef MRTK_BUILD_H
#define MRTK_BUILD_H

#include "tests/unit/support/file_build.h"

typedef struct mrtk_spec {
    int minor;               /* minor version; the major version is 1 */
    bool published;          /* the published layout: 28-byte keys, no markers */
    bool camera, hand, gaze; /* flags of 1.1; 1.0 has no flags, and always has camera and hand */
    int keys;                /* number of keys of each curve of camera and gaze */
    int boolean_keys;        /* number of keys of each boolean curve */
    int joint_keys; /* number of keys of each curve of joint 3 of both hands; other joints have no keys */
    const char *empty_hand; /* no joint of this hand has keys: hand_joints_left or _right; NULL: both have */
    const char *fewer;      /* path of a curve with one key less; NULL: no curve */
    const char *only;       /* path of a curve with `only_keys` keys; NULL: no curve */
    int only_keys;
    int markers;     /* number of markers, named start, end, start … */
    bool long_names; /* marker names of 200 bytes, which need a length prefix of 2 bytes */
    int hand_keys; /* number of keys of each curve of joints 1 to 26, which form two hands; joint_keys is not used then */
    int first_joint, last_joint; /* range of the joints that have keys; last_joint 0: joints 1 to 26 */
    bool
        exchanged; /* the curves of the left hand describe a right hand, those of the right hand a left hand */
    float start, step; /* time of the first keys, and seconds between keys; step 0: 0.5 */
} mrtk_spec;

/* Writes the file that the spec describes. The caller calls file_build_free(). */
void mrtk_build(file_build *file, const mrtk_spec *spec);

/* Defines a function that builds the file with these members of a spec. */
#define MRTK_FILE(function, ...)                                                                             \
    static void function(file_build *file)                                                                   \
    {                                                                                                        \
        mrtk_build(file, &(mrtk_spec){ __VA_ARGS__ });                                                       \
    }

/* Files for many tests. Files of the published layout have no markers, and as many keys as files of the writer's layout. */
void build_mrtk_10(file_build *file); /* writer's layout: 3 keys, 3 boolean keys, 2 joint keys, 2 markers */
void build_mrtk_11(file_build *file); /* writer's layout, camera and gaze: 3 keys, 2 markers */
void build_mrtk_11_hand(
    file_build *file); /* writer's layout, camera, hand and gaze, keys as in build_mrtk_10 */
void build_mrtk_10_published(file_build *file);       /* published layout, keys as in build_mrtk_10 */
void build_mrtk_11_published(file_build *file);       /* published layout, keys as in build_mrtk_11 */
void build_mrtk_11_without_markers(file_build *file); /* build_mrtk_11 with marker_count 0 */
void build_mrtk_11_bare(file_build *file);            /* writer's layout, flags 0, marker_count 0 */

#endif
