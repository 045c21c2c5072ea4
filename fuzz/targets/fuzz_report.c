/* Fuzz target for reports. For any file and file name, each reporter must print the same in two runs. Text
   reports must be UTF-8 without characters that control a terminal; JSON reports must be valid JSON with the
   right number of findings. Running out of memory must be reported. The first two bytes of the input choose
   options, the next six are the file's name. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/report/output.h"
#include "fuzz/oracle.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"
#include "validators/registry.h"

enum {
    CHOICE_BYTES = 2,
    NAME_BYTES = 6,
    CHOOSE_COLOUR = 1,
    CHOOSE_VERBOSE = 2,
    CHOOSE_QUIET = 4,
    CHOOSE_LIMIT = 8,
    CHOOSE_UNREADABLE = 16,
    CHOOSE_STRICT = 32,
    CHOOSE_SELECT = 64,
    CHOOSE_NO_EXCERPTS = 128,
    FEW = 1,       /* limit of findings with CHOOSE_LIMIT */
    REPORTERS = 2, /* fuzz_is_check_selected selects one of this number of reporters for an input */
    SELDOM = 16,   /* one input in SELDOM tests running out of memory */
    /* one input in MANY_RULES_TURNS tests a report that lists rules without findings: such a report may have 400 KB */
    MANY_RULES_TURNS = 512,
};

typedef struct report_case {
    unsigned choice;
    size_t choices; /* fuzz_hash_input of the input, for choices without a choice byte */
    ap_arena arena;
    const ap_rule_settings *rule_settings;
    ap_findings findings;
    ap_summary summary;
    ap_report_file file;
    char name[NAME_BYTES + 1];
} report_case;

/* Returns the text of the report, which the caller frees, and sets *error to the errno of the first failure, or 0. */
static char *print_report(const report_case *t, const ap_reporter *reporter, size_t *size, int *error)
{
    char *text = NULL;
    ap_output output = { .reporter = reporter,
        .rule_settings = t->rule_settings,
        .colour = (t->choice & CHOOSE_COLOUR) != 0,
        .verbose = (t->choice & CHOOSE_VERBOSE) != 0,
        .quiet = (t->choice & CHOOSE_QUIET) != 0,
        /* columns of the terminal; 0 if the report is not for a terminal */
        .width = t->choices / SELDOM % 200,
        .shown_per_rule = t->choices % 4,
        .unread_files = true };
    const ap_report_file unread = { .name = t->name, .error = t->name };
    output.stream = open_memstream(&text, size);
    fuzz_require(output.stream != NULL, "out of memory for a report");
    ap_report_begin(&output);
    reporter->file(&output, &t->file);
    output.files_count++;
    if ((t->choice & CHOOSE_UNREADABLE) != 0)
        reporter->file(&output, &unread);
    ap_report_end(&output, &t->summary);
    fuzz_require(fclose(output.stream) == 0, "out of memory for a report");
    *error = output.error;
    return text;
}

static char *print_complete_report(const report_case *t, const ap_reporter *reporter, size_t *size)
{
    int error;
    char *text = print_report(t, reporter, size, &error);
    fuzz_require(error == 0, "%s: the report could not be written", reporter->name);
    return text;
}

static void expect_readable_text(const char *text, size_t size, bool colour)
{
    for (size_t at = 0; at < size;) {
        const uint8_t byte = (uint8_t)text[at];
        const size_t length = ap_utf8_character_length((const uint8_t *)text + at, size - at);
        const bool control = (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f
                             || (byte == 0xc2 && (uint8_t)text[at + 1] < 0xa0);
        fuzz_require(length > 0, "byte %zu of a report is not UTF-8", at);
        fuzz_require(!control || (colour && byte == '\033' && text[at + 1] == '['),
            "byte %zu of a report is the control byte 0x%02x", at, (unsigned)byte);
        at += length;
    }
}

static json_t *parse_json(const char *text, size_t size)
{
    json_error_t error;
    json_t *value = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    fuzz_require(value != NULL, "line %d, column %d of a report: %s", error.line, error.column, error.text);
    return value;
}

static void expect_json_report(const report_case *t, const char *text, size_t size)
{
    json_t *document = parse_json(text, size);
    const json_t *files = json_object_get(document, "files");
    const json_t *findings = json_object_get(json_array_get(files, 0), "findings");
    const size_t expected = (t->choice & CHOOSE_UNREADABLE) != 0 ? 2 : 1;
    fuzz_require(json_array_size(files) == expected, "the JSON report has %zu files instead of %zu",
        json_array_size(files), expected);
    fuzz_require(json_array_size(findings) == t->findings.kept,
        "the JSON report has %zu findings instead of %zu", json_array_size(findings), t->findings.kept);
    json_decref(document);
}

static void expect_jsonl_report(const report_case *t, const char *text, size_t size)
{
    size_t findings = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        fuzz_require(end != NULL, "the last line of a report has no newline at its end");
        json_t *line = parse_json(text + at, (size_t)(end - text) - at);
        const char *type = json_string_value(json_object_get(line, "type"));
        fuzz_require(type != NULL, "a JSONL line has no type");
        findings += strcmp(type, "finding") == 0;
        json_decref(line);
        at = (size_t)(end - text) + 1;
    }
    fuzz_require(findings == t->findings.kept, "the JSONL report has %zu findings instead of %zu", findings,
        t->findings.kept);
}

