/* Finds the elements of an array in the list of fields, and reorders them. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

static bool is_in_array(const ap_listed_field *field, const char *name, size_t at)
{
    if (ap_count_path_steps(field) <= at + 1)
        return false;
    const ap_field_path_step step = ap_path_step(field, at), next = ap_path_step(field, at + 1);
    return step.name != NULL && strcmp(step.name, name) == 0 && next.name == NULL;
}

bool ap_find_elements(
    const ap_equivalent_work *work, const char *name, size_t at, size_t from, ap_element_list *list)
{
    const ap_listed_field *items = work->fields.items;
    const size_t end = work->fields.count;
    while (from < end && !is_in_array(&items[from], name, at))
        from++;
    *list = (ap_element_list){ .first = from };
    if (from == end)
        return false;
    while (from + list->stride < end
           && ap_have_same_path_steps(&items[from], &items[from + list->stride], at + 2))
        list->stride++;
    for (size_t i = from; i < end && ap_have_same_path_steps(&items[from], &items[i], at + 1); i++) {
        const size_t in_list = i - from;
        if (!is_in_array(&items[i], name, at)
            || ap_path_step(&items[i], at + 1).index != in_list / list->stride)
            return false;
        list->count = in_list / list->stride + 1;
        if (in_list % list->stride == list->stride - 1 && i + 1 < end
            && ap_have_same_path_steps(&items[i], &items[i + 1], at + 2))
            return false;
    }
    return true;
}

const ap_listed_field *ap_element_field(
    const ap_equivalent_work *work, const ap_element_list *list, size_t element, const char *name)
{
    const ap_listed_field *fields = &work->fields.items[list->first + element * list->stride];
    for (size_t i = 0; i < list->stride; i++) {
        if (name == NULL || (fields[i].last.name != NULL && strcmp(fields[i].last.name, name) == 0))
            return &fields[i];
    }
    return NULL;
}

static bool is_field_kept(const ap_listed_field *field, const char *const *kept)
{
    for (; kept != NULL && *kept != NULL; kept++) {
        if (field->last.name != NULL && strcmp(field->last.name, *kept) == 0)
            return true;
    }
    return false;
}

bool ap_reorder_elements(
    ap_equivalent_work *work, const ap_element_list *list, const size_t *order, const char *const *kept)
{
    const ap_listed_field *items = work->fields.items + list->first;
    for (size_t i = 0; i < list->count; i++) {
        for (size_t k = 0; k < list->stride && order[i] != i; k++) {
            const ap_listed_field *to = &items[i * list->stride + k],
                                  *from = &items[order[i] * list->stride + k];
            if (!is_field_kept(to, kept)
                && !ap_equivalent_replace_bytes(work, to->span, ap_equivalent_field_bytes(work, from)))
                return false;
        }
    }
    return true;
}

size_t *ap_invert_order(ap_equivalent_work *work, const size_t *order, size_t count)
{
    size_t *inverse = ap_alloc_array(work->arena, count, sizeof *inverse);
    for (size_t i = 0; inverse != NULL && i < count; i++)
        inverse[order[i]] = i;
    return inverse;
}
