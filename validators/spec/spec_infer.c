#include "validators/spec/spec_infer.h"

enum { REFS = 48, FORMS = 2 /* equal, not equal */ };

/* Fields that decide something */

typedef struct ref_list {
    ap_spec_ref items[REFS];
    size_t count;
} ref_list;

/* One question about one field of a record. */
typedef struct question {
    const ap_spec_record *record;
    const ap_spec_field *field;
    const ref_list *refs; /* what the answer may depend on */
} question;

static bool decides_presence(const ap_spec_field *field)
{
    return field->role == AP_ROLE_FLAG || field->role == AP_ROLE_VERSION;
}

static bool decides_length(const ap_spec_field *field)
{
    return field->role == AP_ROLE_COUNT;
}

/* Adds those of a record's fields before `end` that decide, and those of the records in it. */
static void collect(ref_list *refs, const ap_spec_record *record, const ap_spec_field *end, ap_spec_ref way,
    bool (*decides)(const ap_spec_field *))
{
    for (const ap_spec_field *field = record->fields; field != end; field = field->next) {
        ap_spec_ref ref = way;
        if (field->array || ref.depth == AP_SPEC_DEPTH)
            continue;
        ref.names[ref.depth++] = field;
        if (field->record != NULL)
            collect(refs, field->record, NULL, ref, decides); /* deep as a path is */
        else if (decides(field) && refs->count < REFS)
            refs->items[refs->count++] = ref;
    }
}

static void collect_all(ref_list *refs, const ap_spec_record *root, const ap_spec_record *record,
    const ap_spec_field *field, bool (*decides)(const ap_spec_field *))
{
    refs->count = 0;
    collect(refs, record, field, (ap_spec_ref){ .root = record == root }, decides);
    if (record != root)
        collect(refs, root, NULL, (ap_spec_ref){ .root = true }, decides);
}

/* The field in a run, as far as it was read before that record; NULL: it was not. */
static const ap_spec_node *resolve(const ap_spec_ref *ref, const ap_spec_instance *instance)
{
    const ap_spec_node *node = ref->root ? instance->file : instance->node;
    for (size_t i = 0; i < ref->depth && node != NULL; i++)
        node = ap_spec_child(node, ref->names[i]->name, ref->names[i]->type == AP_TYPE_LENGTH);
    const bool before =
        node != NULL
        && (instance->node == instance->file || !ref->root || node->order < instance->node->order);
    return before ? node : NULL;
}

static const ap_spec_node *node_of(const question *about, const ap_spec_instance *instance)
{
    return ap_spec_child(instance->node, about->field->name, about->field->type == AP_TYPE_LENGTH);
}

/* Lengths */

/* The product without the factor; false where a count of it is not there. */
static bool product_of(const ap_spec_length *length, const ap_spec_instance *instance, size_t *product)
{
    *product = 1;
    for (size_t i = 0; i < length->count_count; i++) {
        const ap_spec_node *count = resolve(&length->counts[i], instance);
        if (count == NULL)
            return false;
        if (i > 0 && length->guarded)
            *product = count->bits == 0 ? 0 : *product;
        else
            *product *= (size_t)count->bits;
    }
    return true;
}

/* The factor with which the length holds in every run; false: there is none. */
static bool holds(const question *about, ap_spec_length *length)
{
    bool known = false;
    for (const ap_spec_instance *i = about->record->instances; i != NULL; i = i->next) {
        size_t product;
        const ap_spec_node *node = node_of(about, i);
        if (node == NULL)
            continue;
        if (!product_of(length, i, &product) || (product == 0 && node->length != 0))
            return false;
        if (product == 0)
            continue;
        if (!known && node->length % product == 0)
            length->factor = node->length / product;
        else if (!known)
            return false;
        known = true;
        if (node->length != length->factor * product)
            return false;
    }
    return known && (length->factor > 0 || length->count_count == 0);
}

static bool is_uncounted(const question *about)
{
    for (const ap_spec_instance *i = about->record->instances; i != NULL; i = i->next) {
        const ap_spec_node *node = node_of(about, i);
        if (node != NULL && node->uncounted)
            return true;
    }
    return false;
}

static bool find_product(const question *about, bool guarded, ap_spec_length *length)
{
    const ref_list *refs = about->refs;
    for (size_t a = 0; a < refs->count; a++) {
        for (size_t b = 0; b < refs->count; b++) {
            if (a == b || (!guarded && b < a))
                continue;
            *length = (ap_spec_length){
                .count_count = 2, .counts = { refs->items[a], refs->items[b] }, .guarded = guarded
            };
            if (holds(about, length))
                return true;
        }
    }
    return false;
}

