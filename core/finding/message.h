/* A finding's message: one whole sentence, made of the field, its value, and what a rule says of them. */
#ifndef AP_MESSAGE_H
#define AP_MESSAGE_H

#include "core/base/arena.h"
#include "core/finding/finding.h"

/* The sentence for a finding whose path, found and expected are set. How `text` begins says what is put in
   front of it (an empty path is "the file"):

       ":"              PATH is FOUND; it must be EXPECTED
       ": why"          PATH is FOUND; it must be EXPECTED: why
       "; text"         PATH is FOUND; text
       " text"          PATH text
       anything else    nothing: the text is a whole sentence

   PATH is the finding's subject if the format has words for the field (ap_io.subject). So a message cannot forget
   its field, and is never without it in a report of one line. A finding without a found value reads "PATH must be
   EXPECTED" and "PATH; text". The sentence has no full stop, and lives in the arena; NULL when memory has run
   out. */
const char *ap_message(ap_arena *arena, const ap_finding *finding, const char *text);

/* The values in a finding's texts. `bytes` is NULL if there is no value; that of the path is never NULL. */
typedef struct ap_finding_values {
    ap_view path, expected, found;
    ap_view subject; /* the field's name in the sentence: `joint "hips", parent`; size 0: the path */
} ap_finding_values;

/* Gives a finding its texts and the sentence for them, all in one piece of the arena: a file may have very many. They stay
   as they are, the path and the message empty, when memory has run out. */
void ap_finding_say(ap_arena *arena, ap_finding *finding, const ap_finding_values *values, const char *text);

#endif
