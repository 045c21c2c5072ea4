#include "corpus/cases/case_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void ap_case_plan_init(ap_case_plan *plan, const ap_format *only, bool only_firsts)
{
    *plan = (ap_case_plan){ .only = only, .only_firsts = only_firsts };
}

/* Returns the number of knob settings to plan: one for each word of the knob, or for a numeric knob its
   smallest and its largest usual value. */
static size_t count_knob_settings(const ap_knob *knob)
{
    size_t count = 0;
    if (knob->words == NULL)
        return knob->usual_least < knob->usual_most ? 2 : 1;
    while (knob->words[count].word != NULL)
        count++;
    return count;
}

static void append_knob_setting(const ap_knob *knob, size_t choice, char shape[AP_CASE_KNOBS_BYTES])
{
    if (knob->words != NULL)
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s=%s", knob->name, knob->words[choice].word);
    else
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s=%" PRId64, knob->name,
            choice == 0 ? knob->usual_least : knob->usual_most);
}

/* Shapes that are planned for every generator, before the shapes that set one knob. */
static const char *const shapes_of_all[] = { "usual", "wild" };

enum { SHAPES_OF_ALL = sizeof shapes_of_all / sizeof *shapes_of_all };

static size_t count_file_shapes(const ap_generator *generator)
{
    size_t count = SHAPES_OF_ALL;
    for (size_t i = 0; i < generator->knob_count; i++)
        count += count_knob_settings(&generator->knobs[i]);
    return count;
}

/* Writes shape number `item`, from 0, of the generator's files. Returns false if the generator has fewer shapes. */
static bool write_file_shape(const ap_generator *generator, size_t item, char shape[AP_CASE_KNOBS_BYTES])
{
    if (item < SHAPES_OF_ALL) {
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s", shapes_of_all[item]);
        return true;
    }
    item -= SHAPES_OF_ALL;
    for (size_t i = 0; i < generator->knob_count; i++) {
        const size_t shapes = count_knob_settings(&generator->knobs[i]);
        if (item < shapes) {
            append_knob_setting(&generator->knobs[i], item, shape);
            return true;
        }
        item -= shapes;
    }
    return false;
}

/* Returns true if defect number `item` of the format is the first defect of its rule, or the first near miss
   of its rule. */
static bool is_first_of_rule(const ap_corpus_format *corpus_format, size_t item)
{
    const ap_defect *defect = ap_nth_defect_of_format(corpus_format, item);
    for (size_t i = 0; i < item; i++) {
        const ap_defect *before = ap_nth_defect_of_format(corpus_format, i);
        if (before->near_miss == defect->near_miss && strcmp(before->rule, defect->rule) == 0)
            return false;
    }
    return true;
}

static void write_case_name(ap_planned_case *planned)
{
    char again[24] = "";
    if (planned->round > 0)
        snprintf(again, sizeof again, "_%zu", planned->round + 1);
    snprintf(planned->name, sizeof planned->name, "%s_%s%s%s", planned->generator->format->name,
        planned->defect != NULL && planned->defect->near_miss ? "near_" : "",
        planned->defect != NULL ? planned->defect->name : planned->shape, again);
    for (char *at = planned->name; *at != '\0'; at++) { /* ids must not have "=" */
        if (*at == '=')
            *at = '-';
    }
}

/* Skips defects that are not the first of their rule, if plan->only_firsts is set. */
static void skip_to_first_defect_of_a_rule(ap_case_plan *plan, const ap_corpus_format *corpus_format)
{
    const size_t shapes = count_file_shapes(corpus_format->generator);
    while (plan->only_firsts && plan->item >= shapes
           && ap_nth_defect_of_format(corpus_format, plan->item - shapes) != NULL
           && !is_first_of_rule(corpus_format, plan->item - shapes))
        plan->item++;
}

/* Stores the plan's current case; returns false if the format has no more cases in this round. */
static bool get_current_case(
    const ap_case_plan *plan, const ap_corpus_format *corpus_format, ap_planned_case *planned)
{
    *planned = (ap_planned_case){ .generator = corpus_format->generator, .round = plan->round };
    if (!write_file_shape(corpus_format->generator, plan->item, planned->shape)) {
        planned->defect =
            ap_nth_defect_of_format(corpus_format, plan->item - count_file_shapes(corpus_format->generator));
        if (planned->defect == NULL)
            return false;
    }
    write_case_name(planned);
    return true;
}

void ap_case_plan_next_or_begin_round(ap_case_plan *plan, ap_planned_case *planned)
{
    size_t count;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (;;) {
        const ap_corpus_format *corpus_format = corpus_formats[plan->corpus_format];
        skip_to_first_defect_of_a_rule(plan, corpus_format);
        if ((plan->only == NULL || corpus_format->generator->format == plan->only)
            && get_current_case(plan, corpus_format, planned)) {
            plan->item++;
            return;
        }
        plan->item = 0;
        plan->corpus_format++;
        if (plan->corpus_format == count) {
            plan->corpus_format = 0;
            plan->round++;
        }
    }
}
