#include "corpus/defect/defect.h"

#include <string.h>

#include "validators/readers/readers.h"
#include "validators/registry.h"

/* Returns true if an edit changes the bytes of the file. A near miss may have no edits, in which case the
   unchanged file is the case. */
static bool does_damage_change_file_or_need_not(const ap_damage *damage)
{
    if (damage->defect->near_miss && damage->edit_count == 0)
        return true;
    const ap_view file = damage->defect->in_companion ? damage->companion : damage->input;
    for (size_t i = 0; i < damage->edit_count; i++) {
        const ap_edit *edit = &damage->edits[i];
        if (edit->bytes.size != edit->span.length
            || memcmp(edit->bytes.bytes, file.bytes + edit->span.offset, edit->bytes.size) != 0)
            return true;
    }
    return false;
}

/* Number of random places to try: a defect may not fit the place that was picked. */
enum { CANDIDATES_TRIED = 8 };

/* Picks a place, and sets the edits and expectations of the defect there. Returns false if the defect does not fit the place. */
static bool apply_at_random_place(ap_damage *damage)
{
    damage->edit_count = 0;
    damage->expected_count = 0;
    damage->vanished_count = 0;
    damage->findings_stay = false;
    const ap_defect *defect = damage->defect;
    return (defect->run != NULL ? defect->run : defect->apply)(damage) && !damage->arena->failed
           && does_damage_change_file_or_need_not(damage);
}

/* Lists the fields of a binary input. Defects of text formats search the tokens instead. */
static bool list_fields_of_binary_input(ap_damage *damage, const ap_lint_options *options)
{
    return damage->format->text || damage->fields.items != NULL
           || ap_list_fields(
               damage->format, damage->input, options, damage->arena, &damage->fields, &damage->about);
}

bool ap_apply_defect(ap_damage *damage, const ap_lint_options *options)
{
    if (damage->defect->drops_companion)
        damage->companion = (ap_view){ NULL, 0 };
    if (damage->defect->needs_companion && damage->companion.bytes == NULL)
        return false;
    if (!list_fields_of_binary_input(damage, options))
        return false;
    for (int tries = 0; tries < CANDIDATES_TRIED && !damage->arena->failed; tries++) {
        const ap_choices before = *damage->choices;
        if (apply_at_random_place(damage))
            return true;
        if (before.state == damage->choices->state && before.bytes.size == damage->choices->bytes.size)
            return false; /* no place was picked at random, so another attempt would fail too */
    }
    return false;
}

bool ap_write_damaged(const ap_damage *damage, ap_writer *writer)
{
    const ap_view input = damage->defect->in_companion ? damage->companion : damage->input;
    size_t at = 0;
    for (size_t i = 0; i < damage->edit_count; i++) {
        const ap_edit *edit = &damage->edits[i];
        assert(edit->span.offset >= at && edit->span.offset + edit->span.length <= input.size);
        if (!ap_write(writer, input.bytes + at, edit->span.offset - at)
            || !ap_write(writer, edit->bytes.bytes, edit->bytes.size))
            return false;
        at = edit->span.offset + edit->span.length;
    }
    return ap_write(writer, input.bytes + at, input.size - at);
}

const char *ap_expected_answer_name(ap_expected_answer answer)
{
    static const char *const names[] = {
        [AP_ANSWER_REFUSE] = "refuse", [AP_ANSWER_DIFFER] = "differ", [AP_ANSWER_ACCEPT] = "accept"
    };
    return names[answer];
}

ap_expected_answer ap_expected_answer_of_rule(const char *id)
{
    const ap_rule *rule = ap_find_rule(id);
    assert(rule != NULL);
    if (rule->severity == AP_ERROR)
        return AP_ANSWER_REFUSE;
    return rule->severity == AP_WARNING || ap_does_own_reader_refuse(rule) ? AP_ANSWER_DIFFER
                                                                           : AP_ANSWER_ACCEPT;
}

ap_expected_answer ap_expected_answer_of_defect(const ap_defect *defect)
{
    return defect->near_miss ? AP_ANSWER_ACCEPT : ap_expected_answer_of_rule(defect->rule);
}

ap_expected_answer ap_expected_answer_of_damage(const ap_damage *damage)
{
    ap_expected_answer worst = AP_ANSWER_ACCEPT;
    for (size_t i = 0; i < damage->expected_count; i++) {
        const ap_expected_answer answer = ap_expected_answer_of_rule(damage->expected[i].rule);
        worst = answer < worst ? answer : worst;
    }
    return worst;
}
