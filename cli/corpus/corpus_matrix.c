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

static void count_detection(cli_detection_matrix_row *row, const ap_findings_comparison *detection)
{
    row->cases++;
    if (ap_is_detected(detection))
        row->detected++;
    else if (detection->misplaced > 0)
        row->wrong_place++;
    else if (detection->missing == 0)
        row->too_much++;
    else if (detection->unexpected > 0)
        row->wrong_rule++;
    else
        row->missed++;
}

void cli_detection_matrix_add_case(
    cli_detection_matrix *matrix, const ap_manifest_case *entry, const ap_findings_comparison *detection)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    const size_t number = defect == NULL ? CLI_MATRIX_ROWS : index_of_rule(defect->rule);
    cli_detection_matrix_row *row = number < CLI_MATRIX_ROWS ? &matrix->rows[number] : &matrix->valid;
    if (defect != NULL && !defect->near_miss) {
        count_detection(row, detection);
        return;
    }
    row->quiet_cases++;
    row->false_alarms += !ap_is_detected(detection);
}

static void put_matrix_row(FILE *stream, const char *name, const cli_detection_matrix_row *row)
{
    fprintf(stream, "%-34s %6zu %8zu %6zu %10zu %11zu %8zu %11zu %12zu\n", name, row->cases, row->detected,
        row->missed, row->wrong_rule, row->wrong_place, row->too_much, row->quiet_cases, row->false_alarms);
}

static void add_row_to_sum(cli_detection_matrix_row *sum, const cli_detection_matrix_row *row)
{
    sum->cases += row->cases;
    sum->detected += row->detected;
    sum->missed += row->missed;
    sum->wrong_rule += row->wrong_rule;
    sum->wrong_place += row->wrong_place;
    sum->too_much += row->too_much;
    sum->quiet_cases += row->quiet_cases;
    sum->false_alarms += row->false_alarms;
}

void cli_detection_matrix_print(const cli_detection_matrix *matrix, FILE *stream)
{
    const ap_rule *rule;
    cli_detection_matrix_row sum = matrix->valid;
    fprintf(stream, "%-34s %6s %8s %6s %10s %11s %8s %11s %12s\n", "rule", "cases", "detected", "missed",
        "wrong rule", "wrong place", "too much", "near misses", "false alarms");
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        const cli_detection_matrix_row *row = &matrix->rows[i];
        if (row->cases + row->quiet_cases == 0)
            continue;
        put_matrix_row(stream, rule->id, row);
        add_row_to_sum(&sum, row);
    }
    put_matrix_row(stream, "(valid files)", &matrix->valid);
    put_matrix_row(stream, "all", &sum);
    if (sum.cases > 0)
        fprintf(stream,
            "recall %.2f %% (%zu of %zu), wrong rule %zu, offset error %zu, false alarms %zu of %zu\n",
            100.0 * (double)sum.detected / (double)sum.cases, sum.detected, sum.cases, sum.wrong_rule,
            sum.wrong_place, sum.false_alarms, sum.quiet_cases);
}
