/* What a policy wants of its files besides what their formats say: which frame rates, names of joints, durations and sizes it
   allows, and how much longer than 1 a rotation may be. Formats judge by it at the field; nothing is judged where nobody
   wants it. */
#ifndef AP_POLICY_H
#define AP_POLICY_H

#include "core/layout/io.h"
#include "validators/services/policy/policy_table.h"

enum { AP_POLICY_ITEMS = 32 /* of a list */, AP_POLICY_NAME_BYTES = 64, AP_POLICY_ORIGIN_BYTES = 64 };

/* Where a wish is written, for messages: ".animproof.ini:12"; "" for nowhere. */
typedef struct ap_policy_origin {
    char text[AP_POLICY_ORIGIN_BYTES];
} ap_policy_origin;

typedef struct ap_policy {
    float rates[AP_POLICY_ITEMS]; /* allowed frames a second */
    size_t rate_count;            /* 0: any */
    ap_policy_origin rates_origin;
    char names[AP_POLICY_ITEMS]
              [AP_POLICY_NAME_BYTES]; /* patterns of joints' names: `*` any bytes, `?` any byte */
    size_t name_count;                /* 0: any */
    ap_policy_origin names_origin;
    double least_seconds, most_seconds; /* 0 and 0: any; a most of 0: no limit */
    ap_policy_origin least_origin, most_origin;
    size_t most_bytes; /* of a file; 0: any */
    ap_policy_origin bytes_origin;
    double tolerance; /* of x² + y² + z² of a rotation, above 1; 0: what the rules have themselves */
    ap_policy_origin tolerance_origin;
} ap_policy;

/* Each may be given a NULL policy, and does nothing then. */

/* The field read last is a frame rate, or a joint's name. */
void ap_policy_check_rate(ap_io *io, const ap_policy *policy, double rate);
void ap_policy_check_joint(ap_io *io, const ap_policy *policy, ap_view name);

/* A field says, or has a part in, how long the file lasts: its value `found`, with its span and name. `how` is what makes the
   seconds of it: "99 frames at 24 a second last". */
typedef struct ap_policy_duration {
    double seconds;
    ap_span span;
    const char *name;
    ap_value found;
    const char *how;
} ap_policy_duration;
void ap_policy_check_duration(ap_io *io, const ap_policy *policy, const ap_policy_duration *duration);

/* How many bytes the file has. */
void ap_policy_check_size(ap_view input, const ap_policy *policy, ap_findings *findings);

/* Whether it says which names joints may have: each name is to be looked at then. */
static inline bool ap_policy_has_names(const ap_policy *policy)
{
    return policy != NULL && policy->name_count > 0;
}

/* Whether the pattern stands for the name. Takes no longer than the product of their lengths. */
bool ap_policy_matches(const char *pattern, ap_view name);

#endif
