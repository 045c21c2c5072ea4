#include "core/report/statistics.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"

enum {
    INDENT = 2,
    GAP = 2, /* blanks between two columns */
    SEVERITY_COLUMNS = 7,
    /* fewest columns for summaries on the lines of the counts; with fewer, summaries are written on separate lines */
    NARROWEST = 30,
    WORDS_BYTES = 160
};

void ap_statistics_add_findings(ap_finding_statistics *statistics, const ap_findings *findings)
{
    if (findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE] == 0)
        return;
    for (size_t i = 0; i < AP_RULE_SLOTS; i++) {
        const ap_rule_tally *tally = &findings->tallies[i];
        if (tally->rule != NULL)
            statistics->counts[ap_rule_settings_level(findings->rule_settings, tally->rule)]
                              [ap_rule_settings_index_common_to_run(findings->rule_settings, tally->rule)] +=
                tally->count;
    }
}

static int compare_severities_then_counts(const void *a, const void *b)
{
    const ap_rule_finding_count *x = a, *y = b;
    if (x->severity != y->severity)
        return x->severity > y->severity ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->rule->id, y->rule->id);
}

/* Lists the counts, by falling severity, then by falling count, then by rule id. Returns the number of entries. */
static size_t list_by_severity_and_count(const ap_finding_statistics *statistics,
    const ap_rule_settings *rule_settings, ap_rule_finding_count list[AP_MOST_STATISTICS])
{
    size_t count = 0;
    for (ap_severity severity = AP_NOTE; severity <= AP_ERROR; severity++) {
        for (size_t place = 0; place < AP_MOST_RULES; place++) {
            if (statistics->counts[severity][place] > 0)
                list[count++] =
                    (ap_rule_finding_count){ ap_rule_settings_rule_at_run_index(rule_settings, place),
                        severity, statistics->counts[severity][place] };
        }
    }
    qsort(list, count, sizeof *list, compare_severities_then_counts);
    return count;
}

/* The widths of the columns in the list of counts. */
typedef struct list_columns {
    int digits, rule; /* digits of the greatest count, and length of the longest rule id */
    size_t summary;   /* columns before the summary; 0: the summary is on separate lines */
} list_columns;

static list_columns measure_columns(const ap_rule_finding_count *list, size_t count, size_t width)
{
    size_t most = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(list[i].rule->id);
        most = list[i].count > most ? list[i].count : most;
        longest = length > longest ? length : longest;
    }
    list_columns columns = { .digits = snprintf(NULL, 0, "%zu", most), .rule = (int)longest };
    columns.summary = INDENT + (size_t)columns.digits + GAP + SEVERITY_COLUMNS + GAP + longest + GAP;
    if (width > 0 && columns.summary + NARROWEST > width)
        columns.summary = 0;
    return columns;
}

static void put_statistic(
    ap_wrapped_line *line, const ap_rule_finding_count *one, const list_columns *columns)
{
    char words[WORDS_BYTES];
    snprintf(words, sizeof words, "%*zu  %-*s  %s", columns->digits, one->count, SEVERITY_COLUMNS,
        ap_severity_name(one->severity), one->rule->id);
    line->indent = columns->summary;
    line->blanks = INDENT;
    ap_wrap_words(line, words);
    if (columns->summary > 0) {
        line->blanks = GAP + (size_t)columns->rule - strlen(one->rule->id);
    } else {
        ap_wrap_end_line(line);
        line->indent = line->blanks = 2 * INDENT;
    }
    ap_wrap_words(line, one->rule->summary);
    ap_wrap_end_line(line);
}

void ap_put_statistics(ap_output *output, const ap_finding_statistics *statistics)
{
    ap_rule_finding_count list[AP_MOST_STATISTICS];
    ap_batch batch;
    const size_t count = list_by_severity_and_count(statistics, output->rule_settings, list);
    const list_columns columns = measure_columns(list, count, output->width);
    ap_batch_init(&batch, output->stream);
    ap_wrapped_line line = { .batch = &batch, .width = output->width };
    if (count > 0)
        ap_wrap_end_line(&line);
    for (size_t i = 0; i < count; i++)
        put_statistic(&line, &list[i], &columns);
    ap_batch_flush(&batch);
}

void ap_put_json_statistics(ap_json_put *put, const char *key, const ap_finding_statistics *statistics,
    const ap_rule_settings *rule_settings)
{
    ap_rule_finding_count list[AP_MOST_STATISTICS];
    const size_t count = list_by_severity_and_count(statistics, rule_settings, list);
    ap_json_put_begin_array(put, key);
    for (size_t i = 0; i < count; i++) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "rule", list[i].rule->id);
        ap_json_put_text(put, "severity", ap_severity_name(list[i].severity));
        ap_json_put_integer(put, "count", (int64_t)list[i].count);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}
