#include "validators/services/policy/policy.h"

#include <stdio.h>

/* ALLOWED_BYTES: size of the list of allowed rates or names in a message; SHOWN_ITEMS: most items in this
   list */
enum { ALLOWED_BYTES = 512, SECONDS_BYTES = 32, SHOWN_ITEMS = 8 };

bool ap_policy_pattern_matches(const char *pattern, ap_view name)
{
    const char *retry = NULL; /* position after the last `*`, which may match more bytes than tried so far */
    size_t at = 0, retry_at = 0;
    for (;;) {
        if (*pattern == '*') {
            retry = ++pattern;
            retry_at = at;
        } else if (at < name.size && *pattern != '\0'
                   && (*pattern == '?' || (uint8_t)*pattern == name.bytes[at])) {
            pattern++;
            at++;
        } else if (at == name.size && *pattern == '\0') {
            return true;
        } else if (retry != NULL && retry_at < name.size) {
            pattern = retry;
            at = ++retry_at;
        } else {
            return false;
        }
    }
}

/* Returns the origin as text: " (.animproof.ini:12)". */
static const char *origin_text(const ap_policy_origin *origin, char text[AP_POLICY_ORIGIN_BYTES + 4])
{
    text[0] = '\0';
    if (origin->text[0] != '\0')
        snprintf(text, AP_POLICY_ORIGIN_BYTES + 4, " (%s)", origin->text);
    return text;
}

/* Appends the separator before item `index` of a list of `count` items: ", ", or " or " before the last item.
   Returns the new length of the text. */
static size_t put_list_separator(char *text, size_t used, size_t index, size_t count)
{
    const char *comma = index == 0 ? "" : index + 1 == count ? " or " : ", ";
    return used + (size_t)snprintf(text + used, ALLOWED_BYTES - used, "%s", comma);
}

/* Appends " or one of 3 more" if `more` items of a list are not shown. */
static void put_count_of_hidden_items(char *text, size_t used, size_t more)
{
    if (more > 1)
        snprintf(text + used, ALLOWED_BYTES - used, " or one of %zu more", more);
    else if (more == 1)
        snprintf(text + used, ALLOWED_BYTES - used, " or one more");
}

static void list_rates(const ap_policy *policy, char text[ALLOWED_BYTES])
{
    size_t used = 0;
    for (size_t i = 0; i < policy->rate_count && i < SHOWN_ITEMS; i++) {
        used = put_list_separator(text, used, i, policy->rate_count);
        used += ap_value_text(ap_float(policy->rates[i]), text + used, ALLOWED_BYTES - used);
    }
    put_count_of_hidden_items(
        text, used, policy->rate_count > SHOWN_ITEMS ? policy->rate_count - SHOWN_ITEMS : 0);
}

void ap_policy_check_rate(ap_io *io, const ap_policy *policy, double rate)
{
    char allowed[ALLOWED_BYTES], origin[AP_POLICY_ORIGIN_BYTES + 4];
    if (policy == NULL || policy->rate_count == 0)
        return;
    for (size_t i = 0; i < policy->rate_count; i++) {
        if ((double)policy->rates[i] == rate)
            return;
    }
    list_rates(policy, allowed);
    const bool fits = (double)(float)rate == rate; /* the shortest digits of the float32 are those of the
                                                      rate in the file */
    ap_add_finding(io, AP_POLICY_RULE(FRAME_RATE), ap_text_value(allowed),
        fits ? ap_float((float)rate) : ap_double(rate), ": the policy allows no other frame rate%s",
        origin_text(&policy->rates_origin, origin));
}

static void list_names(const ap_policy *policy, char text[ALLOWED_BYTES])
{
    enum {
        LEFT_FOR_THE_REST = 64,
        AROUND_NAME = 16 /* bytes around a name in a list: quotes, the separator, and room for the end of a
                            cut name */
    };
    size_t used = 0, i = 0;
    for (; i < policy->name_count && i < SHOWN_ITEMS; i++) {
        const ap_view name = { (const uint8_t *)policy->names[i], strlen(policy->names[i]) };
        if (used + name.size + AROUND_NAME > ALLOWED_BYTES - LEFT_FOR_THE_REST)
            break;
        used = put_list_separator(text, used, i, policy->name_count);
        used += ap_quote(name, text + used, ALLOWED_BYTES - LEFT_FOR_THE_REST - used);
    }
    put_count_of_hidden_items(text, used, policy->name_count - i);
}

void ap_policy_check_joint(ap_io *io, const ap_policy *policy, ap_view name)
{
    char allowed[ALLOWED_BYTES], origin[AP_POLICY_ORIGIN_BYTES + 4];
    if (!ap_policy_restricts_joint_names(policy))
        return;
    for (size_t i = 0; i < policy->name_count; i++) {
        if (ap_policy_pattern_matches(policy->names[i], name))
            return;
    }
    list_names(policy, allowed);
    ap_add_finding(io, AP_POLICY_RULE(JOINT_NAME), ap_value_with_prefix("like", ap_text_value(allowed)),
        ap_bytes(name), ": the policy allows no other name of a joint%s",
        origin_text(&policy->names_origin, origin));
}

/* Formats seconds with the shortest digits of the float32: "0.1 s". */
static const char *seconds_text(float seconds, char text[SECONDS_BYTES])
{
    const size_t used = ap_value_text(ap_float(seconds), text, SECONDS_BYTES);
    snprintf(text + used, SECONDS_BYTES - used, " s");
    return text;
}

/* Compares as float32, since the limit and the times of some files are float32: a quotient of doubles that
   equals 0.1 s is then not below a limit of 0.1. */
void ap_policy_check_duration(ap_io *io, const ap_policy *policy, const ap_policy_duration *duration)
{
    char origin[AP_POLICY_ORIGIN_BYTES + 4], allowed[SECONDS_BYTES], lasts[SECONDS_BYTES];
    if (policy == NULL)
        return;
    const float seconds = (float)duration->seconds;
    const float least = (float)policy->least_seconds, most = (float)policy->most_seconds;
    const bool is_long = most > 0 && seconds > most;
    if (!is_long && !(seconds < least))
        return;
    (void)seconds_text(is_long ? most : least, allowed);
    ap_add_finding_at(io, AP_POLICY_RULE(DURATION), duration->span, duration->name,
        ap_value_with_prefix(
            is_long ? "a duration of at most" : "a duration of at least", ap_text_value(allowed)),
        duration->found, "; %s %s, and the policy allows %s %s%s", duration->how,
        seconds_text(seconds, lasts), is_long ? "at most" : "at least", allowed,
        origin_text(is_long ? &policy->most_origin : &policy->least_origin, origin));
}

void ap_policy_check_size(ap_view input, const ap_policy *policy, ap_findings *findings)
{
    ap_io io;
    char origin[AP_POLICY_ORIGIN_BYTES + 4];
    if (policy == NULL || policy->most_bytes == 0 || input.size <= policy->most_bytes)
        return;
    ap_io_init(&io, input, findings, findings->arena, NULL);
    ap_add_finding_at(&io, AP_POLICY_RULE(FILE_SIZE), (ap_span){ 0, 0 }, NULL,
        ap_value_with_prefix("at most", ap_byte_count(policy->most_bytes)), ap_byte_count(input.size),
        "the file has %zu bytes, and the policy allows %zu at most%s", input.size, policy->most_bytes,
        origin_text(&policy->bytes_origin, origin));
}
