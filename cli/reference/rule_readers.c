/* Writes the readers and profiles in the output of `animproof rules --format json`. */
#include <string.h>

#include "cli/reference/rule_lists.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"

static void put_reader_effects(ap_json_put *put, const char *key, unsigned effects)
{
    ap_json_put_begin_array(put, key);
    for (size_t i = 0; i < AP_EFFECTS; i++) {
        if ((effects >> i & 1) != 0)
            ap_json_put_text(put, NULL, ap_effect_name(i));
    }
    ap_json_put_end_array(put);
}

static void put_known_effects(ap_json_put *put, const ap_rule *rule)
{
    size_t count;
    const ap_known_effect *known = ap_known_effects(&count);
    ap_json_put_begin_array(put, "known");
    for (size_t i = 0; i < count; i++) {
        if (known[i].rule != rule)
            continue;
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "reader", ap_readers[known[i].reader].name);
        put_reader_effects(put, "effects", ap_effects_of_letters(known[i].effects));
        ap_json_put_text(put, "when", known[i].when);
        ap_json_put_text(put, "source", known[i].source);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

static void put_case_terms(ap_json_put *put, const ap_reader_case *row)
{
    ap_json_put_begin_array(put, "when");
    for (size_t i = 0; i < AP_MOST_TERMS && row->terms[i].kind != AP_TERM_ALWAYS; i++) {
        char text[AP_TERM_TEXT_BYTES];
        ap_put_term_question(&row->terms[i], text, sizeof text);
        ap_json_put_text(put, NULL, text);
    }
    ap_json_put_end_array(put);
}

/* Writes the cases of a rule. For a reader with several effects, the first case with only true conditions decides how the reader
   treats a finding. */
static void put_reader_cases(ap_json_put *put, const ap_rule *rule)
{
    size_t count;
    unsigned effects[AP_READERS];
    const ap_reader_case *rows = ap_reader_cases(&count);
    ap_find_measured_effects(rule, effects);
    ap_json_put_begin_array(put, "cases");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].rule != rule)
            continue;
        ap_json_put_begin_object(put, NULL);
        put_case_terms(put, &rows[i]);
        ap_json_put_begin_object(put, "readers");
        for (size_t r = 0; r < strlen(rows[i].letters); r++) {
            if (effects[r] != 0 || rows[i].letters[r] != '-')
                ap_json_put_text(put, ap_readers[r].name, ap_answer_name(ap_answer_of_case(&rows[i], r)));
        }
        ap_json_put_end_object(put);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

static void put_profile_levels(ap_json_put *put, const ap_rule *rule)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    ap_json_put_begin_object(put, "profiles");
    for (size_t i = 0; i < count; i++)
        ap_json_put_text(put, profiles[i].name, ap_severity_name(ap_severity_in_profile(&profiles[i], rule)));
    ap_json_put_end_object(put);
}

static void put_profile_exceptions(ap_json_put *put, const ap_rule *rule)
{
    size_t count;
    const ap_profile_exception *exceptions = ap_profile_exceptions(&count);
    ap_json_put_begin_array(put, "exceptions");
    for (size_t i = 0; i < count; i++) {
        if (exceptions[i].rule != rule)
            continue;
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "profile", exceptions[i].profile);
        ap_json_put_text(put, "most", ap_severity_name(exceptions[i].level));
        ap_json_put_text(put, "reason", exceptions[i].reason);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

void cli_put_rule_readers_json(ap_json_put *put, const ap_rule *rule)
{
    unsigned effects[AP_READERS];
    ap_find_reader_effects(rule, effects);
    ap_json_put_begin_object(put, "readers");
    for (size_t i = 0; i < AP_READERS; i++) {
        if (effects[i] != 0)
            put_reader_effects(put, ap_readers[i].name, effects[i]);
    }
    ap_json_put_end_object(put);
    put_known_effects(put, rule);
    put_reader_cases(put, rule);
    put_profile_levels(put, rule);
    put_profile_exceptions(put, rule);
}

void cli_put_readers_json(ap_json_put *put)
{
    ap_json_put_begin_array(put, "readers");
    for (size_t i = 0; i < AP_READERS; i++) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "name", ap_readers[i].name);
        ap_json_put_text(put, "version", ap_readers[i].version);
        ap_json_put_text(put, "most", ap_severity_name(ap_readers[i].most_severity));
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

void cli_put_profiles_json(ap_json_put *put)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    ap_json_put_begin_array(put, "profiles");
    for (size_t i = 0; i < count; i++) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "name", profiles[i].name);
        ap_json_put_boolean(put, "exact", profiles[i].exact);
        ap_json_put_begin_array(put, "readers");
        for (size_t r = 0; r < AP_READERS; r++) {
            if ((profiles[i].readers >> r & 1) != 0)
                ap_json_put_text(put, NULL, ap_readers[r].name);
        }
        ap_json_put_end_array(put);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}
