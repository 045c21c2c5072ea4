/* Facts about a file, not faults, that decide how readers load it. They are found while the file is linted. */
#ifndef AP_FILE_FACTS_H
#define AP_FILE_FACTS_H

#include "core/layout/io.h"
#include "validators/format.h"

typedef enum ap_file_fact {
    AP_FACT_STILL_COMPONENT = 1, /* an animation: a component of a joint is not animated */
    AP_FACT_STILL_VALUE = 2,     /* a component that is not animated is other than 0 in the baseframe */
    AP_FACT_SEVERAL_WEIGHTS = 4, /* a mesh: a vertex has more than one weight */
    AP_FACT_FRAME_COMMENT = 8,   /* an animation: a comment is in a frame */
    AP_FACT_INDENTED_BRACE = 16, /* a } is first on its line, after blanks */
    AP_FACT_COMMENT_BLANK = 32,  /* a comment has a control character other than tab, LF and CR */
    AP_FACT_CAMERA = 64,         /* a camera without errors */
    AP_FACT_LINE_FEEDS = 128,    /* a camera without errors, with LF alone at the end of each line */
} ap_file_fact;

/* Facts of one file. All zeros but `arena` before the file is linted. */
typedef struct ap_file_facts {
    ap_arena *arena; /* owned by the caller; an allocation that fails there makes facts unknown */
    unsigned found;  /* bits of ap_file_fact */
    uint8_t *flags;  /* of each joint, as far as read, in the arena */
    size_t joints, room;
} ap_file_facts;

/* Makes the listener that finds facts of fields. Pass it to the linter. The facts must outlive it. */
ap_listener ap_file_facts_listener(ap_file_facts *facts);

/* Adds the facts about the text of a file of a text format. `valid`: the file has no errors. */
void ap_file_facts_add_text(ap_file_facts *facts, const ap_format *format, ap_view input, bool valid);

#endif
