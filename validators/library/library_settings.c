/* Sets the options of a handle by name: animproof_set. */
#include <stdio.h>
#include <string.h>

#include "core/base/count_text.h"
#include "core/finding/value.h"
#include "validators/library/handle.h"
#include "validators/readers/profile.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

static const char *const rule_option_names[AP_RULE_OPTION_KINDS] = { "severity", "select", "ignore" };

typedef struct limit_option {
    const char *name;
    size_t at; /* offset in ap_settings of the size_t that holds the limit */
    bool (*read)(const char *text, size_t *value);
    size_t usual; /* default */
} limit_option;

static const limit_option limits[] = {
    { "max-findings", offsetof(ap_settings, max_findings), ap_parse_count, 10000 },
    { "max-per-rule", offsetof(ap_settings, max_per_rule), ap_parse_count, 1000 },
    { "max-memory", offsetof(ap_settings, max_memory_bytes), ap_parse_byte_count, (size_t)2 << 30 },
    { "max-input", offsetof(ap_settings, max_input_bytes), ap_parse_byte_count, (size_t)1 << 30 },
};

static size_t *limit_of_settings(ap_settings *settings, const limit_option *limit)
{
    return (size_t *)((char *)settings + limit->at);
}

/* Rules */

/* Marks the rules that the text names, as an id, a pattern of ids or the name of a format, in option->named, with the level. A
   rule that the text may not turn off (ap_can_pattern_turn_off) is counted but not marked. Returns the number of named rules. */
static size_t count_named_and_mark_changeable_rules(const ap_rule_settings *rule_settings,
    ap_rules_of_option *option, const char *text, size_t length, ap_severity level)
{
    size_t named = 0;
    char pattern[128];
    const ap_rule *rule;
    if (length >= sizeof pattern)
        return 0;
    memcpy(pattern, text, length);
    pattern[length] = '\0';
    for (size_t i = 0; (rule = ap_rule_settings_rule(rule_settings, i)) != NULL; i++) {
        if (!ap_rule_matches_glob_or_format(rule, pattern))
            continue;
        named++;
        if (level == AP_OFF && !ap_can_pattern_turn_off(pattern, rule))
            continue;
        option->named[i] = true;
        option->levels[i] = level;
    }
    return named;
}

/* Computes the rule settings from profile, strict, severity, select and ignore. */
static void update_rule_settings(ap_settings *settings)
{
    const ap_rule *rule;
    const ap_rules_of_option *rule_options = settings->rule_options;
    ap_rule_settings *rule_settings = &settings->rule_settings;
    ap_rule_settings_init_all(rule_settings);
    (void)ap_apply_profile(rule_settings, settings->profile);
    if (settings->strict)
        ap_rule_settings_raise_warnings(rule_settings);
    for (size_t i = 0; (rule = ap_rule_settings_rule(rule_settings, i)) != NULL; i++) {
        const bool left_out = rule_options[AP_OPTION_SELECT].given && !rule_options[AP_OPTION_SELECT].named[i]
                              && !ap_rule_may_stop_checks(rule);
        if (rule_options[AP_OPTION_SEVERITY].named[i])
            rule_settings->levels[i] = rule_options[AP_OPTION_SEVERITY].levels[i];
        if (rule_options[AP_OPTION_IGNORE].named[i] || left_out)
            rule_settings->levels[i] = AP_OFF;
    }
}

/* Applies one element of the option's value, `length` bytes of `text`. Returns ANIMPROOF_MISUSE if the
   element names no rule or, for severity, no level. */
static animproof_status apply_option_element(
    animproof *handle, ap_rule_option_kind kind, ap_rules_of_option *option, const char *text, size_t length)
{
    ap_severity level =
        kind == AP_OPTION_SELECT ? AP_NOTE : AP_OFF; /* for severity, the level is read from the text after
                                                        the '=' */
    char suggestions[256], name[128];
    if (kind == AP_OPTION_SEVERITY) {
        const char *equals = strrchr(text, '=');
        if (equals == NULL || !ap_find_severity(equals + 1, &level))
            return ap_handle_fail(handle, ANIMPROOF_MISUSE,
                "severity: RULE=LEVEL is needed, with the level error, warning, note or off");
        length = (size_t)(equals - text);
    }
    if (count_named_and_mark_changeable_rules(&handle->settings.rule_settings, option, text, length, level)
        > 0)
        return ANIMPROOF_OK;
    snprintf(name, sizeof name, "%.*s", (int)(length < 100 ? length : 100), text);
    ap_put_nearest_rules_text(NULL, name, suggestions, sizeof suggestions);
    return ap_handle_fail(
        handle, ANIMPROOF_MISUSE, "%s: no rule is named '%s'%s", rule_option_names[kind], name, suggestions);
}

/* Returns the length of the first element of the value: a list has commas between elements, a severity is one
   element. */
static size_t length_of_first_element(ap_rule_option_kind kind, const char *text)
{
    return kind == AP_OPTION_SEVERITY ? strlen(text) : strcspn(text, ",");
}

