#include "validators/spec/spec.h"
#include "validators/spec/spec_infer.h"
#include "validators/spec/spec_rules.h"
#include "validators/spec/spec_trace.h"

enum {
    TRIED_VERSIONS = 10, /* each number of a version from 0 on */
    LEAST_RUNS = 48,
    LEAST_DRAWS = 4 /* runs of each version and setting of the flags */
};

/* Versions that a layout takes. */
typedef struct known_versions {
    ap_spec_answers answers[AP_SPEC_VALUES];
    size_t count;
    size_t numbers; /* of one */
} known_versions;

typedef struct spec_making {
    ap_spec_runner runner;
    ap_spec *spec;
    ap_spec_record *root, *records; /* records other than the root, as they were met */
    ap_spec_record *ordered;        /* all: the one that was told last */
    known_versions versions;
    size_t flags;
    const char **fault;
} spec_making;

__attribute__((format(printf, 2, 3))) static bool fail(spec_making *making, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (*making->fault == NULL)
        *making->fault = ap_arena_format(making->runner.arena, format, arguments);
    va_end(arguments);
    return false;
}

/* Records and fields */

/* What a field is called: the elements of an array have no name. */
static const char *name_of(const ap_spec_field *field)
{
    return field->name == NULL ? "the elements" : field->name;
}

static ap_spec_record *record_of(spec_making *making, const char *kind)
{
    ap_spec_record **at = &making->records;
    while (*at != NULL && !ap_spec_same((*at)->name, kind))
        at = &(*at)->next;
    if (*at == NULL) {
        *at = ap_alloc(making->runner.arena, sizeof **at);
        if (*at != NULL)
            (*at)->name = kind;
    }
    return *at;
}

/* The record's field for a child, which comes after `before` (NULL: at the beginning). */
static ap_spec_field *field_of(
    spec_making *making, ap_spec_record *record, ap_spec_field *before, const ap_spec_node *child)
{
    ap_spec_field *first = before == NULL ? record->fields : before->next;
    for (ap_spec_field *field = first; field != NULL; field = field->next) {
        if (ap_spec_is_field(field, child))
            return field;
    }
    for (ap_spec_field *field = record->fields; field != first; field = field->next) {
        if (ap_spec_is_field(field, child)) {
            fail(making, "The fields of '%s' come in more than one order.", record->name);
            return NULL;
        }
    }
    ap_spec_field *field = ap_alloc(making->runner.arena, sizeof *field);
    if (field == NULL)
        return NULL;
    *field = (ap_spec_field){ .name = child->name, .type = child->type, .next = first };
    if (before == NULL)
        record->fields = field;
    else
        before->next = field;
    return field;
}

/* What a field is, by one that was met: a child, or an element of it. */
static void take_kind(ap_spec_field *field, const ap_spec_node *node)
{
    field->type = node->type;
    field->role = node->role;
    if (node->set != NULL)
        field->set = node->set;
}

static bool take_record(
    spec_making *making, ap_spec_record *record, const ap_spec_node *node, const ap_spec_node *file);

static bool take_content(
    spec_making *making, ap_spec_field *field, const ap_spec_node *node, const ap_spec_node *file)
{
    if (node->what == AP_SPEC_FIELD) {
        take_kind(field, node);
        return true;
    }
    ap_spec_record *record = record_of(making, node->kind);
    if (record == NULL)
        return false;
    if (field->record != NULL && field->record != record)
        return fail(making, "'%s' is a '%s' and a '%s'.", name_of(field), record->name, field->record->name);
    field->record = record;
    return take_record(making, record, node, file); /* as deep as a path is */
}

static bool take_field(
    spec_making *making, ap_spec_field *field, const ap_spec_node *node, const ap_spec_node *file)
{
    if (node->what != AP_SPEC_ARRAY)
        return take_content(making, field, node, file);
    field->array = true;
    for (const ap_spec_node *element = node->first; element != NULL; element = element->next) {
        if (!take_content(making, field, element, file))
            return false;
    }
    return true;
}

static bool take_record(
    spec_making *making, ap_spec_record *record, const ap_spec_node *node, const ap_spec_node *file)
{
    ap_spec_instance *instance = ap_alloc(making->runner.arena, sizeof *instance);
    if (instance == NULL)
        return false;
    *instance = (ap_spec_instance){ node, file, record->instances };
    record->instances = instance;
    ap_spec_field *before = NULL;
    for (const ap_spec_node *child = node->first; child != NULL; child = child->next) {
        ap_spec_field *field = field_of(making, record, before, child);
        if (field == NULL || !take_field(making, field, child, file))
            return false;
        before = field;
    }
    return true;
}

/* Runs */

static bool run(spec_making *making, const ap_spec_answers *answers, ap_spec_trace *trace)
{
    if (!ap_spec_run(&making->runner, answers, trace))
        return false;
    if (trace->versions > AP_SPEC_VERSIONS || trace->flags > AP_SPEC_FLAGS)
        return fail(making, "The format has more versions or flags than can be tried.");
    return true;
}

/* Tries a version with every flag set. */
static bool try_version(spec_making *making, const ap_spec_answers *answers)
{
    ap_spec_trace trace;
    known_versions *versions = &making->versions;
    if (!run(making, answers, &trace))
        return false;
    versions->numbers = trace.versions;
    if (trace.refused)
        return true;
    if (versions->count == AP_SPEC_VALUES)
        return fail(making, "The format has more versions than can be told.");
    versions->answers[versions->count++] = *answers;
    if (making->flags < trace.flags)
        making->flags = trace.flags;
    return true;
}

