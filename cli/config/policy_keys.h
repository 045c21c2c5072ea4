/* What a section of a configuration file says of a policy (validators/services/policy). */
#ifndef AP_POLICY_KEYS_H
#define AP_POLICY_KEYS_H

#include "cli/options/option_table.h"
#include "validators/services/policy/policy.h"

typedef struct cli_policy {
    cli_list frame_rates, joint_names; /* texts as they were given */
    const char *least_duration, *most_duration, *quaternion_tolerance;
    size_t largest_file;
    bool least_given, most_given, tolerance_given, largest_given;
    ap_policy allowed; /* the same, understood */
} cli_policy;

/* Its keys; the record is a cli_policy. No command has them as options. */
extern const cli_option cli_policy_rows[];

/* Puts the message. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) cli_exit cli_misconfigured(
    char wrong[CLI_WRONG_BYTES], const char *format, ...);

/* Understands what was given since the last call, at `origin`. CLI_CLEAN, or CLI_USAGE with the message in `wrong`. */
cli_exit cli_check_policy(cli_policy *policy, const ap_policy_origin *origin, char wrong[CLI_WRONG_BYTES]);

/* Takes over what `from` says. False where it says nothing. */
bool cli_settle_policy(ap_policy *to, const cli_policy *from);

void cli_policy_free(cli_policy *policy);

#endif
