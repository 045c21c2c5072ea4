/* Limits that a project sets beyond the formats: frame rates, joint names, durations, file sizes, and the
   tolerance of quaternions. Each format checks them at the field concerned. Without limits, these functions
   report no findings. */
#ifndef AP_POLICY_H
#define AP_POLICY_H

#include "core/layout/io.h"
#include "validators/services/policy/policy_table.h"

enum { AP_POLICY_ITEMS = 32 /* per list */, AP_POLICY_NAME_BYTES = 64, AP_POLICY_ORIGIN_BYTES = 64 };

/* The place in a configuration that sets a limit, for messages: ".animproof.ini:12"; "" if unknown. */
typedef struct ap_policy_origin {
    char text[AP_POLICY_ORIGIN_BYTES];
} ap_policy_origin;

typedef struct ap_policy {
    float rates[AP_POLICY_ITEMS]; /* allowed frames per second */
    size_t rate_count;            /* 0: any */
    ap_policy_origin rates_origin;
    char names[AP_POLICY_ITEMS]
              [AP_POLICY_NAME_BYTES]; /* patterns of joint names: `*` matches any bytes, `?` any single
                                         byte */
    size_t name_count;                /* 0: any */
    ap_policy_origin names_origin;
    double least_seconds, most_seconds; /* limits of the duration in seconds; 0 for no limit */
    ap_policy_origin least_origin, most_origin;
    size_t most_bytes; /* size limit of a file in bytes; 0: no limit */
    ap_policy_origin bytes_origin;
    double tolerance; /* permitted excess over 1 of x² + y² + z² of a quaternion; 0: the rules' own
                         tolerance */
    ap_policy_origin tolerance_origin;
} ap_policy;

/* Each function with a parameter `policy` accepts NULL. It then does nothing, or returns false. */

/* Check the last field read: a frame rate, or a joint's name. */
void ap_policy_check_rate(ap_io *io, const ap_policy *policy, double rate);
void ap_policy_check_joint(ap_io *io, const ap_policy *policy, ap_view name);

/* A duration of the file, with the field that determines it: `found` is the field's value, `how` explains the
   seconds: "99 frames at 24 a second last". */
typedef struct ap_policy_duration {
    double seconds;
    ap_span span;
    const char *name;
    ap_value found;
    const char *how;
} ap_policy_duration;
void ap_policy_check_duration(ap_io *io, const ap_policy *policy, const ap_policy_duration *duration);

/* Adds the finding policy/file-size if the file is larger than the policy allows. */
void ap_policy_check_size(ap_view input, const ap_policy *policy, ap_findings *findings);

/* Returns true if the policy restricts joint names, so that each name must be checked. */
static inline bool ap_policy_restricts_joint_names(const ap_policy *policy)
{
    return policy != NULL && policy->name_count > 0;
}

/* Returns true if the pattern matches the name. Takes time at most proportional to the product of both
   lengths. */
bool ap_policy_pattern_matches(const char *pattern, ap_view name);

#endif
