#include "validators/spec/spec_rules.h"

#include <string.h>

/* What a byte of a field that decides the structure is made. */
static const uint8_t wrong_bytes[] = { 0xff, 0x7e };

typedef struct rule_search {
    const ap_spec_runner *runner;
    ap_view file;
    ap_lint_options options;
    ap_arena arena; /* of the findings */
    ap_findings *findings;
    const ap_finding *next; /* the first that no field before has */
} rule_search;

/* Rules of a field, in the order of their table. */
static bool add_rule(ap_spec_field *field, const ap_rule *rule)
{
    size_t place = field->rule_count;
    while (place > 0 && field->rules[place - 1] > rule)
        place--;
    if (place > 0 && field->rules[place - 1] == rule)
        return true;
    if (field->rule_count == AP_SPEC_RULES)
        return false;
    memmove(
        field->rules + place + 1, field->rules + place, (field->rule_count - place) * sizeof *field->rules);
    field->rules[place] = rule;
    field->rule_count++;
    return true;
}

/* Lints the file. False when memory has run out. */
static bool lint(rule_search *search)
{
    ap_lint_result result;
    ap_arena_reset(&search->arena);
    ap_findings_restart(search->findings);
    search->runner->format->lint(search->file, &search->options, search->findings, &result);
    ap_findings_sort(search->findings);
    search->next = search->findings->first;
    return !search->arena.failed;
}

/* Whether a part of the node is all of it. */
static bool has_like(const ap_spec_node *node)
{
    const ap_spec_node *child = node->first;
    while (child != NULL && child->span.length != node->span.length)
        child = child->next;
    return child != NULL;
}

/* Gives the field the rules that point at the node. Nodes come in the order of their offsets. */
static bool take_findings(rule_search *search, const ap_spec_node *node, ap_spec_field *field)
{
    while (search->next != NULL && search->next->span.offset < node->span.offset)
        search->next = search->next->next;
    if (node->span.length == 0 || has_like(node))
        return true;
    for (const ap_finding *one = search->next; one != NULL && one->span.offset == node->span.offset;
         one = one->next) {
        if (one->span.length == node->span.length && !add_rule(field, one->rule))
            return false;
    }
    return true;
}

/* What is done with each node and its field, one inside another. */
typedef bool node_visit(rule_search *search, const ap_spec_node *node, ap_spec_field *field);

static bool visit_record(
    rule_search *search, ap_spec_record *record, const ap_spec_node *node, node_visit *visit);

static bool visit_node(rule_search *search, const ap_spec_node *node, ap_spec_field *field, node_visit *visit)
{
    if (!visit(search, node, field))
        return false;
    if (node->what == AP_SPEC_RECORD)
        return visit_record(search, field->record, node, visit); /* as deep as a path is */
    for (const ap_spec_node *element = node->first; element != NULL; element = element->next) {
        if (!visit_node(search, element, field, visit)) /* as deep as a path is */
            return false;
    }
    return true;
}

static bool visit_record(
    rule_search *search, ap_spec_record *record, const ap_spec_node *node, node_visit *visit)
{
    ap_spec_field *field = record->fields;
    for (const ap_spec_node *child = node->first; child != NULL; child = child->next) {
        while (!ap_spec_is_field(field, child))
            field = field->next;
        if (!visit_node(search, child, field, visit))
            return false;
    }
    return true;
}

/* Whether what follows depends on the field. */
static bool decides(const ap_spec_field *field)
{
    return field->role == AP_ROLE_MAGIC || field->role == AP_ROLE_VERSION || field->role == AP_ROLE_COUNT;
}

/* The same file with this field wrong, once for each field of the format. */
static bool make_wrong(rule_search *search, const ap_spec_node *node, ap_spec_field *field)
{
    uint8_t right[sizeof(uint64_t)];
    uint8_t *at = search->runner->writer->buffer + node->span.offset;
    if (node->what != AP_SPEC_FIELD || !decides(field) || field->made_wrong)
        return true;
    field->made_wrong = true;
    memcpy(right, at, node->span.length);
    bool taken = true;
    for (size_t i = 0; taken && i < sizeof wrong_bytes; i++) {
        memset(at, wrong_bytes[i], node->span.length);
        if (field->type == AP_TYPE_LENGTH && node->span.length > 1)
            at[0] |= 0x80; /* the length still has as many bytes */
        taken = lint(search) && take_findings(search, node, field);
    }
    memcpy(at, right, node->span.length);
    return taken;
}

/* The layout, as the linter is told of it. */
static void choose_layout(rule_search *search)
{
    const ap_format *format = search->runner->format;
    for (size_t i = 0; i < format->option_count && search->runner->variant != NULL; i++) {
        const ap_word *word = ap_find_word(format->options[i].words, search->runner->variant);
        if (format->options[i].layouts && word != NULL)
            search->options.choices[format->options[i].index] = (unsigned)word->value;
    }
}

bool ap_spec_add_rules(
    const ap_spec_runner *runner, ap_spec_record *root, const ap_spec_trace *trace, bool each)
{
    rule_search search = { .runner = runner, .file = { runner->writer->buffer, runner->writer->used } };
    assert(runner->writer->passed == 0); /* the runs are short: the writer holds all */
    const ap_arena *arena = runner->arena;
    ap_arena_init(
        &search.arena, arena->limit_bytes == 0 ? 0 : arena->limit_bytes - arena->held_bytes + 1 /* not 0 */);
    search.findings = ap_alloc(runner->arena, sizeof *search.findings);
    if (search.findings == NULL)
        return false;
    ap_findings_init(search.findings, &search.arena, NULL, 0, 0);
    choose_layout(&search);
    const bool done = lint(&search) && visit_record(&search, root, trace->root, take_findings)
                      && (!each || visit_record(&search, root, trace->root, make_wrong));
    if (search.arena.failed)
        runner->arena->failed = true;
    ap_arena_free(&search.arena);
    return done;
}
