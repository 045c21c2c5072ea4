/* Facts about a file, not faults, that decide how readers load it. They are found while the file is linted. */
#ifndef AP_FILE_FACTS_H
#define AP_FILE_FACTS_H

#include "core/layout/io.h"
#include "validators/format.h"

typedef enum ap_file_fact {
    AP_FACT_STILL_COMPONENT = 1, /* an animation: a joint has a component that is not animated */
    AP_FACT_STILL_VALUE = 2,     /* a component that is not animated is other than 0 in the baseframe */
    AP_FACT_SEVERAL_WEIGHTS = 4, /* a mesh: a vertex has more than one weight */
    AP_FACT_FRAME_COMMENT = 8,   /* an animation: a comment is in a frame, after the line of its { */
    AP_FACT_INDENTED_BRACE = 16, /* a } is first on its line, after blanks */
    AP_FACT_NOT_UTF8 = 32,       /* the file is not valid UTF-8 */
    AP_FACT_CAMERA = 64,         /* a camera without errors */
    AP_FACT_LINE_FEEDS = 128,    /* a camera without errors and without CR, so that lines end with LF alone */
    AP_FACT_OTHER_BIAS = 256,    /* a mesh: a weight has a bias that is not the number 1 */
    AP_FACT_SAME_CORNERS =
        512, /* a mesh without errors: two triangles of a mesh have the same three vertices, in any order */
    AP_FACT_OTHER_LINES =
        1024, /* an animation without errors: a line of a frame has other numbers than those of one joint */
} ap_file_fact;

/* A triangle of a file. */
typedef struct ap_file_triangle {
    size_t mesh;         /* index of the mesh */
    uint64_t corners[3]; /* vertices, least first */
} ap_file_triangle;

/* Facts of one file. All zeros but `arena` before the file is linted. */
typedef struct ap_file_facts {
    ap_arena *arena; /* owned by the caller; an allocation that fails there makes facts unknown */
    unsigned found;  /* bits of ap_file_fact */
    uint8_t *flags;  /* of each joint, as far as read: bits of the animated components; in the arena */
    size_t joints, room;
    ap_file_triangle
        *triangles; /* in the arena; in the order of the file until ap_complete_file_facts sorts them */
    size_t triangle_count, triangle_room;
} ap_file_facts;

/* Makes the listener that finds facts of fields. Pass it to the linter. The facts must outlive it. */
ap_listener ap_file_facts_listener(ap_file_facts *facts);

/* Adds the facts about the text of a file of a text format, after the linter has read it, and removes those that only a file
   without errors has if it has errors. `valid`: the file has no errors. */
void ap_complete_file_facts(ap_file_facts *facts, const ap_format *format, ap_view input, bool valid);

#endif
