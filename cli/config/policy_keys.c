#include "cli/config/policy_keys.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "validators/services/rule_names/nearest.h"

const cli_option cli_policy_rows[] = {
    { .name = "frame-rates",
        .value = "N,...",
        CLI_LIST(cli_policy, frame_rates),
        .help = "allowed frame rates" },
    { .name = "joint-names",
        .value = "PATTERN,...",
        CLI_LIST(cli_policy, joint_names),
        .help = "allowed names of joints" },
    { .name = "least-duration",
        .value = "SECONDS",
        CLI_TEXT(cli_policy, least_duration),
        CLI_GIVEN(cli_policy, least_given),
        .help = "minimum duration of an animation" },
    { .name = "most-duration",
        .value = "SECONDS",
        CLI_TEXT(cli_policy, most_duration),
        CLI_GIVEN(cli_policy, most_given),
        .help = "maximum duration of an animation" },
    { .name = "largest-file",
        .value = "BYTES",
        CLI_BYTES(cli_policy, largest_file),
        CLI_GIVEN(cli_policy, largest_given),
        .help = "maximum size of a file" },
    { .name = "quaternion-tolerance",
        .value = "N",
        CLI_TEXT(cli_policy, quaternion_tolerance),
        CLI_GIVEN(cli_policy, tolerance_given),
        .help = "how far x*x + y*y + z*z of a rotation may exceed 1" },
    { .name = NULL },
};

cli_exit cli_config_error(char wrong[CLI_WRONG_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wrong, CLI_WRONG_BYTES, format, arguments);
    va_end(arguments);
    return CLI_USAGE;
}

cli_exit cli_refuse_unknown_name(
    char *wrong, const char *what, const char *text, const char *const *names, size_t count)
{
    const char *similar = ap_nearest_name(text, names, count);
    return cli_config_error(wrong, "unknown %s '%s'%s%s%s", what, cli_shorten(text).text,
        similar == NULL ? "" : "; did you mean '", similar == NULL ? "" : similar,
        similar == NULL ? "" : "'?");
}

static cli_exit refuse_policy_value(char *wrong, const char *key, const char *text, const char *must)
{
    return cli_config_error(wrong, "%s: '%s' is not %s", key, cli_shorten(text).text, must);
}

static cli_exit parse_positive_number(const char *key, const char *text, float *value, char *wrong)
{
    const ap_number number = ap_parse_float((ap_view){ (const uint8_t *)text, strlen(text) });
    if (number.fault != AP_NUMBER_FINE || !(number.value > 0))
        return refuse_policy_value(wrong, key, text, "a number above 0");
    *value = number.value;
    return CLI_CLEAN;
}

static cli_exit check_list_length(const char *key, const cli_string_list *list, char *wrong)
{
    return list->count <= AP_POLICY_ITEMS
               ? CLI_CLEAN
               : cli_config_error(wrong, "%s: more than %d values", key, AP_POLICY_ITEMS);
}

static cli_exit parse_rates(cli_policy *policy, const ap_policy_origin *origin, char *wrong)
{
    ap_policy *allowed = &policy->allowed;
    cli_exit result = check_list_length("frame-rates", &policy->frame_rates, wrong);
    if (allowed->rate_count == 0)
        allowed->rates_origin = *origin;
    while (result == CLI_CLEAN && allowed->rate_count < policy->frame_rates.count) {
        const char *text = policy->frame_rates.items[allowed->rate_count];
        result = parse_positive_number("frame-rates", text, &allowed->rates[allowed->rate_count], wrong);
        allowed->rate_count++;
    }
    return result;
}

static cli_exit copy_joint_names(cli_policy *policy, const ap_policy_origin *origin, char *wrong)
{
    ap_policy *allowed = &policy->allowed;
    const cli_exit result = check_list_length("joint-names", &policy->joint_names, wrong);
    if (allowed->name_count == 0)
        allowed->names_origin = *origin;
    while (result == CLI_CLEAN && allowed->name_count < policy->joint_names.count) {
        const char *text = policy->joint_names.items[allowed->name_count];
        if (strlen(text) >= AP_POLICY_NAME_BYTES)
            return refuse_policy_value(wrong, "joint-names", text, "a pattern of 63 bytes or fewer");
        strcpy(allowed->names[allowed->name_count++], text);
    }
    return result;
}

