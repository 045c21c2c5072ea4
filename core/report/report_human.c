/* Reports to people: position, severity, message and rule of each finding, with its bytes or its source
   line. */
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"
#include "core/report/report_source.h"
#include "core/report/report_spool.h"
#include "core/report/statistics.h"

enum {
    INDENT = 2,
    NARROWEST = 16,              /* minimum columns of a source line's text, however narrow the output is */
    USUAL_WIDTH = 120,           /* columns of a source line with its number if the output has no width */
    OFFSET_COLUMNS = INDENT + 9, /* columns of the indentation and the offset before the bytes of a row */
    /* columns of the two brackets around marked bytes, and of " ..." after them */
    MARK_COLUMNS = 6,
    PLACE_BYTES = 64, /* room for a position: two numbers and three colons */
    SEVERITY_BYTES = 16,
    FACTS_BYTES = 256, /* room for the format, version and layout of a file, or for words with a number */
    HINT_BLANKS = 3,
    RULE_BYTES = 128, /* room for a rule's id; the longest id, own/ and a name of 48 bytes, has 52 bytes */
};

extern const ap_reporter ap_report_human;

static const char *const severity_colours[] = { "", "\033[36m", "\033[33m", "\033[1;31m" };
static const char bold[] = "\033[1m";
static const char plain[] = "\033[0m";

/* A file's list of findings that is being written. */
typedef struct listing {
    const ap_output *output;
    const ap_report_file *file;
    ap_batch batch;
} listing;

static void put_color_if_enabled(listing *to, const char *sequence)
{
    if (to->output->colour)
        ap_batch_text(&to->batch, sequence);
}

/* Returns an empty line at column 0. If the line is wrapped, the lines after the first are indented. */
static ap_wrapped_line indented_line(const ap_output *output, ap_batch *batch)
{
    return (ap_wrapped_line){ .batch = batch, .width = output->width, .indent = INDENT };
}

/* Writes the first line of a finding, such as "assets/hand.bin:0x18: error: has_camera is 2; it must be 0 or 1 [mrtk/flag]". */
static void put_first_line(listing *to, const ap_finding *finding)
{
    ap_wrapped_line line = indented_line(to->output, &to->batch);
    char place[PLACE_BYTES], severity[SEVERITY_BYTES], rule[RULE_BYTES];
    if (to->file->text)
        snprintf(place, sizeof place, ":%zu:%zu: ", finding->line, finding->column);
    else
        snprintf(place, sizeof place, ":0x%zx: ", finding->span.offset);
    snprintf(severity, sizeof severity, "%s:", ap_severity_name(finding->severity));
    snprintf(rule, sizeof rule, " [%s]", finding->rule->id);
    put_color_if_enabled(to, bold);
    ap_wrap_file_name(&line, to->file->name);
    ap_wrap_words(&line, place);
    put_color_if_enabled(to, plain);
    put_color_if_enabled(to, severity_colours[finding->severity]);
    ap_wrap_words(&line, severity);
    put_color_if_enabled(to, plain);
    ap_wrap_words(&line, " ");
    ap_wrap_words(&line, finding->message);
    ap_wrap_words(&line, rule);
    ap_wrap_end_line(&line);
}

/* Writes a byte in base 16, with brackets around the bytes of the finding's span. An empty span is "[]" at its offset. If the
   span goes on after the excerpt, the last byte is followed by " ...]". */
static void put_byte(listing *to, const ap_excerpt *excerpt, ap_span span, size_t at)
{
    ap_batch *batch = &to->batch;
    const size_t end = span.offset + span.length;
    const bool last_shown = at + 1 == excerpt->offset + excerpt->count;
    ap_batch_byte(batch, ' ');
    if (at == span.offset) {
        put_color_if_enabled(to, severity_colours[AP_ERROR]);
        ap_batch_text(batch, span.length == 0 ? "[] " : "[");
        if (span.length == 0)
            put_color_if_enabled(to, plain);
    }
    ap_put_hex_byte(ap_batch_reserve(batch, 2), excerpt->bytes[at - excerpt->offset]);
    batch->used += 2;
    if (span.length > 0 && at + 1 == end)
        ap_batch_byte(batch, ']');
    else if (last_shown && span.length > 0 && at >= span.offset && end > at + 1)
        ap_batch_text(batch, " ...]");
    else if (last_shown && span.length == 0 && span.offset == at + 1)
        ap_batch_text(batch, " []");
    if (at + 1 == end || last_shown)
        put_color_if_enabled(to, plain);
}