/* Checks the number of results in a SARIF document, and frees the document. SARIF lists suppressed findings too, marked as
   suppressed. */
static void expect_sarif_results_and_free(const report_case *t, json_t *document)
{
    const json_t *run = json_array_get(json_object_get(document, "runs"), 0);
    const size_t results = json_array_size(json_object_get(run, "results"));
    size_t expected = t->findings.kept;
    for (const ap_finding *finding = t->findings.first_suppressed; finding != NULL; finding = finding->next)
        expected++;
    fuzz_require(results == expected, "the SARIF report has %zu results instead of %zu", results, expected);
    json_decref(document);
}

/* Returns true if the report lists rules without findings: SARIF lists each rule with another level than its severity. */
static bool lists_rules_without_findings(const report_case *t, const ap_reporter *reporter)
{
    const ap_rule *rule;
    if (strncmp(reporter->name, "sarif", 5) != 0)
        return false;
    for (size_t place = 0; (rule = ap_rule_settings_rule(t->rule_settings, place)) != NULL; place++) {
        if (t->rule_settings->levels[place] != rule->severity)
            return true;
    }
    return false;
}

static void check_reporter(const report_case *t, const ap_reporter *reporter)
{
    size_t size, again_size;
    char *text = print_complete_report(t, reporter, &size),
         *again = print_complete_report(t, reporter, &again_size);
    fuzz_require(size == again_size && memcmp(text, again, size) == 0,
        "%s prints another report in the second run", reporter->name);
    fuzz_require(
        ap_find_reporter(reporter->name) == reporter, "ap_find_reporter does not find %s", reporter->name);
    if (strcmp(reporter->name, "json") == 0)
        expect_json_report(t, text, size);
    else if (strcmp(reporter->name, "jsonl") == 0)
        expect_jsonl_report(t, text, size);
    else if (strncmp(reporter->name, "sarif", 5) == 0)
        expect_sarif_results_and_free(t, parse_json(text, size));
    else if (strcmp(reporter->name, "gitlab") == 0)
        json_decref(parse_json(text, size));
    else
        expect_readable_text(text, size, (t->choice & CHOOSE_COLOUR) != 0);
    free(text);
    free(again);
}

/* Initialises rule settings in which the rules that match the pattern `chosen` have the level `level`. With CHOOSE_SELECT,
   other rules are off, except those that may stop the check; with CHOOSE_STRICT, warnings become errors. The pattern may match
   no rule. */
static void make_rule_settings(
    ap_rule_settings *rule_settings, const char *chosen, ap_severity level, unsigned choice)
{
    const char *unknown = NULL;
    size_t tables;
    size_t groups;
    const ap_rule_table *table = ap_rule_tables(&tables);
    fuzz_require(ap_rule_groups(&groups) != NULL && groups == tables,
        "%zu rule groups for %zu tables of rules", groups, tables);
    ap_rule_settings_init(rule_settings, table, tables);
    const size_t set = ap_rule_settings_set_level(rule_settings, chosen, level);
    fuzz_require(set <= AP_MOST_RULES, "the pattern %s matches %zu rules, more than exist", chosen, set);
    if ((choice & CHOOSE_STRICT) != 0)
        ap_rule_settings_raise_warnings(rule_settings);
    if ((choice & CHOOSE_SELECT) == 0)
        return;
    const bool known = ap_rule_settings_select_plus_stopping(rule_settings, &chosen, 1, &unknown);
    fuzz_require(known == (set > 0) && (known || unknown == chosen),
        "the pattern %s matches a rule in only one of ap_rule_settings_set_level and _select", chosen);
}

