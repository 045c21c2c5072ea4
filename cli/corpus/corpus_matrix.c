#include "cli/corpus/corpus_matrix.h"

#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/registry.h"

static size_t list_findings_as_expectations(
    const ap_findings *findings, bool companion, ap_expectation *items)
{
    size_t count = 0;
    for (const ap_finding *f = findings->first; f != NULL; f = f->next)
        items[count++] =
            (ap_expectation){ .rule = f->rule->id, .span = f->span, .path = f->path, .companion = companion };
    return count;
}

bool cli_compare_case_with_findings(const ap_pair_findings *pair, const ap_manifest_case *entry,
    ap_arena *arena, ap_findings_comparison *detection)
{
    const size_t room = pair->of_file.kept + pair->of_companion.kept;
    ap_expectation *found = ap_alloc_array(arena, room, sizeof *found);
    ap_expectation *wanted = ap_alloc_array(arena, entry->expected_count, sizeof *wanted);
    if (found == NULL || wanted == NULL)
        return false;
    size_t count = list_findings_as_expectations(&pair->of_file, false, found);
    count += list_findings_as_expectations(&pair->of_companion, true, found + count);
    for (size_t i = 0; i < entry->expected_count; i++) {
        const ap_manifest_finding *e = &entry->expected[i];
        wanted[i] =
            (ap_expectation){ .rule = e->rule, .span = e->span, .path = e->path, .companion = e->companion };
    }
    ap_compare_expectations(wanted, entry->expected_count, found, count, detection);
    return true;
}

/* Returns the index of a rule in the sequence of all tables of rules; CLI_MATRIX_ROWS if no rule has the id. */
static size_t index_of_rule(const char *id)
{
    size_t number = 0;
    const ap_rule *rule;
    while ((rule = ap_rule_at(number)) != NULL && strcmp(rule->id, id) != 0)
        number++;
    return rule == NULL ? CLI_MATRIX_ROWS : number;
}

/* Returns the column for the result of linting a case that breaks a rule. */
static cli_matrix_column column_of_detection(const ap_findings_comparison *detection)
{
    if (ap_is_detected(detection))
        return CLI_DETECTED;
    if (detection->misplaced > 0)
        return CLI_WRONG_PLACE;
    if (detection->missing == 0)
        return CLI_TOO_MUCH;
    return detection->unexpected > 0 ? CLI_WRONG_RULE : CLI_MISSED;
}

void cli_detection_matrix_add_case(
    cli_detection_matrix *matrix, const ap_manifest_case *entry, const ap_findings_comparison *detection)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    size_t *row = matrix->rows[defect == NULL ? CLI_MATRIX_ROWS : index_of_rule(defect->rule)];
    if (defect != NULL && !defect->near_miss) {
        row[CLI_CASES]++;
        row[column_of_detection(detection)]++;
        return;
    }
    row[CLI_NEAR_MISSES]++;
    row[CLI_FALSE_ALARMS] += !ap_is_detected(detection);
}

static const char *const titles[CLI_MATRIX_COLUMNS] = { " cases", "detected", "missed", "wrong rule",
    "wrong place", "too much", "near misses", "false alarms" };

static void put_matrix_row(FILE *stream, const char *name, const size_t row[CLI_MATRIX_COLUMNS])
{
    fprintf(stream, "%-34s", name);
    for (size_t i = 0; i < CLI_MATRIX_COLUMNS; i++)
        fprintf(stream, " %*zu", (int)strlen(titles[i]), row[i]);
    fputc('\n', stream);
}

void cli_detection_matrix_print(const cli_detection_matrix *matrix, FILE *stream)
{
    const ap_rule *rule;
    size_t sum[CLI_MATRIX_COLUMNS] = { 0 };
    fprintf(stream, "%-34s", "rule");
    for (size_t i = 0; i < CLI_MATRIX_COLUMNS; i++)
        fprintf(stream, " %s", titles[i]);
    fputc('\n', stream);
    for (size_t i = 0; i <= CLI_MATRIX_ROWS; i++) {
        for (size_t column = 0; column < CLI_MATRIX_COLUMNS; column++)
            sum[column] += matrix->rows[i][column];
    }
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        if (matrix->rows[i][CLI_CASES] + matrix->rows[i][CLI_NEAR_MISSES] > 0)
            put_matrix_row(stream, rule->id, matrix->rows[i]);
    }
    put_matrix_row(stream, "(valid files)", matrix->rows[CLI_MATRIX_ROWS]);
    put_matrix_row(stream, "all", sum);
    if (sum[CLI_CASES] > 0)
        fprintf(stream,
            "recall %.2f %% (%zu of %zu), wrong rule %zu, offset error %zu, false alarms %zu of %zu\n",
            100.0 * (double)sum[CLI_DETECTED] / (double)sum[CLI_CASES], sum[CLI_DETECTED], sum[CLI_CASES],
            sum[CLI_WRONG_RULE], sum[CLI_WRONG_PLACE], sum[CLI_FALSE_ALARMS], sum[CLI_NEAR_MISSES]);
}
