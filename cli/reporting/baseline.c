#include "cli/reporting/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path_glob.h"
#include "core/base/uri_text.h"
#include "core/finding/fingerprint.h"
#include "core/finding/joint_path.h"

void cli_baseline_free(cli_baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++)
        free(baseline->items[i].file);
    free(baseline->items);
    free(baseline->exact);
    free(baseline->loose);
    *baseline = (cli_baseline){ .items = NULL };
}

/* Keys of baseline lines: the hash of a line, and its index */

static int compare_key_hashes(const void *a, const void *b)
{
    const cli_baseline_key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static uint64_t hash_of_line(const cli_baseline_line *known, bool exact)
{
    const uint64_t file = ap_hash_text(AP_HASH_START, known->file);
    const uint64_t rule = ap_hash_text(ap_hash_text(file, known->rule), known->found);
    return exact ? ap_hash_text(rule, known->path) : ap_hash_path_without_indices(rule, known->path);
}

static cli_baseline_key *create_sorted_keys(const cli_baseline *baseline, bool exact)
{
    cli_baseline_key *keys = calloc(baseline->count + 1, sizeof *keys);
    if (keys == NULL)
        return NULL;
    for (size_t i = 0; i < baseline->count; i++)
        keys[i] = (cli_baseline_key){ .hash = hash_of_line(&baseline->items[i], exact), .item = i };
    qsort(keys, baseline->count, sizeof *keys, compare_key_hashes);
    return keys;
}

bool cli_baseline_create_keys(cli_baseline *baseline)
{
    baseline->exact = create_sorted_keys(baseline, true);
    baseline->loose = create_sorted_keys(baseline, false);
    return baseline->exact != NULL && baseline->loose != NULL;
}

static size_t find_first_key_not_below_hash(const cli_baseline_key *keys, size_t count, uint64_t hash)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (keys[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Functions that match findings with lines */

/* Returns true if the paths are equal or differ only in the indices between brackets. */
static bool is_same_except_indices(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        const bool index = *a == '[';
        a = index ? ap_index_closing_bracket_or_end(a + 1) : a + 1;
        b = index ? ap_index_closing_bracket_or_end(b + 1) : b + 1;
    }
    return *a == *b;
}

/* Returns true if a path has the name of a joint in an index. */
static bool path_has_joint_name(const char *path)
{
    const char *bracket = strchr(path, '[');
    while (bracket != NULL && bracket[1 + strspn(bracket + 1, "0123456789")] == ']')
        bracket = strchr(bracket + 1, '[');
    return bracket != NULL;
}

/* Returns true if a path with the name of a joint matches the path as it is shown, or as a baseline writes it: with escapes. */
static bool path_matches_shown_path(const char *path, const char *shown)
{
    if (ap_field_path_or_parent_matches(path, shown))
        return true;
    char *escaped = cli_escape_baseline_field(shown);
    const bool matches = escaped != NULL && ap_field_path_or_parent_matches(path, escaped);
    free(escaped);
    return matches;
}

/* Returns true if the line lists the finding and was not matched before. Equal hashes do not prove that: they can be a
   coincidence, or an attack. */
static bool does_unmatched_line_list_finding(const cli_baseline_line *known, const cli_baseline_line *wanted)
{
    return !known->matched && strcmp(known->file, wanted->file) == 0 && strcmp(known->rule, wanted->rule) == 0
           && strcmp(known->found, wanted->found) == 0 && is_same_except_indices(known->path, wanted->path)
           && (!path_has_joint_name(known->path) || path_matches_shown_path(known->path, wanted->shown));
}

/* Marks a line of the baseline that lists the finding as matched, and returns true; returns false if no unmatched line lists it.
   Looks at each line of a key once, however many findings have the key. */
static bool match_finding_with_a_line(cli_baseline *baseline, const cli_baseline_line *wanted, bool exact)
{
    cli_baseline_key *keys = exact ? baseline->exact : baseline->loose;
    const uint64_t hash = hash_of_line(wanted, exact);
    const size_t first = find_first_key_not_below_hash(keys, baseline->count, hash);
    for (size_t i = first + (first < baseline->count ? keys[first].looked_at : 0);
         i < baseline->count && keys[i].hash == hash; i++) {
        cli_baseline_line *known = &baseline->items[keys[i].item];
        keys[first].looked_at++;
        if (!does_unmatched_line_list_finding(known, wanted))
            continue;
        known->matched = true;
        return true;
    }
    return false;
}

/* A list of known findings, in the order in which they were matched. */
typedef struct known_finding_list {
    ap_finding *first, **end;
} known_finding_list;

static void move_finding_to_known(ap_findings *findings, ap_finding **link, known_finding_list *known)
{
    ap_finding *finding = *link;
    *link = finding->next;
    finding->next = NULL;
    *known->end = finding;
    known->end = &finding->next;
    ap_findings_subtract_count(findings, finding);
}

/* Moves the findings that the baseline lists to `known`. If `exact` is false, paths may differ in indices. */
static void move_known_findings(cli_baseline *baseline, const char *file, ap_findings *findings,
    ap_excerpt *excerpts, bool exact, known_finding_list *known)
{
    ap_finding **link = &findings->first;
    size_t kept = 0, seen = 0;
    findings->last = NULL;
    while (*link != NULL) {
        cli_baseline_line wanted;
        char shown[AP_SHOWN_PATH_BYTES];
        char *line = cli_baseline_format_line(&wanted, file, *link);
        (void)ap_write_path_with_joint((*link)->path, (*link)->joint, shown);
        wanted.shown = shown;
        const bool in_baseline = line != NULL && match_finding_with_a_line(baseline, &wanted, exact);
        free(line);
        if (excerpts != NULL && !in_baseline)
            excerpts[kept] = excerpts[seen];
        seen++;
        if (in_baseline) {
            move_finding_to_known(findings, link, known);
            continue;
        }
        findings->last = *link;
        link = &(*link)->next;
        kept++;
    }
}

/* Marks the lines of a file as checked. Returns false if the baseline has no line of the file. */
static bool mark_lines_checked(cli_baseline *baseline, const char *file)
{
    char *name = cli_escape_baseline_field(ap_skip_dot_slash(file));
    size_t low = 0, high = baseline->count;
    while (name != NULL && low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(baseline->items[middle].file, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const size_t first = low;
    while (name != NULL && low < baseline->count && strcmp(baseline->items[low].file, name) == 0)
        baseline->items[low++].checked = true;
    free(name);
    return low > first;
}

ap_finding *cli_baseline_extract_known(
    cli_baseline *baseline, const char *file, ap_findings *findings, ap_excerpt *excerpts)
{
    known_finding_list known = { .first = NULL };
    known.end = &known.first;
    if (!mark_lines_checked(baseline, file))
        return NULL;
    move_known_findings(baseline, file, findings, excerpts, true, &known);
    move_known_findings(baseline, file, findings, excerpts, false, &known);
    return known.first;
}

size_t cli_baseline_report_fixed(const cli_baseline *baseline,
    void (*report)(void *context, const ap_report_absent_finding *absent), void *context)
{
    size_t fixed = 0;
    for (size_t i = 0; i < baseline->count; i++) {
        const cli_baseline_line *known = &baseline->items[i];
        if (known->matched || !known->checked)
            continue;
        fixed++;
        const ap_report_absent_finding absent = { known->file, known->rule, known->path, known->found };
        report(context, &absent);
    }
    return fixed;
}
