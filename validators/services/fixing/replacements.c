#include "validators/services/fixing/replacements.h"

#include <string.h>

#include "core/base/difference.h"
#include "core/base/utf8.h"
#include "core/finding/lines.h"

/* Limit of bytes that are read to find the replacements of one file; takes well under a second. */
static const uint64_t most_work_bytes = UINT64_C(128) << 20;

typedef struct replacement_search {
    ap_fixing *fixing;
    const ap_format *format;
    ap_view input;
    ap_findings *findings;
    uint64_t work_left;
    size_t tried;
} replacement_search;

static const ap_fixer *find_safe_fixer(const ap_format *format, const ap_finding *finding)
{
    const ap_fixer *fixer = ap_find_fixer(format, finding->rule);
    return fixer == NULL || fixer->unsafe ? NULL : fixer;
}

static const ap_finding *first_finding_with_safe_fixer(const ap_format *format, const ap_findings *findings)
{
    const ap_finding *f = findings->first;
    while (f != NULL && find_safe_fixer(format, f) == NULL)
        f = f->next;
    return f;
}

/* Subtracts the cost of reading the input `times` times from the budget; returns false if less is left. */
static bool spend_work_budget(replacement_search *s, uint64_t times)
{
    const uint64_t price = ap_saturating_product(s->input.size, times);
    if (price > s->work_left)
        return false;
    s->work_left -= price;
    return true;
}

static bool is_in_line_of_byte_order_mark(ap_view input, ap_span span)
{
    static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
    return input.size >= sizeof mark && memcmp(input.bytes, mark, sizeof mark) == 0
           && memchr(input.bytes, '\n', span.offset) == NULL;
}

/* Returns true if reports can give the position of the change: as bytes in a binary format, as lines and characters in a text.
   Lines and characters need UTF-8, and are ambiguous in the line of a byte order mark. */
static bool can_position_be_reported(const replacement_search *s, ap_difference change)
{
    return !s->format->text
           || (ap_utf8_valid_prefix_length(change.text) == change.text.size
               && !is_in_line_of_byte_order_mark(s->input, change.span));
}

/* Returns the replacement that turns the input into the fixed text; NULL if it would be too large, if reports
   cannot give its position, or when out of memory. */
static ap_replacement *make_replacement_if_reportable(const replacement_search *s, const ap_fixer *fixer)
{
    const ap_difference_grain grain = s->format->text ? AP_BY_CHARACTER : AP_BY_BYTE;
    const ap_difference change =
        ap_find_difference(s->input, ap_fixing_current_version(s->fixing)->text, grain);
    if (change.span.length > AP_MOST_REPLACEMENT_BYTES || change.text.size > AP_MOST_REPLACEMENT_BYTES
        || !can_position_be_reported(s, change))
        return NULL;
    ap_replacement *replacement = ap_alloc(s->findings->arena, sizeof *replacement);
    uint8_t *text = ap_alloc(s->findings->arena, change.text.size);
    if (replacement == NULL || text == NULL)
        return NULL;
    if (change.text.size > 0)
        memcpy(text, change.text.bytes, change.text.size);
    *replacement =
        (ap_replacement){ .does = fixer->does, .span = change.span, .text = { text, change.text.size } };
    return replacement;
}

/* Tries to fix a finding, and if that succeeds, adds the replacement to the finding and undoes the fix. Returns false if a
   limit prevented the attempt or the replacement, or if reports cannot give the position of the replacement. */
static bool add_replacement_unless_limit_reached(replacement_search *s, ap_finding *finding)
{
    if (s->fixing->failed || s->tried == AP_MOST_REPLACEMENTS || !spend_work_budget(s, 2))
        return false;
    s->tried++;
    if (!ap_fixing_run_for_one_finding(s->fixing, finding->rule, finding->span.offset))
        return false;
    const bool fixed = s->fixing->fixed > 0;
    if (fixed)
        finding->replacement = make_replacement_if_reportable(s, find_safe_fixer(s->format, finding));
    ap_fixing_undo(s->fixing);
    return !fixed || finding->replacement != NULL;
}

/* Loads and lints the input. Returns false if it is a text that is not UTF-8, if the budget is too small, or when out of
   memory. */
static bool load_input(replacement_search *s)
{
    return (!s->format->text || ap_utf8_valid_prefix_length(s->input) == s->input.size)
           && spend_work_budget(s, 1) && ap_fixing_load(s->fixing, s->format, s->input);
}

void ap_add_replacements_to_findings(
    ap_fixing *fixing, const ap_format *format, ap_view input, ap_findings *findings)
{
    if (format == NULL || first_finding_with_safe_fixer(format, findings) == NULL)
        return;
    fixing->budget.bytes = UINT64_MAX; /* no limit in ap_fixing, because s.work_left limits the work */
    replacement_search s = { fixing, format, input, findings, most_work_bytes, 0 };
    const bool begun = load_input(&s);
    for (ap_finding *f = findings->first; f != NULL; f = f->next) {
        if (find_safe_fixer(format, f) != NULL && (!begun || !add_replacement_unless_limit_reached(&s, f)))
            findings->replacements_left_out++;
    }
    ap_fixing_free(fixing);
    if (format->text)
        ap_locate_replacement_starts_and_ends(findings, input);
}
