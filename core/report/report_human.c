/* For people: where, what, the bytes around it or the source line, and why. */
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"
#include "core/report/report_source.h"
#include "core/report/statistics.h"

enum {
    INDENT = 2,
    NARROWEST = 16,
    USUAL_WIDTH = 120,                  /* columns, where nothing says how many there are */
    ROW_BYTES = 3 * AP_EXCERPT_ROW + 3, /* of a row's bytes in base 16 */
};

extern const ap_reporter ap_report_human;

static const char *const severity_colours[] = { "", "\033[36m", "\033[33m", "\033[1;31m" };
static const char bold[] = "\033[1m";
static const char plain[] = "\033[0m";

static void begin(ap_output *output)
{
    (void)output;
}

static void colour(ap_output *output, const char *sequence)
{
    if (output->colour)
        fputs(sequence, output->stream);
}

/* The findings of a file, on their way. */
typedef struct listing {
    const ap_output *output;
    const ap_report_file *file;
    ap_batch batch;
} listing;

static void paint(listing *to, const char *sequence)
{
    if (to->output->colour)
        ap_batch_text(&to->batch, sequence);
}

/* "assets/hand.bin:0x18: error mrtk/count-exceeds-file" */
static void put_head(listing *to, const ap_finding *finding)
{
    ap_batch *batch = &to->batch;
    paint(to, bold);
    ap_batch_name(batch, to->file->name);
    ap_batch_byte(batch, ':');
    ap_report_put_place(batch, to->file, finding);
    paint(to, plain);
    paint(to, severity_colours[finding->severity]);
    ap_batch_text(batch, ap_severity_name(finding->severity));
    paint(to, plain);
    ap_batch_byte(batch, ' ');
    ap_batch_text(batch, finding->rule->id);
    ap_batch_byte(batch, '\n');
}

/* A byte at an end of the field, or of the rows. The field's bytes stand in brackets. A field of no bytes is a pair of brackets
   where it would be, one that goes on behind the rows has its closing bracket at their end, behind dots. */
static void put_byte(listing *to, const ap_excerpt *excerpt, ap_span span, size_t at)
{
    ap_batch *batch = &to->batch;
    const size_t end = span.offset + span.length;
    const bool last_shown = at + 1 == excerpt->offset + excerpt->count;
    ap_batch_byte(batch, ' ');
    if (at == span.offset) {
        paint(to, severity_colours[AP_ERROR]);
        ap_batch_text(batch, span.length == 0 ? "[] " : "[");
        if (span.length == 0)
            paint(to, plain);
    }
    ap_put_hex_byte(ap_batch_room(batch, 2), excerpt->bytes[at - excerpt->offset]);
    batch->used += 2;
    if (span.length > 0 && at + 1 == end)
        ap_batch_byte(batch, ']');
    else if (last_shown && span.length > 0 && at >= span.offset && end > at + 1)
        ap_batch_text(batch, " ...]");
    else if (last_shown && span.length == 0 && span.offset == at + 1)
        ap_batch_text(batch, " []");
    if (at + 1 == end || last_shown)
        paint(to, plain);
}

/* The first of the two places that is at `at` or after it, or `limit` where that is before them. */
static size_t next_end(size_t at, size_t limit, ap_span span, const ap_excerpt *excerpt)
{
    const size_t places[] = { span.offset, span.offset + span.length - 1,
        excerpt->offset + excerpt->count - 1 };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        limit = places[i] >= at && places[i] < limit ? places[i] : limit;
    return limit;
}

/* The bytes from `at` on to `limit`, a row at most. */
static void put_row(listing *to, const ap_excerpt *excerpt, ap_span span, size_t at, size_t limit)
{
    ap_batch_text(&to->batch, "  ");
    ap_batch_hex(&to->batch, at, 8);
    ap_batch_byte(&to->batch, ' ');
    while (at < limit) {
        const size_t end = next_end(at, limit, span, excerpt);
        char *text = ap_batch_room(&to->batch, ROW_BYTES);
        *text = ' '; /* the one after the last byte is not kept */
        (void)ap_put_hex_bytes(text + 1, excerpt->bytes + (at - excerpt->offset), end - at);
        to->batch.used += 3 * (end - at);
        at = end;
        if (at < limit)
            put_byte(to, excerpt, span, at++);
    }
    ap_batch_byte(&to->batch, '\n');
}

