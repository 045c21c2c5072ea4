#include "corpus/cases/case_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void ap_case_plan_init(ap_case_plan *plan, const ap_format *only, bool firsts)
{
    *plan = (ap_case_plan){ .only = only, .firsts = firsts };
}

/* "version=1.0", or for a knob without words its least and its most usual number */
static size_t knob_shapes(const ap_knob *knob)
{
    size_t count = 0;
    if (knob->words == NULL)
        return knob->usual_least < knob->usual_most ? 2 : 1;
    while (knob->words[count].word != NULL)
        count++;
    return count;
}

static void say_knob(const ap_knob *knob, size_t choice, char shape[AP_CASE_KNOBS_BYTES])
{
    if (knob->words != NULL)
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s=%s", knob->name, knob->words[choice].word);
    else
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s=%" PRId64, knob->name,
            choice == 0 ? knob->usual_least : knob->usual_most);
}

/* Of every maker, before those of its knobs. */
static const char *const wholes[] = { "usual", "wild" };

enum { WHOLES = sizeof wholes / sizeof *wholes };

static size_t count_shapes(const ap_generator *generator)
{
    size_t count = WHOLES;
    for (size_t i = 0; i < generator->knob_count; i++)
        count += knob_shapes(&generator->knobs[i]);
    return count;
}

/* Shape number `item` of the maker's files; false after the last. */
static bool say_shape(const ap_generator *generator, size_t item, char shape[AP_CASE_KNOBS_BYTES])
{
    if (item < WHOLES) {
        snprintf(shape, AP_CASE_KNOBS_BYTES, "%s", wholes[item]);
        return true;
    }
    item -= WHOLES;
    for (size_t i = 0; i < generator->knob_count; i++) {
        const size_t shapes = knob_shapes(&generator->knobs[i]);
        if (item < shapes) {
            say_knob(&generator->knobs[i], item, shape);
            return true;
        }
        item -= shapes;
    }
    return false;
}

/* Whether defect number `item` is the first of its rule, near misses for themselves. */
static bool is_first(const ap_corpus_format *kit, size_t item)
{
    const ap_defect *defect = ap_format_defect(kit, item);
    for (size_t i = 0; i < item; i++) {
        const ap_defect *before = ap_format_defect(kit, i);
        if (before->near_miss == defect->near_miss && strcmp(before->rule, defect->rule) == 0)
            return false;
    }
    return true;
}

static void name_case(ap_planned_case *planned)
{
    char again[24] = "";
    if (planned->round > 0)
        snprintf(again, sizeof again, "_%zu", planned->round + 1);
    snprintf(planned->name, sizeof planned->name, "%s_%s%s%s", planned->generator->format->name,
        planned->defect != NULL && planned->defect->near_miss ? "near_" : "",
        planned->defect != NULL ? planned->defect->name : planned->shape, again);
    for (char *at = planned->name; *at != '\0'; at++) { /* of what ids may hold */
        if (*at == '=')
            *at = '-';
    }
}

/* Passes over the defects that are not wanted. */
static void pass_over(ap_case_plan *plan, const ap_corpus_format *kit)
{
    const size_t shapes = count_shapes(kit->generator);
    while (plan->firsts && plan->item >= shapes && ap_format_defect(kit, plan->item - shapes) != NULL
           && !is_first(kit, plan->item - shapes))
        plan->item++;
}

/* The case that the plan is at; false when the kit has no more in this round. */
static bool look(const ap_case_plan *plan, const ap_corpus_format *kit, ap_planned_case *planned)
{
    *planned = (ap_planned_case){ .generator = kit->generator, .round = plan->round };
    if (!say_shape(kit->generator, plan->item, planned->shape)) {
        planned->defect = ap_format_defect(kit, plan->item - count_shapes(kit->generator));
        if (planned->defect == NULL)
            return false;
    }
    name_case(planned);
    return true;
}

void ap_case_plan_next(ap_case_plan *plan, ap_planned_case *planned)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (;;) {
        const ap_corpus_format *kit = kits[plan->kit];
        pass_over(plan, kit);
        if ((plan->only == NULL || kit->generator->format == plan->only) && look(plan, kit, planned)) {
            plan->item++;
            return;
        }
        plan->item = 0;
        plan->kit++;
        if (plan->kit == count) {
            plan->kit = 0;
            plan->round++;
        }
    }
}
