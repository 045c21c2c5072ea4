/* For people: where, what, the bytes around it or the source line, and why. */
#include <string.h>

#include "core/base/digits.h"
#include "core/base/terminal_text.h"
#include "core/report/output.h"
#include "core/report/report_source.h"
#include "core/report/statistics.h"

enum { INDENT = 2, NARROWEST = 16, USUAL_WIDTH = 120 /* columns, where nothing says how many there are */ };

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

/* "assets/hand.bin:0x18: error mrtk/count-exceeds-file" */
static void put_head(ap_output *output, const ap_report_file *file, const ap_finding *finding)
{
    FILE *stream = output->stream;
    colour(output, bold);
    ap_put_name(stream, file->name);
    if (file->text)
        fprintf(stream, ":%zu:%zu: ", finding->line, finding->column);
    else
        fprintf(stream, ":0x%zx: ", finding->span.offset);
    colour(output, plain);
    colour(output, severity_colours[finding->severity]);
    fputs(ap_severity_name(finding->severity), stream);
    colour(output, plain);
    fprintf(stream, " %s\n", finding->rule->id);
}

/* The field's bytes stand in brackets. A field of no bytes is a pair of brackets where it would be, one that
   goes on behind the rows has its closing bracket at their end, behind dots. */
static void put_byte(ap_output *output, const ap_excerpt *excerpt, ap_span span, size_t at)
{
    FILE *stream = output->stream;
    size_t end = span.offset + span.length;
    bool last_shown = at + 1 == excerpt->offset + excerpt->count;
    fputc(' ', stream);
    if (at == span.offset) {
        colour(output, severity_colours[AP_ERROR]);
        fputs(span.length == 0 ? "[] " : "[", stream);
        if (span.length == 0)
            colour(output, plain);
    }
    char digits[2];
    ap_put_hex_byte(digits, excerpt->bytes[at - excerpt->offset]);
    fwrite(digits, 1, sizeof digits, stream);
    if (span.length > 0 && at + 1 == end)
        fputc(']', stream);
    else if (last_shown && span.length > 0 && at >= span.offset && end > at + 1)
        fputs(" ...]", stream);
    else if (last_shown && span.length == 0 && span.offset == at + 1)
        fputs(" []", stream);
    if (at + 1 == end || last_shown)
        colour(output, plain);
}

static void put_rows(ap_output *output, ap_span span, const ap_excerpt *excerpt)
{
    for (size_t i = 0; i < excerpt->count; i++) {
        if (i % AP_EXCERPT_ROW == 0)
            fprintf(output->stream, "%s  %08zx ", i > 0 ? "\n" : "", excerpt->offset + i);
        put_byte(output, excerpt, span, excerpt->offset + i);
    }
    if (excerpt->count > 0)
        fputc('\n', output->stream);
}

static void put_indented(ap_output *output, const char *text, size_t length)
{
    fprintf(output->stream, "%*s", INDENT, "");
    ap_put_text_part(output->stream, text, length);
    fputc('\n', output->stream);
}

/* The message on lines of its own, broken between words where the terminal ends. */
static void put_message(ap_output *output, const char *message)
{
    const size_t width = output->width > INDENT ? output->width - INDENT : 0;
    while (width > 0 && strlen(message) > width) {
        size_t end = width;
        while (end > 0 && message[end] != ' ')
            end--;
        if (end == 0)
            break; /* one long word */
        put_indented(output, message, end);
        message += end + 1;
    }
    put_indented(output, message, strlen(message));
}

/* The source line, and a mark under the place:

     13 |     "hips"  7 63 12
        |             ^
*/
static void put_line(
    ap_output *output, ap_severity severity, size_t number, ap_span span, const ap_excerpt *excerpt)
{
    FILE *stream = output->stream;
    const int margin = fprintf(stream, "%*s%zu", INDENT, "", number);
    const size_t width = output->width > 0 ? output->width : USUAL_WIDTH;
    const size_t room = width > (size_t)margin + 3 + NARROWEST ? width - (size_t)margin - 3 : NARROWEST;
    const ap_source_line line = ap_source_fit(excerpt, span, room);
    fputs(excerpt->count > 0 ? " | " : " |", stream); /* no blank at the end of a line */
    ap_source_put(stream, &line);
    fprintf(stream, "\n%*s | %*s", margin, "", (int)line.before_columns, "");
    colour(output, severity_colours[severity]);
    ap_source_put_mark(stream, &line);
    colour(output, plain);
    fputc('\n', stream);
}

/* Under the message: "first defined here:" and the place. */
static void put_related(ap_output *output, const ap_report_file *file, const ap_related *related)
{
    fprintf(output->stream, "%*s%s:\n", INDENT, "", related->label);
    if (related->excerpt != NULL && file->text)
        put_line(output, AP_NOTE, related->line, related->span, related->excerpt);
    else if (related->excerpt != NULL)
        put_rows(output, related->span, related->excerpt);
}

static void put_finding(
    ap_output *output, const ap_report_file *file, const ap_finding *finding, const ap_excerpt *excerpt)
{
    put_head(output, file, finding);
    if (excerpt != NULL && file->text)
        put_line(output, finding->severity, finding->line, finding->span, excerpt);
    else if (excerpt != NULL)
        put_rows(output, finding->span, excerpt);
    put_message(output, finding->message);
    for (const ap_related *related = finding->related; related != NULL; related = related->next)
        put_related(output, file, related);
    fputc('\n', output->stream);
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
    shown.count = 0;
    memset(shown.items, 0, sizeof shown.items);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        const size_t before = shown_before(&shown, f->rule);
        if (output->fold == 0 || before < output->fold)
            put_finding(output, file, f, excerpt);
        if (excerpt != NULL)
            excerpt++;
    }
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
    const bool full = findings->max_findings > 0 && findings->kept == findings->max_findings;
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
