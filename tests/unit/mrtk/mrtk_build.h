/* MRTK files for tests, written by hand: all is in order in them. Fields carry the paths of the format's
   page; beside them there are "version" (both numbers), "markers[i].prefix" (the length of the name) and
   "end". */
#ifndef MRTK_BUILD_H
#define MRTK_BUILD_H

#include "tests/unit/support/file_build.h"

typedef struct mrtk_spec {
    int minor;               /* of version 1 */
    bool published;          /* keys and end as on the published page */
    bool camera, hand, gaze; /* flags of 1.1; 1.0 always has camera and hand */
    int keys;                /* of each curve of camera and gaze */
    int boolean_keys;        /* of each boolean curve */
    int joint_keys;          /* of each curve of joint 3, both hands; the other joints have none */
    const char *fewer;       /* the path of a curve that has one key less; NULL: none */
    const char *only;        /* the path of a curve that has only_keys instead; NULL: none */
    int only_keys;
    int markers;     /* named start, end, start … */
    bool long_names; /* the markers' names have 200 bytes instead, which takes a prefix of 2 */
} mrtk_spec;

/* Begins the file and writes it; build_free gives its memory back. */
void mrtk_build(file_build *file, const mrtk_spec *spec);

/* Defines a function that builds the file with these members of a spec. */
#define MRTK_FILE(function, ...)                                                                             \
    static void function(file_build *file)                                                                   \
    {                                                                                                        \
        mrtk_build(file, &(mrtk_spec){ __VA_ARGS__ });                                                       \
    }

/* Files for many tests */
void mrtk_10(file_build *file);           /* writer layout: 3 keys, 3 boolean keys, 2 joint keys, 2 markers */
void mrtk_11(file_build *file);           /* writer layout, camera and gaze: 3 keys, 2 markers */
void mrtk_11_hand(file_build *file);      /* writer layout, all three, else as mrtk_10 */
void mrtk_10_published(file_build *file); /* as mrtk_10 */
void mrtk_11_published(file_build *file); /* as mrtk_11 */
void mrtk_11_no_markers(file_build *file); /* as mrtk_11 with a marker count of 0 */
void mrtk_11_bare(file_build *file);       /* writer layout, all flags 0, no marker */

#endif
