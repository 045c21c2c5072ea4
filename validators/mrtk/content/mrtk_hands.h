/* A hand of a recording, and the rules about its shape. */
#ifndef AP_MRTK_HANDS_H
#define AP_MRTK_HANDS_H

#include "validators/mrtk/content/mrtk_track.h"

enum { AP_MRTK_MESSAGE_BYTES = 320 };

/* A hand, after all its curves were read. */
typedef struct ap_mrtk_hand {
    const char *side;              /* "left" or "right" */
    const ap_mrtk_record *tracked; /* the boolean curve that is 1 while the hand is tracked */
    const ap_mrtk_record *joints;  /* the first of the AP_MRTK_JOINTS records of the joints */
} ap_mrtk_hand;

/* Opens the position of a joint as a track. Returns false if the position has no keys, or if position_valid of
   the joint is false. */
bool ap_mrtk_open_position_track(const ap_mrtk_record *joint, ap_mrtk_track *track);

/* Reports a finding at the key count of a record's first curve. */
void ap_mrtk_report_at_key_count(ap_io *io, const ap_rule *rule, const ap_mrtk_record *record,
    ap_value expected, ap_value found, const char *message);

/* Checks the size of a hand, its side, and the axes of its palm. */
void ap_mrtk_check_hand_shape(ap_io *io, const ap_mrtk_hand *h);

/* Checks that the bones of a hand keep their lengths. */
void ap_mrtk_report_first_stretched_bone(ap_io *io, const ap_mrtk_hand *h);

#endif