/* Writes a row: its offset, and the bytes from `at` to before `limit`. */
static void put_hex_row(listing *to, const ap_excerpt *excerpt, ap_span span, size_t at, size_t limit)
{
    ap_batch_text(&to->batch, "  ");
    ap_batch_hex(&to->batch, at, 8);
    ap_batch_byte(&to->batch, ' ');
    for (; at < limit; at++)
        put_byte(to, excerpt, span, at);
    ap_batch_byte(&to->batch, '\n');
}

/* Returns the number of bytes in a row: AP_EXCERPT_ROW, or fewer if the terminal is too narrow. */
static size_t bytes_per_row(const ap_output *output)
{
    size_t count = AP_EXCERPT_ROW;
    while (output->width > 0 && count > 1 && OFFSET_COLUMNS + 3 * count + MARK_COLUMNS > output->width)
        count /= 2;
    return count;
}

/* Writes the rows of an excerpt. If the terminal is too narrow for full rows, omits the rows before the span; the last row is
   always written. */
static void put_hex_rows(listing *to, ap_span span, const ap_excerpt *excerpt)
{
    const size_t bytes = bytes_per_row(to->output), all_end = excerpt->offset + excerpt->count;
    for (size_t at = excerpt->offset, end; at < all_end; at = end) {
        end = all_end - at < bytes ? all_end : at + bytes;
        if (bytes == AP_EXCERPT_ROW || end > span.offset || end == all_end)
            put_hex_row(to, excerpt, span, at, end);
    }
}

/* Writes the source line, and a mark under the span:
       13 |     "hips"  7 63 12
          |             ^ */
static void put_line(
    listing *to, ap_severity severity, size_t number, ap_span span, const ap_excerpt *excerpt)
{
    ap_batch *batch = &to->batch;
    char digits[AP_DIGITS_ROOM];
    const size_t margin = INDENT + ap_put_digits(digits, number);
    const size_t width = to->output->width > 0 ? to->output->width : USUAL_WIDTH;
    const size_t room = width > margin + 3 + NARROWEST ? width - margin - 3 : NARROWEST;
    const ap_source_line line = ap_fit_source_line(excerpt, span, room);
    ap_batch_blanks(batch, INDENT);
    ap_batch_short_text(batch, digits, margin - INDENT);
    ap_batch_text(batch,
        excerpt->count > 0 ? " | " : " |"); /* without a blank at the end if the source line is empty */
    ap_put_source_line(batch, &line);
    ap_batch_byte(batch, '\n');
    ap_batch_blanks(batch, margin);
    ap_batch_text(batch, " | ");
    ap_batch_blanks(batch, line.before_columns);
    put_color_if_enabled(to, severity_colours[severity]);
    ap_put_source_line_mark(batch, &line);
    put_color_if_enabled(to, plain);
    ap_batch_byte(batch, '\n');
}

/* Writes a related position: its label, such as "first defined here:", and its bytes or source line. */
static void put_related(listing *to, const ap_related *related)
{
    ap_wrapped_line line = indented_line(to->output, &to->batch);
    char label[FACTS_BYTES];
    snprintf(label, sizeof label, "%s:", related->label);
    line.blanks = INDENT;
    ap_wrap_words(&line, label);
    ap_wrap_end_line(&line);
    if (related->excerpt != NULL && to->file->text)
        put_line(to, AP_NOTE, related->line, related->span, related->excerpt);
    else if (related->excerpt != NULL)
        put_hex_rows(to, related->span, related->excerpt);
}

static void put_finding(listing *to, const ap_finding *finding, const ap_excerpt *excerpt)
{
    put_first_line(to, finding);
    if (excerpt != NULL && to->file->text)
        put_line(to, finding->severity, finding->line, finding->span, excerpt);
    else if (excerpt != NULL)
        put_hex_rows(to, finding->span, excerpt);
    for (const ap_related *related = finding->related; related != NULL; related = related->next)
        put_related(to, related);
    ap_batch_byte(&to->batch, '\n');
}