static void put_rows(listing *to, ap_span span, const ap_excerpt *excerpt)
{
    for (size_t i = 0; i < excerpt->count; i += AP_EXCERPT_ROW) {
        const size_t left = excerpt->count - i, at = excerpt->offset + i;
        put_row(to, excerpt, span, at, at + (left < AP_EXCERPT_ROW ? left : AP_EXCERPT_ROW));
    }
}

static void put_indented(listing *to, const char *text, size_t length)
{
    ap_batch_blanks(&to->batch, INDENT);
    ap_batch_message(&to->batch, text, length);
    ap_batch_byte(&to->batch, '\n');
}

/* The message on lines of its own, broken between words where the terminal ends. */
static void put_message(listing *to, const char *message)
{
    const size_t width = to->output->width > INDENT ? to->output->width - INDENT : 0;
    while (width > 0 && strlen(message) > width) {
        size_t end = width;
        while (end > 0 && message[end] != ' ')
            end--;
        if (end == 0)
            break; /* one long word */
        put_indented(to, message, end);
        message += end + 1;
    }
    put_indented(to, message, strlen(message));
}

/* The source line, and a mark under the place:

     13 |     "hips"  7 63 12
        |             ^
*/
static void put_line(
    listing *to, ap_severity severity, size_t number, ap_span span, const ap_excerpt *excerpt)
{
    ap_batch *batch = &to->batch;
    char digits[AP_DIGITS_ROOM];
    const size_t margin = INDENT + ap_put_digits(digits, number);
    const size_t width = to->output->width > 0 ? to->output->width : USUAL_WIDTH;
    const size_t room = width > margin + 3 + NARROWEST ? width - margin - 3 : NARROWEST;
    const ap_source_line line = ap_source_fit(excerpt, span, room);
    ap_batch_blanks(batch, INDENT);
    ap_batch_short(batch, digits, margin - INDENT);
    ap_batch_text(batch, excerpt->count > 0 ? " | " : " |"); /* no blank at the end of a line */
    ap_source_put(batch, &line);
    ap_batch_byte(batch, '\n');
    ap_batch_blanks(batch, margin);
    ap_batch_text(batch, " | ");
    ap_batch_blanks(batch, line.before_columns);
    paint(to, severity_colours[severity]);
    ap_source_put_mark(batch, &line);
    paint(to, plain);
    ap_batch_byte(batch, '\n');
}

/* Under the message: "first defined here:" and the place. */
static void put_related(listing *to, const ap_related *related)
{
    ap_batch_blanks(&to->batch, INDENT);
    ap_batch_text(&to->batch, related->label);
    ap_batch_text(&to->batch, ":\n");
    if (related->excerpt != NULL && to->file->text)
        put_line(to, AP_NOTE, related->line, related->span, related->excerpt);
    else if (related->excerpt != NULL)
        put_rows(to, related->span, related->excerpt);
}

static void put_finding(listing *to, const ap_finding *finding, const ap_excerpt *excerpt)
{
    put_head(to, finding);
    if (excerpt != NULL && to->file->text)
        put_line(to, finding->severity, finding->line, finding->span, excerpt);
    else if (excerpt != NULL)
        put_rows(to, finding->span, excerpt);
    put_message(to, finding->message);
    for (const ap_related *related = finding->related; related != NULL; related = related->next)
        put_related(to, related);
    ap_batch_byte(&to->batch, '\n');
}

/* "walk.md5anim: md5anim 10, 4688 bytes, with hero.md5mesh" */
static void put_verbose(FILE *stream, const ap_report_file *file)
{
    ap_put_name(stream, file->name);
    fprintf(stream, ": %s", file->format != NULL ? file->format : "no known format");
    if (file->version != NULL)
        fprintf(stream, " %s", file->version);
    if (file->variant != NULL)
        fprintf(stream, ", layout %s", file->variant);
    fprintf(stream, ", %zu %s", file->size_bytes, file->size_bytes == 1 ? "byte" : "bytes");
    if (file->companion != NULL) {
        fputs(", with ", stream);
        ap_put_name(stream, file->companion);
    }
    fprintf(stream, "%s%s\n", file->alone != NULL ? ", alone: " : "", file->alone != NULL ? file->alone : "");
}