/* Returns rule settings from a cache: matching a pattern with all rules takes as long as linting a file. */
static const ap_rule_settings *get_rule_settings(unsigned pattern, unsigned choice)
{
    static const char *const patterns[] = { "*", "mrtk", "mrtk/*", "*-range", "memg/*-count",
        "md5anim/layout", "*/[*", "md5anim", "memg", "*count*", "nothing/at-all" };
    enum { PATTERNS = sizeof patterns / sizeof *patterns, LEVELS = AP_ERROR + 1 };
    static ap_rule_settings cached[PATTERNS * LEVELS * 4];
    const size_t number = pattern % PATTERNS, level = pattern / PATTERNS % LEVELS;
    const size_t more = ((choice & CHOOSE_STRICT) != 0) * 2U + ((choice & CHOOSE_SELECT) != 0);
    ap_rule_settings *rule_settings = &cached[(number * LEVELS + level) * 4 + more];
    if (rule_settings->tables == NULL)
        make_rule_settings(rule_settings, patterns[number], (ap_severity)level, choice);
    return rule_settings;
}

/* Checks the JSON object, the rule and the level of each finding; and that looking up the file's name finds no rule and no other
   reporter. */
static void check_findings(const report_case *t)
{
    char *text = NULL;
    size_t size = 0;
    for (const ap_finding *f = t->findings.first; f != NULL; f = f->next) {
        fuzz_require(ap_find_rule(f->rule->id) == f->rule, "ap_find_rule does not find %s", f->rule->id);
        fuzz_require(f->severity == ap_rule_settings_level(t->rule_settings, f->rule),
            "%s: the severity is not the level of the rule settings", f->rule->id);
        fuzz_expect_printable_text(ap_source_grade_name(f->rule->grade), NAME_BYTES * NAME_BYTES, "a grade");
        fuzz_expect_printable_text(
            ap_source_grade_meaning(f->rule->grade), FUZZ_ENOUGH_MEMORY, "a grade's meaning");
        FILE *stream = open_memstream(&text, &size);
        fuzz_require(stream != NULL, "out of memory");
        ap_put_json_finding(stream, f);
        fuzz_require(fclose(stream) == 0, "out of memory");
        json_decref(parse_json(text, size));
        free(text);
    }
    const ap_reporter *reporter = ap_find_reporter(t->name);
    fuzz_require(ap_find_rule(t->name) == NULL, "ap_find_rule finds the file's name %s",
        t->name); /* a name of at most 6 bytes cannot be the id of a rule, because ids are longer */
    fuzz_require(reporter == NULL || strcmp(reporter->name, t->name) == 0,
        "ap_find_reporter finds another reporter for %s", t->name);
}

/* Writes the file's name as a JSON string. Unless the string has U+FFFD, which replaces invalid bytes, parsing it must give the
   name again. */
static void check_name(const report_case *t)
{
    char *text = NULL;
    size_t size = 0;
    json_error_t error;
    FILE *stream = open_memstream(&text, &size);
    fuzz_require(stream != NULL, "out of memory");
    ap_put_json_text(stream, t->name);
    fuzz_require(fclose(stream) == 0, "out of memory");
    json_t *name = json_loadb(text, size, JSON_DECODE_ANY, &error);
    fuzz_require(json_is_string(name), "the file's name is written to JSON as %s: no string", text);
    fuzz_require(strstr(json_string_value(name), "\xef\xbf\xbd") != NULL
                     || strcmp(json_string_value(name), t->name) == 0,
        "the file's name is written to JSON as %s: another name", text);
    json_decref(name);
    free(text);
}

static void check_excerpts(const report_case *t, const ap_excerpt *excerpts, ap_view input)
{
    for (size_t i = 0; i < t->findings.kept; i++) {
        const ap_excerpt *e = &excerpts[i];
        fuzz_require(e->offset <= input.size && e->count <= input.size - e->offset
                         && (e->count == 0 || memcmp(e->bytes, input.bytes + e->offset, e->count) == 0),
            "excerpt %zu shows other bytes than those at %zu+%zu", i, e->offset, e->count);
    }
}

