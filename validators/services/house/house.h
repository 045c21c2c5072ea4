/* What a house wants of its files besides what their formats say: which frame rates, names of joints, durations and sizes it
   allows, and how much longer than 1 a rotation may be. Formats judge by it at the field; nothing is judged where nobody
   wants it. */
#ifndef AP_HOUSE_H
#define AP_HOUSE_H

#include "core/layout/io.h"
#include "validators/services/house/house_table.h"

enum { AP_HOUSE_ITEMS = 32 /* of a list */, AP_HOUSE_NAME_BYTES = 64, AP_HOUSE_ORIGIN_BYTES = 64 };

/* Where a wish is written, for messages: ".animproof.ini:12"; "" for nowhere. */
typedef struct ap_house_origin {
    char text[AP_HOUSE_ORIGIN_BYTES];
} ap_house_origin;

typedef struct ap_house {
    float rates[AP_HOUSE_ITEMS]; /* allowed frames a second */
    size_t rate_count;           /* 0: any */
    ap_house_origin rates_origin;
    char names[AP_HOUSE_ITEMS]
              [AP_HOUSE_NAME_BYTES]; /* patterns of joints' names: `*` any bytes, `?` any byte */
    size_t name_count;               /* 0: any */
    ap_house_origin names_origin;
    double least_seconds, most_seconds; /* 0 and 0: any; a most of 0: no limit */
    ap_house_origin least_origin, most_origin;
    size_t most_bytes; /* of a file; 0: any */
    ap_house_origin bytes_origin;
    double tolerance; /* of x² + y² + z² of a rotation, above 1; 0: what the rules have themselves */
    ap_house_origin tolerance_origin;
} ap_house;

/* Each may be given a NULL house, and does nothing then. */

/* The field read last is a frame rate, or a joint's name. */
void ap_house_judge_rate(ap_io *io, const ap_house *house, double rate);
void ap_house_judge_joint(ap_io *io, const ap_house *house, ap_view name);

/* A field says, or has a part in, how long the file lasts: its value `found`, with its span and name. `how` is what makes the
   seconds of it: "99 frames at 24 a second last". */
typedef struct ap_house_duration {
    double seconds;
    ap_span span;
    const char *name;
    ap_value found;
    const char *how;
} ap_house_duration;
void ap_house_judge_duration(ap_io *io, const ap_house *house, const ap_house_duration *duration);

/* How many bytes the file has. */
void ap_house_judge_size(ap_view input, const ap_house *house, ap_findings *findings);

/* Whether it says which names joints may have: each name is to be looked at then. */
static inline bool ap_house_has_names(const ap_house *house)
{
    return house != NULL && house->name_count > 0;
}

/* Whether the pattern stands for the name. Takes no longer than the product of their lengths. */
bool ap_house_matches(const char *pattern, ap_view name);

#endif
