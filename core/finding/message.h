/* Composes a finding's message, one sentence, from the field, its value and the text of the rule. */
#ifndef AP_MESSAGE_H
#define AP_MESSAGE_H

#include "core/base/arena.h"
#include "core/finding/finding.h"

/* Composes the message of a finding, in the arena, and does not store it in the finding. The finding's path, found and expected
   must be set. The start of `text` selects the form of the message (an empty path is written "the file"):
       ":"              PATH is FOUND; it must be EXPECTED
       ": why"          PATH is FOUND; it must be EXPECTED: why
       "; text"         PATH is FOUND; text
       " text"          PATH text
       anything else    the text alone, which is a complete sentence
   PATH is the path with the joint's name; ap_finding_set_texts writes values->subject or, if that is empty, values->path. So each
   message names its field, even in a report of one line. Without a found value, a message reads "PATH must
   be EXPECTED" or "PATH; text". A message has no full stop. Returns NULL when out of memory. */
const char *ap_compose_finding_message(ap_arena *arena, const ap_finding *finding, const char *text);

/* The values of a finding's texts. `bytes` is NULL if a value is absent; `path` is always present. */
typedef struct ap_finding_values {
    ap_view path, expected, found;
    ap_joint_and_component_text joint; /* the name is copied to the arena; the component's pointer is kept */
    ap_view
        subject; /* the field's name in the message (ap_io.subject): `joint "hips", parent`; size 0 to use the path */
} ap_finding_values;

/* Sets the texts and the message of a finding, all in one allocation of the arena, since a file may have
   very many findings. When out of memory, leaves the texts alone: path and message stay empty. */
void ap_finding_set_texts(
    ap_arena *arena, ap_finding *finding, const ap_finding_values *values, const char *text);

#endif
