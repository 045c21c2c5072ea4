/* What the languages of descriptions have in common. */
#include <inttypes.h>

#include "cli/spec/spec_words.h"

void cli_put_spec_name(const cli_spec *spec, const ap_spec_field *field)
{
    if (field->name != NULL)
        fprintf(spec->stream, "%s%s", field->name, cli_is_prefix(field) ? "_length" : "");
    else if (field->record != NULL)
        fprintf(spec->stream, "%ss", field->record->name);
    else
        fputs("values", spec->stream);
}

void cli_put_spec_way(const cli_spec *spec, const ap_spec_ref *ref, const char *between)
{
    for (size_t i = 0; i < ref->depth; i++) {
        fputs(i > 0 ? between : "", spec->stream);
        cli_put_spec_name(spec, ref->names[i]);
    }
}

void cli_put_spec_condition(const cli_spec *spec, const cli_spec_words *words, const ap_spec_record *record,
    const ap_spec_condition *when)
{
    for (size_t i = 0; i < when->test_count; i++) {
        const ap_spec_test *test = &when->tests[i];
        if (i > 0)
            fputs(when->any ? words->or : words->and, spec->stream);
        words->put_ref(spec, record, &test->field);
        fprintf(spec->stream, " %s %" PRIu64, test->equal ? "==" : "!=", test->value);
    }
}

static void put_count(const cli_spec *spec, const cli_spec_words *words, const ap_spec_record *record,
    const ap_spec_length *length, size_t number)
{
    words->put_ref(spec, record, &length->counts[number]);
}

void cli_put_spec_length(const cli_spec *spec, const cli_spec_words *words, const ap_spec_record *record,
    const ap_spec_length *length)
{
    if (length->guarded) {
        put_count(spec, words, record, length, 1);
        fputs(" == 0 ? 0 : ", spec->stream);
    }
    if (length->factor != 1 || length->count_count == 0)
        fprintf(spec->stream, "%zu%s", length->factor, length->count_count > 0 ? " * " : "");
    for (size_t i = 0; i < length->count_count && (i == 0 || !length->guarded); i++) {
        fputs(i > 0 ? " * " : "", spec->stream);
        put_count(spec, words, record, length, i);
    }
}

bool cli_same_ref(const ap_spec_ref *a, const ap_spec_ref *b)
{
    bool same = a->depth == b->depth;
    for (size_t i = 0; same && i < a->depth; i++)
        same = a->names[i] == b->names[i];
    return same;
}

static void add(cli_spec_parameters *parameters, const ap_spec_ref *ref)
{
    for (size_t i = 0; i < parameters->count; i++) {
        if (cli_same_ref(parameters->items[i], ref))
            return;
    }
    if (ref->root && parameters->count < CLI_SPEC_PARAMETERS)
        parameters->items[parameters->count++] = ref;
}

static void collect(const ap_spec_record *record, cli_spec_parameters *parameters)
{
    for (const ap_spec_field *field = record->fields; field != NULL; field = field->next) {
        for (size_t i = 0; i < field->when.test_count; i++)
            add(parameters, &field->when.tests[i].field);
        for (size_t i = 0; i < field->length.count_count; i++)
            add(parameters, &field->length.counts[i]);
        if (field->record != NULL)
            collect(field->record, parameters); /* as deep as a path is */
    }
}

void cli_collect_parameters(
    const cli_spec *spec, const ap_spec_record *record, cli_spec_parameters *parameters)
{
    parameters->count = 0;
    if (record != spec->spec->root)
        collect(record, parameters);
}

bool cli_spec_has(const cli_spec *spec, bool (*is)(const ap_spec_field *))
{
    for (const ap_spec_record *record = spec->spec->records; record != NULL; record = record->next) {
        for (const ap_spec_field *field = record->fields; field != NULL; field = field->next) {
            if (is(field))
                return true;
        }
    }
    return false;
}

bool cli_spec_fills_file(const ap_spec *spec)
{
    const ap_spec_field *last = spec->root->fields;
    while (last->next != NULL)
        last = last->next;
    return last->array && last->length.to_end;
}

/* Whether a field before this one has its set. */
static bool was_put(const cli_spec *spec, const ap_spec_field *end)
{
    for (const ap_spec_record *record = spec->spec->records; record != NULL; record = record->next) {
        for (const ap_spec_field *field = record->fields; field != NULL; field = field->next) {
            if (field == end)
                return false;
            if (field->set == end->set)
                return true;
        }
    }
    return false;
}

void cli_each_spec_set(const cli_spec *spec, void (*put)(const cli_spec *spec, const ap_value_set *set))
{
    for (const ap_spec_record *record = spec->spec->records; record != NULL; record = record->next) {
        for (const ap_spec_field *field = record->fields; field != NULL; field = field->next) {
            if (cli_has_names(field) && !was_put(spec, field))
                put(spec, field->set);
        }
    }
}