static void expect_no_excerpts_without_memory(const report_case *t, ap_view input, bool text)
{
    ap_arena arena;
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    arena.fail_at =
        /* ap_make_excerpts makes an allocation for each finding, and one for the list */
        1 + t->choices % (t->findings.kept + 1);
    fuzz_require(ap_make_excerpts(&t->findings, input, text, &arena) == NULL && arena.failed,
        "excerpts are made although an allocation failed");
    ap_arena_free(&arena);
}

/* Adds a finding that no rule check made: reporters must accept any offset in the file, and length 0. */
static void add_finding(report_case *t, const ap_format *format, ap_view input)
{
    const size_t offset = t->choices / SELDOM % (input.size + 1), left = input.size - offset;
    const size_t length = t->choices % 3 == 0 ? left / 2 : t->choices % 2;
    const ap_rule *rule = &format->rules.rules[offset % format->rules.count];
    ap_finding *finding =
        ap_findings_add(&t->findings, rule, (ap_span){ offset, length < left ? length : left });
    if (finding != NULL) {
        finding->message = "anywhere";
        finding->path = "";
    }
}

static void lint_and_fill_report_case(report_case *t, const ap_format *format, ap_view input)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    ap_lint_result about;
    const size_t limit = (t->choice & CHOOSE_LIMIT) != 0 ? FEW : 0;
    ap_findings_init(&t->findings, &t->arena, t->rule_settings, limit, FUZZ_KEPT_OF_A_RULE);
    ap_lint_as(format, input, &options, &t->findings, &about);
    if (t->choices % 4 == 2) {
        add_finding(t, format, input);
        ap_sort_and_locate_findings(&t->findings, input, format->text);
    }
    t->file = (ap_report_file){ .name = t->name,
        .format = format->name,
        .version = about.version,
        .variant = about.variant,
        .text = format->text,
        .size_bytes = input.size,
        .findings = &t->findings };
    if ((t->choice & CHOOSE_NO_EXCERPTS) == 0)
        t->file.excerpts = ap_make_excerpts(&t->findings, input, format->text, &t->arena);
    fuzz_require(!t->arena.failed, "no memory for findings");
    if (t->file.excerpts != NULL) {
        check_excerpts(t, t->file.excerpts, input);
        if (t->choices % SELDOM == 1)
            expect_no_excerpts_without_memory(t, input, format->text);
    }
    t->summary = (ap_summary){ .files = 1 + ((t->choice & CHOOSE_UNREADABLE) != 0),
        .errors = t->findings.counts[AP_ERROR],
        .warnings = t->findings.counts[AP_WARNING],
        .notes = t->findings.counts[AP_NOTE],
        .truncated = t->findings.truncated,
        .skipped_checks = t->findings.skipped_checks,
        .unreadable = (t->choice & CHOOSE_UNREADABLE) != 0 };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const size_t front = CHOICE_BYTES + NAME_BYTES;
    if (size < front)
        return 0;
    const ap_view whole = { data, size };
    report_case t = { .choice = data[0], .choices = fuzz_hash_input(whole) };
    const ap_view input = { data + front, size - front };
    memcpy(t.name, data + CHOICE_BYTES, NAME_BYTES);
    const ap_format *format = ap_recognize(input, AP_MATCH_RESEMBLES);
    if (format == NULL)
        format = formats[data[1] % count];
    ap_arena_init(&t.arena, FUZZ_ENOUGH_MEMORY);
    t.rule_settings = get_rule_settings(data[1], data[0]);
    lint_and_fill_report_case(&t, format, input);
    if (fuzz_is_check_selected(whole, 0, 2))
        check_findings(&t);
    if (fuzz_is_check_selected(whole, 1, 2))
        check_name(&t);
    const ap_reporter *const *reporters = ap_reporters(&count);
    for (size_t i = 0; i < REPORTERS; i++) {
        const ap_reporter *reporter = reporters[(t.choices + i) % count];
        if (fuzz_is_check_selected(whole, i, REPORTERS)
            && (!lists_rules_without_findings(&t, reporter)
                || fuzz_is_check_selected(whole, i, MANY_RULES_TURNS)))
            check_reporter(&t, reporter);
    }
    ap_arena_free(&t.arena);
    return 0;
}