/* Writes the companion of a file, and how it was found: "hero.md5mesh (the same name)". */
static void put_companion(ap_wrapped_line *line, const ap_report_file *file)
{
    char reason[FACTS_BYTES + 4];
    ap_wrap_file_name(line, file->companion);
    if (file->companion_reason == NULL)
        return;
    snprintf(reason, sizeof reason, " (%s)", file->companion_reason);
    ap_wrap_words(line, reason);
}

/* Writes a line of facts about a file, such as "walk.md5anim: md5anim 10, 4688 bytes, with hero.md5mesh". */
static void put_file_facts(ap_output *output, const ap_report_file *file)
{
    char facts[FACTS_BYTES];
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    ap_wrapped_line line = indented_line(output, &batch);
    const char *more = file->companion != NULL ? ", with " : file->no_companion != NULL ? ", alone: " : "";
    snprintf(facts, sizeof facts, ": %s%s%s%s%s, %zu %s%s",
        file->format != NULL ? file->format : "no known format", file->version != NULL ? " " : "",
        file->version != NULL ? file->version : "", file->variant != NULL ? ", layout " : "",
        file->variant != NULL ? file->variant : "", file->size_bytes,
        file->size_bytes == 1 ? "byte" : "bytes", more);
    ap_wrap_file_name(&line, file->name);
    ap_wrap_words(&line, facts);
    if (file->companion != NULL)
        put_companion(&line, file);
    else if (file->no_companion != NULL)
        ap_wrap_words(&line, file->no_companion);
    ap_wrap_end_line(&line);
    ap_batch_flush(&batch);
}

/* The number of findings of each rule, shown or not, in the part of a file's list that put_findings has gone through. */
typedef struct listed_rules {
    struct {
        const ap_rule *rule;
        size_t count;
    } items[AP_MOST_RULES];
    size_t count;
} listed_rules;

/* Returns the number of findings of the rule that come before this finding in the list, and counts this finding. */
static size_t count_finding_and_return_earlier(listed_rules *listed, const ap_rule *rule)
{
    size_t i = 0;
    while (i < listed->count && listed->items[i].rule != rule)
        i++;
    if (i == AP_MOST_RULES)
        return 0;
    if (i == listed->count)
        listed->items[listed->count++].rule = rule;
    return listed->items[i].count++;
}

/* Writes a line about a file: the file's name, then the texts `words` and `more`. */
static void put_file_line(ap_output *output, const char *name, const char *words, const char *more)
{
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    ap_wrapped_line line = indented_line(output, &batch);
    ap_batch_text(&batch, output->colour ? bold : "");
    ap_wrap_file_name(&line, name);
    ap_batch_text(&batch, output->colour ? plain : "");
    ap_wrap_words(&line, words);
    ap_wrap_words(&line, more);
    ap_wrap_end_line(&line);
    ap_batch_flush(&batch);
}

/* Writes the number of findings that are not shown, such as "walk.md5anim: and 997 more md5anim/number (--max-per-rule 0 lists
   them)". */
static void put_count_not_shown(
    ap_output *output, const ap_report_file *file, const ap_rule *rule, size_t more)
{
    char words[RULE_BYTES + FACTS_BYTES];
    snprintf(words, sizeof words, ": and %zu more %s (--max-per-rule 0 lists %s)", more, rule->id,
        more == 1 ? "it" : "them");
    put_file_line(output, file->name, words, "");
    fputc('\n', output->stream);
}

/* Writes the first findings of each rule (at most output->shown_per_rule), and then the number of the rule's findings that are
   not shown. Leaves out notes that the report only counts. */