/* Parses the text of a key with a single number, and sets *value and *at. Does nothing if `text` is NULL or has been
   parsed before. */
static cli_exit parse_policy_number(const char *key, const char *text, double *value, ap_policy_origin *at,
    const ap_policy_origin *origin, char *wrong)
{
    float number = 0;
    if (text == NULL || *value > 0)
        return CLI_CLEAN;
    const cli_exit result = parse_positive_number(key, text, &number, wrong);
    if (result != CLI_CLEAN)
        return result;
    *value = (double)number;
    *at = *origin;
    return CLI_CLEAN;
}

static cli_exit store_largest_file(cli_policy *policy, const ap_policy_origin *origin, char *wrong)
{
    if (!policy->largest_given || policy->allowed.most_bytes > 0)
        return CLI_CLEAN;
    policy->allowed.most_bytes = policy->largest_file;
    policy->allowed.bytes_origin = *origin;
    return policy->largest_file > 0
               ? CLI_CLEAN
               : refuse_policy_value(wrong, "largest-file", "0", "a number of bytes above 0");
}

cli_exit cli_parse_policy_values(
    cli_policy *policy, const ap_policy_origin *origin, char wrong[CLI_WRONG_BYTES])
{
    ap_policy *to = &policy->allowed;
    cli_exit result = parse_rates(policy, origin, wrong);
    if (result == CLI_CLEAN)
        result = copy_joint_names(policy, origin, wrong);
    if (result == CLI_CLEAN)
        result = parse_policy_number(
            "least-duration", policy->least_duration, &to->least_seconds, &to->least_origin, origin, wrong);
    if (result == CLI_CLEAN)
        result = parse_policy_number(
            "most-duration", policy->most_duration, &to->most_seconds, &to->most_origin, origin, wrong);
    if (result == CLI_CLEAN)
        result = parse_policy_number("quaternion-tolerance", policy->quaternion_tolerance, &to->tolerance,
            &to->tolerance_origin, origin, wrong);
    if (result == CLI_CLEAN)
        result = store_largest_file(policy, origin, wrong);
    if (result == CLI_CLEAN && to->most_seconds > 0 && to->least_seconds > to->most_seconds)
        return cli_config_error(wrong, "least-duration is greater than most-duration");
    return result;
}

static bool merge_rates_and_joint_names(ap_policy *to, const ap_policy *from)
{
    if (from->rate_count > 0) {
        memcpy(to->rates, from->rates, sizeof to->rates);
        to->rate_count = from->rate_count;
        to->rates_origin = from->rates_origin;
    }
    if (from->name_count > 0) {
        memcpy(to->names, from->names, sizeof to->names);
        to->name_count = from->name_count;
        to->names_origin = from->names_origin;
    }
    return from->rate_count > 0 || from->name_count > 0;
}

static bool merge_policy_number(
    double *to, ap_policy_origin *to_origin, double from, const ap_policy_origin *from_origin)
{
    if (!(from > 0))
        return false;
    *to = from;
    *to_origin = *from_origin;
    return true;
}

bool cli_copy_set_policy_keys(ap_policy *to, const cli_policy *policy)
{
    const ap_policy *from = &policy->allowed;
    bool any = merge_rates_and_joint_names(to, from);
    any |=
        merge_policy_number(&to->least_seconds, &to->least_origin, from->least_seconds, &from->least_origin);
    any |= merge_policy_number(&to->most_seconds, &to->most_origin, from->most_seconds, &from->most_origin);
    any |=
        merge_policy_number(&to->tolerance, &to->tolerance_origin, from->tolerance, &from->tolerance_origin);
    if (from->most_bytes > 0) {
        to->most_bytes = from->most_bytes;
        to->bytes_origin = from->bytes_origin;
    }
    return any || from->most_bytes > 0;
}

void cli_policy_free(cli_policy *policy)
{
    cli_string_list_free(&policy->frame_rates);
    cli_string_list_free(&policy->joint_names);
}
