/* Parses the keys of the section [policy] in a configuration file. validators/services/policy checks files by them. */
#ifndef AP_POLICY_KEYS_H
#define AP_POLICY_KEYS_H

#include "cli/options/option_table.h"
#include "validators/services/policy/policy.h"

/* Values of the section [policy] of a configuration. */
typedef struct cli_policy {
    cli_string_list frame_rates, joint_names; /* values of these keys as written in the file */
    const char *least_duration, *most_duration, *quaternion_tolerance;
    size_t largest_file;
    bool least_given, most_given, tolerance_given, largest_given;
    ap_policy allowed; /* the parsed values of all keys */
} cli_policy;

/* Rows of the keys, for a group with a record of type cli_policy. The keys are not options of a command. */
extern const cli_option cli_policy_rows[];

/* Formats an error message into `wrong`. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) cli_exit cli_config_error(
    char wrong[CLI_WRONG_BYTES], const char *format, ...);

/* Writes "unknown WHAT 'TEXT'; did you mean 'NAME'?" into `wrong`. Returns CLI_USAGE. */
cli_exit cli_refuse_unknown_name(
    char *wrong, const char *what, const char *text, const char *const *names, size_t count);

/* Parses the values added to `policy` since the last call, and records `origin` as the line that set them. Returns
   CLI_CLEAN, or CLI_USAGE with the message in `wrong`. */
cli_exit cli_parse_policy_values(
    cli_policy *policy, const ap_policy_origin *origin, char wrong[CLI_WRONG_BYTES]);

/* Copies each key that `from` sets into `to`. Returns false if `from` sets no key. */
bool cli_copy_set_policy_keys(ap_policy *to, const cli_policy *from);

void cli_policy_free(cli_policy *policy);

#endif