/* How many findings of each rule were shown of a file. */
typedef struct shown_rules {
    struct {
        const ap_rule *rule;
        size_t count;
    } items[AP_POLICY_RULES];
    size_t count;
} shown_rules;

/* How many of the rule were shown before; counts this one. */
static size_t shown_before(shown_rules *shown, const ap_rule *rule)
{
    size_t i = 0;
    while (i < shown->count && shown->items[i].rule != rule)
        i++;
    if (i == AP_POLICY_RULES)
        return 0;
    if (i == shown->count)
        shown->items[shown->count++].rule = rule;
    return shown->items[i].count++;
}

static void put_name_and(ap_output *output, const ap_report_file *file, const char *text)
{
    colour(output, bold);
    ap_put_name(output->stream, file->name);
    colour(output, plain);
    fputs(text, output->stream);
}

/* "walk.md5anim: and 997 more md5anim/number (--max-per-rule 0 lists them)" */
static void put_folded(ap_output *output, const ap_report_file *file, const ap_rule *rule, size_t more)
{
    put_name_and(output, file, ": and ");
    fprintf(output->stream, "%zu more %s (--max-per-rule 0 lists %s)\n\n", more, rule->id,
        more == 1 ? "it" : "them");
}

/* The first findings of each rule, then how many more of it there are. */
static void put_findings(ap_output *output, const ap_report_file *file)
{
    const ap_excerpt *excerpt = file->excerpts;
    shown_rules shown;
    listing to;
    to.output = output;
    to.file = file;
    ap_batch_init(&to.batch, output->stream);
    shown.count = 0;
    memset(shown.items, 0, sizeof shown.items);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        const size_t before = shown_before(&shown, f->rule);
        if (output->fold == 0 || before < output->fold)
            put_finding(&to, f, excerpt);
        if (excerpt != NULL)
            excerpt++;
    }
    ap_batch_write(&to.batch);
    for (size_t i = 0; output->fold > 0 && i < shown.count; i++) {
        const size_t all = ap_findings_of(file->findings, shown.items[i].rule);
        const size_t told = shown.items[i].count < output->fold ? shown.items[i].count : output->fold;
        if (told == output->fold && all > told)
            put_folded(output, file, shown.items[i].rule, all - told);
    }
}

/* What a limit has dropped of the rules that are not folded. */
static void put_dropped(ap_output *output, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    const bool full = findings->max_findings > 0 && findings->kept >= findings->max_findings;
    if (findings->dropped == 0 || (output->fold > 0 && !full))
        return;
    put_name_and(output, file, "");
    fprintf(output->stream, ": %zu more %s dropped over a limit (--max-findings, --max-per-rule)\n",
        findings->dropped, findings->dropped == 1 ? "finding was" : "findings were");
}

static void tell(ap_output *output, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    if (file->error != NULL && output->unread_files) {
        put_name_and(output, file, ": cannot be read: ");
        ap_put_text(output->stream, file->error);
        fputc('\n', output->stream);
    }
    if (findings == NULL)
        return;
    if (output->verbose)
        put_verbose(output->stream, file);
    put_findings(output, file);
    put_dropped(output, file);
}

static void put_end(ap_output *output, const ap_summary *summary)
{
    ap_put_summary(output->stream, summary);
    if (summary->errors + summary->warnings + summary->notes > 0)
        fputs("   animproof explain RULE tells more.", output->stream);
    fputc('\n', output->stream);
}

static void end(ap_output *output, const ap_summary *summary)
{
    if (!output->quiet)
        put_end(output, summary);
    if (summary->statistics != NULL)
        ap_put_statistics(output->stream, summary->statistics, output->policy);
}

const ap_reporter ap_report_human = {
    .name = "human",
    .summary = "findings with the bytes or the source line they point at",
    .excerpts = true,
    .statistics = true,
    .begin = begin,
    .file = tell,
    .skipped = ap_put_skipped,
    .end = end,
};
