#include "cli/reporting/baseline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/base/path_glob.h"
#include "core/base/uri_text.h"
#include "core/finding/fingerprint.h"
#include "core/finding/joint_path.h"

void cli_baseline_free(cli_baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++)
        free(baseline->items[i].file);
    free(baseline->items);
    free(baseline->loose.keys);
    free(baseline->starred.keys);
    *baseline = (cli_baseline){ .items = NULL };
}

/* Returns true if a path has the name of a joint, or a star, in an index. */
static bool path_has_name_or_star(const char *path)
{
    const char *bracket = strchr(path, '[');
    while (bracket != NULL && bracket[1 + strspn(bracket + 1, "0123456789")] == ']')
        bracket = strchr(bracket + 1, '[');
    return bracket != NULL;
}

/* Keys of baseline lines: the hash of a line without the indices of its path, and the index of the line */

static int compare_keys(const void *a, const void *b)
{
    const cli_baseline_key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    if (x->literal_bytes != y->literal_bytes)
        return x->literal_bytes > y->literal_bytes ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static uint64_t hash_line_without_indices(const cli_baseline_line *known)
{
    const uint64_t file = ap_hash_text(AP_HASH_START, known->file);
    const uint64_t rule = ap_hash_text(ap_hash_text(file, known->rule), known->found);
    return ap_hash_path_without_indices(rule, known->path);
}

static size_t count_bytes_except_stars(const char *path)
{
    size_t count = 0;
    for (; *path != '\0'; path++)
        count += *path != '*';
    return count;
}

/* Adds the key of a line to `loose` or `starred`. A line with the name of a joint and without a star needs no key, because
   match_equal_line finds it. */
static void add_key_of_line(cli_baseline *baseline, size_t item)
{
    const cli_baseline_line *known = &baseline->items[item];
    cli_baseline_key key = { hash_line_without_indices(known), item, 0, 0 };
    if (!path_has_name_or_star(known->path)) {
        baseline->loose.keys[baseline->loose.count++] = key;
        return;
    }
    baseline->has_names = true;
    key.literal_bytes = count_bytes_except_stars(known->path);
    if (strchr(known->path, '*') != NULL && (item == 0 || cli_baseline_compare_lines(known - 1, known) != 0))
        baseline->starred.keys[baseline->starred.count++] = key;
}

static void sort_keys(cli_baseline_keys *list)
{
    if (list->count > 1)
        qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
}

bool cli_baseline_create_keys(cli_baseline *baseline)
{
    baseline->loose.keys = calloc(baseline->count + 1, sizeof *baseline->loose.keys);
    baseline->starred.keys = calloc(baseline->count + 1, sizeof *baseline->starred.keys);
    if (baseline->loose.keys == NULL || baseline->starred.keys == NULL)
        return false;
    for (size_t i = 0; i < baseline->count; i++)
        add_key_of_line(baseline, i);
    sort_keys(&baseline->loose);
    sort_keys(&baseline->starred);
    return true;
}

const cli_baseline_line *cli_baseline_find_line_over_star_limit(const cli_baseline *baseline)
{
    const cli_baseline_keys *list = &baseline->starred;
    size_t bytes = 0;
    for (size_t i = 0; i < list->count; i++) {
        const cli_baseline_line *known = &baseline->items[list->keys[i].item];
        if (i > 0 && list->keys[i].hash != list->keys[i - 1].hash)
            bytes = 0;
        bytes += strlen(known->path);
        if (bytes > CLI_BASELINE_STAR_BYTES)
            return known;
    }
    return NULL;
}

/* Returns the index of the first key with this hash or a greater one. */
static size_t find_first_key_not_below_hash(const cli_baseline_keys *list, uint64_t hash)
{
    const cli_baseline_key first_of_hash = { .hash = hash, .literal_bytes = SIZE_MAX };
    return ap_lower_bound(list->keys, list->count, sizeof *list->keys, &first_of_hash, compare_keys);
}

/* Functions that match findings with lines */

/* A finding to match with a line. */
typedef struct finding_to_match {
    cli_baseline_line line;          /* the line that a baseline would have for the finding */
    const char *path;                /* path of the finding, without escapes */
    char shown[AP_SHOWN_PATH_BYTES]; /* the path with the name of its joint, if it has one */
} finding_to_match;

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

/* Returns true if the line lists the finding when indices are ignored. Equal hashes do not prove that: they can be a
   coincidence, or an attack. */
static bool is_same_line_except_indices(const cli_baseline_line *known, const cli_baseline_line *wanted)
{
    return strcmp(known->file, wanted->file) == 0 && strcmp(known->rule, wanted->rule) == 0
           && strcmp(known->found, wanted->found) == 0 && is_same_except_indices(known->path, wanted->path);
}

static size_t find_first_line_not_below(const cli_baseline *baseline, const cli_baseline_line *wanted)
{
    return ap_lower_bound(
        baseline->items, baseline->count, sizeof *baseline->items, wanted, cli_baseline_compare_lines);
}

/* Marks an unmatched line that equals `wanted` in all fields as matched, and returns true; returns false if there is no such
   line. Passes each of the equal lines once, however many findings they list. */
static bool match_equal_line(cli_baseline *baseline, const cli_baseline_line *wanted)
{
    const size_t first = find_first_line_not_below(baseline, wanted);
    if (first == baseline->count)
        return false;
    size_t *passed = &baseline->items[first].passed_equal;
    while (first + *passed < baseline->count) {
        cli_baseline_line *known = &baseline->items[first + *passed];
        if (cli_baseline_compare_lines(known, wanted) != 0)
            return false;
        ++*passed;
        if (known->matched)
            continue;
        known->matched = true;
        return true;
    }
    return false;
}

/* Matches a line with the path as it is shown, or as a baseline writes it: with escapes. */
static bool match_line_with_shown_path(cli_baseline *baseline, const finding_to_match *finding, char *shown)
{
    cli_baseline_line wanted = finding->line;
    wanted.path = shown;
    if (match_equal_line(baseline, &wanted))
        return true;
    wanted.path = cli_escape_baseline_field(shown);
    const bool matched = wanted.path != NULL && match_equal_line(baseline, &wanted);
    free(wanted.path);
    return matched;
}

/* Matches a line with the name of the finding's joint: "hierarchy[7 hips].parent_index", else "hierarchy[hips].parent_index". */
static bool match_line_with_joint_name(cli_baseline *baseline, finding_to_match *finding)
{
    char named[AP_SHOWN_PATH_BYTES];
    size_t blank = 0;
    while (finding->path[blank] != '\0' && finding->path[blank] == finding->shown[blank])
        blank++;
    if (finding->shown[blank] != ' ') /* the path has no name of a joint */
        return false;
    size_t number = blank;
    while (number > 0 && isdigit((unsigned char)finding->shown[number - 1]))
        number--;
    memcpy(named, finding->shown, number);
    strcpy(named + number, finding->shown + blank + 1);
    return match_line_with_shown_path(baseline, finding, finding->shown)
           || match_line_with_shown_path(baseline, finding, named);
}

/* Matches a line with a star in an index: "hierarchy[*].parent_index". Tries first the lines with the most other characters,
   because these match the fewest findings. */
static bool match_line_with_star(cli_baseline *baseline, const finding_to_match *finding)
{
    const cli_baseline_keys *list = &baseline->starred;
    const uint64_t hash = hash_line_without_indices(&finding->line);
    char *escaped = list->count == 0 ? NULL : cli_escape_baseline_field(finding->shown);
    bool matched = false;
    for (size_t i = find_first_key_not_below_hash(list, hash);
         !matched && i < list->count && list->keys[i].hash == hash; i++) {
        const cli_baseline_line *known = &baseline->items[list->keys[i].item];
        matched = is_same_line_except_indices(known, &finding->line)
                  && (ap_field_path_or_parent_matches(known->path, finding->shown)
                      || (escaped != NULL && ap_field_path_or_parent_matches(known->path, escaped)))
                  && match_equal_line(baseline, known);
    }
    free(escaped);
    return matched;
}

/* Marks a line of the baseline with the path of the finding as matched, and returns true; returns false if no unmatched line has
   it. Lines with a name or a star are tried first, because match_line_without_indices can match all lines except these. */
static bool match_line_with_path(cli_baseline *baseline, finding_to_match *finding)
{
    return (baseline->has_names
               && (match_line_with_joint_name(baseline, finding) || match_line_with_star(baseline, finding)))
           || match_equal_line(baseline, &finding->line);
}

/* Marks a line of the baseline as matched if its path differs from the path of the finding at most in indices and has no name and
   no star, and returns true; returns false if no unmatched line is like that. Looks at each line once, however many findings have
   its hash, because the line lists each of these findings. */
static bool match_line_without_indices(cli_baseline *baseline, finding_to_match *finding)
{
    const cli_baseline_keys *list = &baseline->loose;
    const uint64_t hash = hash_line_without_indices(&finding->line);
    const size_t first = find_first_key_not_below_hash(list, hash);
    for (size_t i = first + (first < list->count ? list->keys[first].looked_at : 0);
         i < list->count && list->keys[i].hash == hash; i++) {
        cli_baseline_line *known = &baseline->items[list->keys[i].item];
        list->keys[first].looked_at++;
        if (known->matched || !is_same_line_except_indices(known, &finding->line))
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

/* Moves the findings that `match` finds a line for to `known`. */
static void move_known_findings(cli_baseline *baseline, const char *file, ap_findings *findings,
    ap_excerpt *excerpts, bool (*match)(cli_baseline *, finding_to_match *), known_finding_list *known)
{
    ap_finding **link = &findings->first;
    size_t kept = 0, seen = 0;
    findings->last = NULL;
    while (*link != NULL) {
        finding_to_match finding = { .path = (*link)->path };
        char *line = cli_baseline_format_line(&finding.line, file, *link);
        (void)ap_write_path_with_joint((*link)->path, (*link)->joint, finding.shown);
        const bool in_baseline = line != NULL && match(baseline, &finding);
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
    char *name = cli_escape_baseline_field(ap_skip_dot_slash(file)), none[] = "";
    const cli_baseline_line first_of_file = { .file = name, .rule = none, .path = none, .found = none };
    const size_t first = name == NULL ? baseline->count : find_first_line_not_below(baseline, &first_of_file);
    size_t i = first;
    while (i < baseline->count && strcmp(baseline->items[i].file, name) == 0)
        baseline->items[i++].checked = true;
    free(name);
    return i > first;
}

ap_finding *cli_baseline_extract_known(
    cli_baseline *baseline, const char *file, ap_findings *findings, ap_excerpt *excerpts)
{
    known_finding_list known = { .first = NULL };
    known.end = &known.first;
    if (!mark_lines_checked(baseline, file))
        return NULL;
    move_known_findings(baseline, file, findings, excerpts, match_line_with_path, &known);
    move_known_findings(baseline, file, findings, excerpts, match_line_without_indices, &known);
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