static bool find_versions(spec_making *making)
{
    ap_spec_answers answers = { .flags = (1U << AP_SPEC_FLAGS) - 1 };
    uint64_t *tried = answers.versions;
    for (tried[0] = 0; tried[0] < TRIED_VERSIONS; tried[0]++) {
        for (tried[1] = 0; tried[1] < TRIED_VERSIONS; tried[1]++) {
            if (!try_version(making, &answers))
                return false;
            if (making->versions.numbers < 2)
                break;
        }
        if (making->versions.numbers < 1)
            break;
    }
    return making->versions.count > 0 || fail(making, "The layout refuses every version.");
}

static bool add_rules(spec_making *making, const ap_spec_trace *trace, size_t number)
{
    return ap_spec_add_rules(&making->runner, making->root, trace, number < making->versions.count)
           || fail(making, "A field has more rules than there is room for.");
}

/* The runs begin with all flags set: there the fields stand in their order. */
static bool run_all(spec_making *making)
{
    const size_t count = making->versions.count, settings = count << making->flags;
    const size_t draws = settings * LEAST_DRAWS < LEAST_RUNS ? LEAST_RUNS / settings : LEAST_DRAWS;
    for (size_t i = 0; i < settings * draws; i++) {
        ap_spec_trace trace;
        ap_spec_answers answers = making->versions.answers[count - 1 - i % count];
        answers.flags = ~(unsigned)(i / count) & ((1U << making->flags) - 1);
        answers.seed = i;
        if (!run(making, &answers, &trace)
            || (trace.refused && !fail(making, "The layout refuses what it has asked for."))
            || !take_record(making, making->root, trace.root, trace.root) || !add_rules(making, &trace, i))
            return false;
    }
    return true;
}

/* What else there is to say of fields */

static void add_value(ap_spec_field *field, uint64_t value)
{
    for (size_t i = 0; i < field->value_count; i++) {
        if (field->values[i] == value)
            return;
    }
    if (field->value_count < AP_SPEC_VALUES)
        field->values[field->value_count++] = value;
}

/* What marks and versions were in the runs. *versions is multiplied with how many values a number of a version has. */
static void take_values(ap_spec_record *record, size_t *versions)
{
    for (ap_spec_field *field = record->fields; field != NULL; field = field->next) {
        if (field->role != AP_ROLE_MAGIC && field->role != AP_ROLE_VERSION)
            continue;
        for (const ap_spec_instance *i = record->instances; i != NULL; i = i->next) {
            const ap_spec_node *node = ap_spec_child(i->node, field->name, false);
            if (node != NULL)
                add_value(field, node->bits);
        }
        if (field->role == AP_ROLE_VERSION)
            *versions *= field->value_count;
    }
}

static bool take_all_values(spec_making *making)
{
    size_t versions = 1;
    take_values(making->root, &versions);
    for (ap_spec_record *record = making->records; record != NULL; record = record->next)
        take_values(record, &versions);
    return versions == making->versions.count
           || fail(making, "Not every combination of the numbers of a version is a version.");
}

static bool has_swapped(const ap_spec_node *node)
{
    for (const ap_spec_node *child = node->first; child != NULL; child = child->next) {
        if (child->swap || has_swapped(child)) /* as deep as a path is */
            return true;
    }
    return false;
}

/* Whether the format goes on in big-endian order after its mark with the bytes swapped. */
static bool find_order(spec_making *making)
{
    ap_spec_trace trace;
    ap_spec_answers answers = making->versions.answers[0];
    answers.swapped = true;
    if (!run(making, &answers, &trace))
        return false;
    for (ap_spec_field *field = making->root->fields; field != NULL; field = field->next) {
        if (field->role != AP_ROLE_MAGIC || trace.refused || !has_swapped(trace.root))
            continue;
        making->spec->order = field;
        making->spec->big_endian = ap_spec_child(trace.root, field->name, false)->bits;
        add_value(field, making->spec->big_endian);
        return add_rules(making, &trace, making->versions.count);
    }
    return true;
}

static bool infer_record(spec_making *making, ap_spec_record *record)
{
    for (ap_spec_field *field = record->fields; field != NULL; field = field->next) {
        if (!ap_spec_infer(making->root, record, field))
            return fail(making, "Of '%s' in '%s' the runs do not tell when it is there, or how long it is.",
                name_of(field), record->name);
    }
    return true;
}

static bool infer(spec_making *making)
{
    if (!take_all_values(making) || !find_order(making) || !infer_record(making, making->root))
        return false;
    for (ap_spec_record *record = making->records; record != NULL; record = record->next) {
        if (!infer_record(making, record))
            return false;
    }
    return true;
}

/* Lists the record after those that it consists of, unless it is listed. */
static void order(spec_making *making, ap_spec_record *record)
{
    if (record->listed)
        return;
    record->listed = true;
    for (const ap_spec_field *field = record->fields; field != NULL; field = field->next) {
        if (field->record != NULL)
            order(making, field->record); /* as deep as a path is */
    }
    if (making->ordered == NULL)
        making->spec->records = record;
    else
        making->ordered->next = record;
    making->ordered = record;
    record->next = NULL;
}

const ap_spec *ap_spec_make(const ap_format *format, const char *variant, ap_arena *arena, const char **fault)
{
    spec_making making = { .runner = { format, variant, arena,
                               ap_alloc(arena, sizeof *making.runner.writer) },
        .spec = ap_alloc(arena, sizeof *making.spec),
        .root = ap_alloc(arena, sizeof *making.root),
        .fault = fault };
    *fault = NULL;
    if (making.root == NULL || making.spec == NULL || making.runner.writer == NULL)
        return NULL;
    making.root->name = format->name;
    if (!find_versions(&making) || !run_all(&making) || !infer(&making))
        return NULL;
    making.spec->root = making.root;
    order(&making, making.root);
    return making.spec;
}