static bool find_length(const question *about, ap_spec_length *length)
{
    *length = (ap_spec_length){ .to_end = is_uncounted(about) };
    if (length->to_end || holds(about, length))
        return true;
    for (size_t a = 0; a < about->refs->count; a++) {
        *length = (ap_spec_length){ .count_count = 1, .counts = { about->refs->items[a] } };
        if (holds(about, length))
            return true;
    }
    return find_product(about, false, length) || find_product(about, true, length);
}

/* Presence */

typedef enum verdict { NO, YES, UNKNOWN } verdict;

static verdict judge_test(const ap_spec_test *test, const ap_spec_instance *instance)
{
    const ap_spec_node *node = resolve(&test->field, instance);
    if (node == NULL)
        return UNKNOWN;
    return (node->bits == test->value) == test->equal ? YES : NO;
}

/* As a program does that stops where the answer is known. */
static verdict judge(const ap_spec_condition *when, const ap_spec_instance *instance)
{
    verdict found = YES;
    for (size_t i = 0; i < when->test_count; i++) {
        found = judge_test(&when->tests[i], instance);
        if (found == UNKNOWN || found == (when->any ? YES : NO))
            break;
    }
    return found;
}

static bool decides(const question *about, const ap_spec_condition *when)
{
    for (const ap_spec_instance *i = about->record->instances; i != NULL; i = i->next) {
        if (judge(when, i) != (node_of(about, i) != NULL ? YES : NO))
            return false;
    }
    return true;
}

/* The tests that there are of one field: a flag is set or not, a version is one of those there are or not. */
static size_t test_count(const ap_spec_ref *ref)
{
    const ap_spec_field *field = ref->names[ref->depth - 1];
    return FORMS * (field->role == AP_ROLE_FLAG ? 1 : field->value_count);
}

static ap_spec_test test_of(const ap_spec_ref *ref, size_t number)
{
    const ap_spec_field *field = ref->names[ref->depth - 1];
    if (field->role == AP_ROLE_FLAG)
        return (ap_spec_test){ *ref, .equal = number > 0, .value = 0 };
    const bool equal = number < field->value_count;
    return (ap_spec_test){ *ref, equal, field->values[equal ? number : number - field->value_count] };
}

/* Puts each test of the field into the last place of the condition, and asks. */
static bool try_tests(const question *about, const ap_spec_ref *ref, ap_spec_condition *when)
{
    for (size_t i = 0; i < test_count(ref); i++) {
        when->tests[when->test_count - 1] = test_of(ref, i);
        if (decides(about, when))
            return true;
    }
    return false;
}

static bool try_pairs(const question *about, const ap_spec_ref *first, size_t after, ap_spec_condition *when)
{
    for (size_t i = 0; i < test_count(first); i++) {
        for (size_t b = after; b < about->refs->count; b++) {
            for (int any = 0; any <= 1; any++) {
                *when =
                    (ap_spec_condition){ .test_count = 2, .any = any != 0, .tests = { test_of(first, i) } };
                if (try_tests(about, &about->refs->items[b], when))
                    return true;
            }
        }
    }
    return false;
}

static bool find_condition(const question *about, ap_spec_condition *when)
{
    const ref_list *refs = about->refs;
    *when = (ap_spec_condition){ .test_count = 0 };
    if (decides(about, when))
        return true;
    for (size_t a = 0; a < refs->count; a++) {
        *when = (ap_spec_condition){ .test_count = 1 };
        if (try_tests(about, &refs->items[a], when))
            return true;
    }
    for (size_t a = 0; a < refs->count; a++) {
        if (try_pairs(about, &refs->items[a], a + 1, when))
            return true;
    }
    return false;
}

bool ap_spec_infer(const ap_spec_record *root, const ap_spec_record *record, ap_spec_field *field)
{
    ref_list refs;
    const question about = { record, field, &refs };
    collect_all(&refs, root, record, field, decides_presence);
    if (!find_condition(&about, &field->when))
        return false;
    if (!field->array && (field->record != NULL || field->type != AP_TYPE_BYTES))
        return true;
    collect_all(&refs, root, record, field, decides_length);
    return find_length(&about, &field->length);
}