static void put_findings(ap_output *output, const ap_report_file *file)
{
    const ap_excerpt *excerpt = file->excerpts;
    listed_rules listed;
    listing to;
    to.output = output;
    to.file = file;
    ap_batch_init(&to.batch, output->stream);
    listed.count = 0;
    memset(listed.items, 0, sizeof listed.items);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        const bool counted = f->severity == AP_NOTE && output->counts_notes && !file->notes_fail;
        output->skips += counted;
        if (!counted
            && (count_finding_and_return_earlier(&listed, f->rule) < output->shown_per_rule
                || output->shown_per_rule == 0))
            put_finding(&to, f, excerpt);
        if (excerpt != NULL)
            excerpt++;
    }
    ap_batch_flush(&to.batch);
    for (size_t i = 0; output->shown_per_rule > 0 && i < listed.count; i++) {
        const size_t all = ap_findings_count_of_rule(file->findings, listed.items[i].rule);
        const size_t shown =
            listed.items[i].count < output->shown_per_rule ? listed.items[i].count : output->shown_per_rule;
        if (shown == output->shown_per_rule && all > shown)
            put_count_not_shown(output, file, listed.items[i].rule, all - shown);
    }
}

/* Writes the number of findings over a limit, unless put_count_not_shown has written the number for each rule. */
static void put_count_over_limit_unless_by_rule(ap_output *output, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    const bool full = findings->max_findings > 0 && findings->kept >= findings->max_findings;
    if (findings->truncated == 0 || (output->shown_per_rule > 0 && !full))
        return;
    char words[FACTS_BYTES];
    snprintf(words, sizeof words, ": %zu more %s not shown (--max-findings, --max-per-rule)",
        findings->truncated, findings->truncated == 1 ? "finding" : "findings");
    put_file_line(output, file->name, words, "");
}

/* Writes how readers load a file that not all of them load plainly: "walk.md5anim: readers: refuses (md5anim/number): id". */
static void put_answers_other_than_loads(ap_output *output, const ap_report_file *file)
{
    ap_batch batch;
    size_t next = 0;
    char text[AP_ANSWER_REASON_BYTES];
    ap_batch_init(&batch, output->stream);
    ap_wrapped_line line = indented_line(output, &batch);
    bool any = false;
    while (ap_next_answer_reason(file->answers.items, file->answers.count, &next, text)) {
        if (!any)
            ap_wrap_file_name(&line, file->name);
        ap_wrap_words(&line, any ? "; " : ": readers: ");
        ap_wrap_words(&line, text);
        any = true;
    }
    if (any) {
        ap_wrap_end_line(&line);
        ap_batch_byte(&batch, '\n');
    }
    ap_batch_flush(&batch);
}

static void human_file(ap_output *output, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    if (file->error != NULL && output->unread_files)
        put_file_line(output, file->name, ": cannot be read: ", file->error);
    if (findings == NULL)
        return;
    if (output->verbose)
        put_file_facts(output, file);
    put_findings(output, file);
    put_count_over_limit_unless_by_rule(output, file);
    put_answers_other_than_loads(output, file);
}

static void human_skipped_if_verbose(ap_output *output, const ap_report_skipped *about)
{
    if (output->verbose)
        put_file_line(output, about->name, ": skipped: ", about->reason);
}

/* Writes the summary and the hint about `animproof explain`; the hint is on a line of its own if it does not fit after the
   summary. */
static void put_summary_and_hint(ap_output *output, const ap_summary *summary)
{
    const char *hint = output->skips > 0
                           ? "animproof explain RULE says what a rule means, --notes lists notes."
                           : "animproof explain RULE says what a rule means.";
    char text[AP_SUMMARY_BYTES];
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    ap_wrapped_line line = indented_line(output, &batch);
    ap_summary_text(summary, text);
    ap_wrap_words(&line, text);
    if (summary->errors + summary->warnings + summary->notes > 0) {
        line.blanks = HINT_BLANKS;
        if (!ap_does_word_fit_line(&line, strlen(hint)))
            ap_wrap_end_line(&line);
        ap_wrap_words(&line, hint);
    }
    ap_wrap_end_line(&line);
    ap_batch_flush(&batch);
}

static void human_end(ap_output *output, const ap_summary *summary)
{
    ap_report_put_changes(output, summary);
    if (!output->quiet)
        put_summary_and_hint(output, summary);
    if (summary->statistics != NULL)
        ap_put_statistics(output, summary->statistics);
}

const ap_reporter ap_report_human = {
    .name = "human",
    .summary = "findings with their bytes or their source line",
    .excerpts = true,
    .statistics = true,
    .answers = true,
    .changes = AP_CHANGES_LINES,
    .file = human_file,
    .skipped = human_skipped_if_verbose,
    .end = human_end,
};
