#include "corpus/defect/compare_findings.h"

#include <stdlib.h>
#include <string.h>

typedef struct finding_list {
    ap_expectation *items;
    size_t count;
} finding_list;

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_expectations(const void *left, const void *right)
{
    const ap_expectation *a = left;
    const ap_expectation *b = right;
    int order = strcmp(a->rule, b->rule);
    if (order == 0)
        order = (int)a->companion - (int)b->companion;
    if (order == 0)
        order = compare_sizes(a->span.offset, b->span.offset);
    if (order == 0)
        order = compare_sizes(a->span.length, b->span.length);
    return order != 0 ? order : strcmp(a->path, b->path);
}

static void sort_finding_list(const finding_list *l)
{
    if (l->count > 0)
        qsort(l->items, l->count, sizeof *l->items, compare_expectations);
}

/* Returns true if the edit removes bytes of the finding's span, or inserts bytes into the span. */
static bool edit_touches_finding(const ap_edit *edit, ap_span finding)
{
    const size_t end = edit->span.offset + edit->span.length;
    return finding.offset < end + (edit->span.length == 0)
           && finding.offset + finding.length > edit->span.offset
           && !(edit->span.length == 0 && finding.offset == end);
}

/* Moves a finding to its offset in the changed file; returns false if an edit touches the finding. */
static bool move_span_past_edits(const ap_damage *damage, ap_span *finding)
{
    const ap_span was = *finding;
    for (size_t i = 0; i < damage->edit_count; i++) {
        const ap_edit *edit = &damage->edits[i];
        if (!damage->findings_stay && edit_touches_finding(edit, was))
            return false;
        if (was.offset >= edit->span.offset + edit->span.length && !damage->findings_stay)
            finding->offset += edit->bytes.size - edit->span.length;
    }
    return true;
}

static bool is_expected_to_vanish(const ap_damage *damage, const ap_finding *finding)
{
    for (size_t i = 0; i < damage->vanished_count; i++) {
        const ap_vanished_findings *vanished = &damage->vanished[i];
        const size_t at = finding->span.offset;
        if (vanished->rule != NULL && strcmp(vanished->rule, finding->rule->id) != 0)
            continue;
        if (at >= vanished->span.offset
            && (at - vanished->span.offset < vanished->span.length
                || (at == vanished->span.offset + vanished->span.length && finding->span.length == 0)))
            return true;
    }
    return false;
}

static ap_expectation expectation_of_finding(const ap_finding *finding, bool companion)
{
    return (ap_expectation){
        .rule = finding->rule->id, .span = finding->span, .path = finding->path, .companion = companion
    };
}

/* Lists and sorts the findings that the changed file, or its companion, must have. Returns false when out of memory. */
static bool list_expected_findings(
    const ap_damage *damage, bool companion, const ap_findings *of_input, finding_list *wanted)
{
    const bool changed = companion == damage->defect->in_companion;
    wanted->items =
        ap_alloc_array(damage->arena, of_input->kept + AP_DEFECT_EXPECTATIONS, sizeof *wanted->items);
    if (wanted->items == NULL)
        return false;
    for (const ap_finding *finding = of_input->first; finding != NULL; finding = finding->next) {
        ap_expectation one = expectation_of_finding(finding, companion);
        if (!is_expected_to_vanish(damage, finding) && (!changed || move_span_past_edits(damage, &one.span)))
            wanted->items[wanted->count++] = one;
    }
    for (size_t i = 0; i < damage->expected_count; i++) {
        if (damage->expected[i].companion == companion)
            wanted->items[wanted->count++] = damage->expected[i];
    }
    sort_finding_list(wanted);
    return true;
}

bool ap_list_expected_findings(const ap_damage *damage, bool companion, const ap_findings *of_input,
    const ap_expectation **items, size_t *count)
{
    finding_list wanted = { NULL, 0 };
    const bool listed = list_expected_findings(damage, companion, of_input, &wanted);
    *items = wanted.items;
    *count = wanted.count;
    return listed;
}

static bool list_reported_findings(
    const ap_damage *damage, bool companion, const ap_findings *found, finding_list *made)
{
    made->items = ap_alloc_array(damage->arena, found->kept, sizeof *made->items);
    if (made->items == NULL)
        return false;
    for (const ap_finding *finding = found->first; finding != NULL; finding = finding->next)
        made->items[made->count++] = expectation_of_finding(finding, companion);
    return true;
}

/* Removes the items that are in both lists, and closes the gaps. Returns the number of items removed from each list. */
static size_t remove_items_in_both(finding_list *wanted, finding_list *made)
{
    size_t hits = 0, w = 0, m = 0, wanted_left = 0, made_left = 0;
    while (w < wanted->count || m < made->count) {
        const int order = w == wanted->count ? 1
                          : m == made->count ? -1
                                             : compare_expectations(&wanted->items[w], &made->items[m]);
        hits += order == 0;
        if (order < 0)
            wanted->items[wanted_left++] = wanted->items[w];
        if (order > 0)
            made->items[made_left++] = made->items[m];
        w += order <= 0;
        m += order >= 0;
    }
    wanted->count = wanted_left;
    made->count = made_left;
    return hits;
}

/* Counts pairs of items with the same rule, one from each list. Both lists are sorted by rule. */
static size_t count_pairs_of_same_rule(const finding_list *wanted, const finding_list *made)
{
    size_t pairs = 0;
    for (size_t w = 0, m = 0; w < wanted->count && m < made->count;) {
        const int order = strcmp(wanted->items[w].rule, made->items[m].rule);
        pairs += order == 0;
        w += order <= 0;
        m += order >= 0;
    }
    return pairs;
}

void ap_compare_expectations(ap_expectation *wanted_items, size_t wanted_count, ap_expectation *made_items,
    size_t made_count, ap_findings_comparison *detection)
{
    finding_list wanted = { wanted_items, wanted_count }, made = { made_items, made_count };
    sort_finding_list(&wanted);
    sort_finding_list(&made);
    *detection = (ap_findings_comparison){ .wanted = wanted.count };
    detection->hits = remove_items_in_both(&wanted, &made);
    detection->misplaced = count_pairs_of_same_rule(&wanted, &made);
    detection->missing = wanted.count - detection->misplaced;
    detection->unexpected = made.count - detection->misplaced;
    if (wanted.count > 0)
        detection->first_missing = wanted.items[0];
    if (made.count > 0)
        detection->first_unexpected = made.items[0];
}

bool ap_compare_with_expected(const ap_damage *damage, bool companion, const ap_findings *of_input,
    const ap_findings *found, ap_findings_comparison *detection)
{
    finding_list wanted = { NULL, 0 };
    finding_list made = { NULL, 0 };
    *detection = (ap_findings_comparison){ .wanted = 0 };
    if (!list_expected_findings(damage, companion, of_input, &wanted)
        || !list_reported_findings(damage, companion, found, &made))
        return false;
    ap_compare_expectations(wanted.items, wanted.count, made.items, made.count, detection);
    return true;
}