/* Applies all elements of the value, or none if one is invalid. NULL resets the option. */
static animproof_status add_to_rule_option_or_reset(
    animproof *handle, ap_rule_option_kind kind, const char *value)
{
    animproof_status status = ANIMPROOF_OK;
    ap_rules_of_option option = handle->settings.rule_options[kind];
    if (value == NULL)
        option = (ap_rules_of_option){ .given = false };
    for (const char *element = value; status == ANIMPROOF_OK && element != NULL;) {
        const size_t length = length_of_first_element(kind, element);
        status = apply_option_element(handle, kind, &option, element, length);
        option.given = true;
        element = element[length] == ',' ? element + length + 1 : NULL;
    }
    if (status == ANIMPROOF_OK)
        handle->settings.rule_options[kind] = option;
    return status;
}

/* Options with a fixed set of values */

typedef const char *name_getter(const void *of, size_t index);

/* Sets *index to the index of the value among the names; name() returns NULL after the last name. For another value, returns
   ANIMPROOF_MISUSE with a message such as `profile: "x" is not one of default, doom3`. */
static animproof_status find_value_by_name(animproof *handle, const char *option, const char *value,
    name_getter *name, const void *of, size_t *index)
{
    size_t used = 0;
    char list[256] = "", shown[80];
    const char *word;
    for (*index = 0; (word = name(of, *index)) != NULL; ++*index) {
        if (strcmp(word, value) == 0)
            return ANIMPROOF_OK;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", *index > 0 ? ", " : "", word);
    }
    ap_quote_ascii((ap_view){ (const uint8_t *)value, strlen(value) }, shown, sizeof shown);
    return ap_handle_fail(handle, ANIMPROOF_MISUSE, "%s: %s is not one of %s", option, shown, list);
}

static const char *profile_name(const void *of, size_t index)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    (void)of;
    return index < count ? profiles[index].name : NULL;
}

static const char *format_name(const void *of, size_t index)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    (void)of;
    return index < count ? formats[index]->name : NULL;
}

static const char *name_of_option_value(const void *of, size_t index)
{
    return ((const ap_enum_name *)of)[index].word;
}

static const char *yes_no_name(const void *of, size_t index)
{
    static const char *const names[] = { "yes", "no", NULL };
    (void)of;
    return names[index];
}

/* Finds an option that a format defines, such as mrtk-layout; NULL if no format has it. */
static const ap_format_option *find_option_of_any_format(const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t o = 0; o < formats[i]->option_count; o++) {
            if (strcmp(formats[i]->options[o].name, name) == 0)
                return &formats[i]->options[o];
        }
    }
    return NULL;
}

/* Sets an option that has a fixed set of values. */
static animproof_status set_option_by_word(animproof *handle, const char *name, const char *value)
{
    size_t count, index = 0;
    char shown[80];
    animproof_status status = ANIMPROOF_OK;
    ap_settings *settings = &handle->settings;
    const ap_format_option *option = find_option_of_any_format(name);
    name_getter *names = option != NULL                      ? name_of_option_value
                         : strcmp(name, "profile") == 0      ? profile_name
                         : strcmp(name, "strict") == 0       ? yes_no_name
                         : strcmp(name, "input-format") == 0 ? format_name
                                                             : NULL;
    if (names == NULL) {
        ap_quote_ascii((ap_view){ (const uint8_t *)name, strlen(name) }, shown, sizeof shown);
        return ap_handle_fail(handle, ANIMPROOF_MISUSE, "unknown option %s", shown);
    }
    if (value != NULL)
        status =
            find_value_by_name(handle, name, value, names, option == NULL ? NULL : option->words, &index);
    if (status != ANIMPROOF_OK)
        return status;
    if (names == name_of_option_value)
        settings->choices[option->index] = (unsigned)option->words[index].value;
    else if (names == profile_name)
        settings->profile = profile_name(NULL, index);
    else if (names == yes_no_name)
        settings->strict = value != NULL && index == 0;
    else
        settings->input_format = value == NULL ? NULL : ap_formats(&count)[index];
    return ANIMPROOF_OK;
}

static animproof_status set_limit(animproof *handle, const limit_option *limit, const char *value)
{
    size_t number = limit->usual;
    if (value != NULL && !limit->read(value, &number))
        return ap_handle_fail(handle, ANIMPROOF_MISUSE, "%s: a number is needed (0: no limit)%s", limit->name,
            limit->read == ap_parse_byte_count ? ", which may end in K, M, G or T" : "");
    *limit_of_settings(&handle->settings, limit) = number;
    return ANIMPROOF_OK;
}

static animproof_status set_option_by_name(animproof *handle, const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strcmp(limits[i].name, name) == 0)
            return set_limit(handle, &limits[i], value);
    }
    for (size_t i = 0; i < AP_RULE_OPTION_KINDS; i++) {
        if (strcmp(rule_option_names[i], name) == 0)
            return add_to_rule_option_or_reset(handle, (ap_rule_option_kind)i, value);
    }
    return set_option_by_word(handle, name, value);
}

animproof_status animproof_set(animproof *handle, const char *name, const char *value)
{
    animproof_status status = ANIMPROOF_OK;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (name == NULL)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "the name of the option is NULL");
    else
        status = set_option_by_name(handle, name, value);
    update_rule_settings(&handle->settings);
    handle->work.limit_bytes = handle->settings.max_memory_bytes;
    return ap_handle_end_call_and_restore_locale(handle, status);
}

void ap_settings_init(ap_settings *settings)
{
    *settings = (ap_settings){ .profile = profile_name(NULL, 0) };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        *limit_of_settings(settings, &limits[i]) = limits[i].usual;
    update_rule_settings(settings);
}
