#include "validators/spec/spec_trace.h"

#include <math.h>
#include <string.h>

typedef struct spec_run {
    ap_spec_trace *trace;
    const ap_spec_answers *answers;
    ap_arena *arena;
    uint64_t drawn; /* state of the drawing */
    size_t order;
    uint8_t spelling[2]; /* of the length asked for last */
} spec_run;

/* Drawing */

/* The next number of the sequence splitmix64. */
static uint64_t draw(spec_run *run)
{
    uint64_t z = run->drawn += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t draw_count(spec_run *run)
{
    return (size_t)(draw(run) % (AP_SPEC_MOST + 1));
}

/* The tree */

bool ap_spec_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_length(const ap_spec_node *node)
{
    return node->what == AP_SPEC_FIELD && node->type == AP_TYPE_LENGTH;
}

bool ap_spec_is_field(const ap_spec_field *field, const ap_spec_node *node)
{
    return ap_spec_same(field->name, node->name) && (field->type == AP_TYPE_LENGTH) == is_length(node);
}

ap_spec_node *ap_spec_child(const ap_spec_node *parent, const char *name, bool length)
{
    for (ap_spec_node *node = parent->first; node != NULL; node = node->next) {
        if (ap_spec_same(node->name, name) && is_length(node) == length)
            return node;
    }
    return NULL;
}

static ap_spec_node *add(spec_run *run, ap_spec_node *parent, const char *name)
{
    ap_spec_node *node = ap_alloc(run->arena, sizeof *node);
    if (node == NULL)
        return NULL;
    *node = (ap_spec_node){ .name = name, .order = ++run->order, .kind = name != NULL ? name : parent->kind };
    if (parent->last == NULL)
        parent->first = node;
    else
        parent->last->next = node;
    parent->last = node;
    parent->child_count++;
    return node;
}

/* The child of that name, a new one where need be. */
static ap_spec_node *member(spec_run *run, ap_spec_node *parent, const char *name)
{
    ap_spec_node *last = parent->last;
    if (last != NULL && ap_spec_same(last->name, name) && !is_length(last))
        return last;
    ap_spec_node *node = ap_spec_child(parent, name, false);
    return node != NULL ? node : add(run, parent, name);
}

static ap_spec_node *element(spec_run *run, ap_spec_node *array, size_t index)
{
    array->what = AP_SPEC_ARRAY;
    if (index + 1 == array->child_count)
        return array->last;
    assert(index == array->child_count); /* elements come in their order */
    ap_spec_node *node = add(run, array, NULL);
    if (node != NULL)
        node->kind = array->kind;
    if (array->length < array->child_count)
        array->length = array->child_count;
    return node;
}

/* The node at the path, and at `name` in it unless that is NULL. */
static ap_spec_node *find(spec_run *run, const ap_path *path, const char *name)
{
    ap_spec_node *node = run->trace->root;
    for (size_t i = 0; i < path->depth && node != NULL; i++) {
        const ap_path_part *part = &path->parts[i];
        node = member(run, node, part->name);
        if (node != NULL && part->index != AP_NO_INDEX)
            node = element(run, node, part->index);
    }
    return node == NULL || name == NULL ? node : member(run, node, name);
}

static bool note(
    ap_spec_node *node, const ap_io *io, ap_type type, ap_role role, size_t length, uint64_t bits)
{
    if (node == NULL)
        return false;
    node->what = AP_SPEC_FIELD;
    node->type = type;
    node->role = role;
    node->set = io->set;
    node->swap = io->swap;
    node->bits = bits;
    node->span = (ap_span){ ap_written(io->writer), length };
    return true;
}

/* The filler */

static uint64_t swapped(uint64_t bits, ap_type type)
{
    return type == AP_TYPE_U64 ? __builtin_bswap64(bits) : __builtin_bswap32((uint32_t)bits);
}

/* Numbers as good files have them, and as bad ones do. */
static double draw_number(spec_run *run)
{
    static const double usual[] = { 0, 1, -1, 0.5, 30, 24, NAN, INFINITY };
    const size_t count = sizeof usual / sizeof *usual;
    const size_t drawn = (size_t)(draw(run) % (2 * count));
    return drawn < count ? usual[drawn] : (double)(draw(run) % 4096) / 1024;
}

static uint64_t draw_bits(spec_run *run, ap_type type, ap_role role)
{
    if (type == AP_TYPE_F64)
        return ap_bits_of_double(draw_number(run));
    if (type == AP_TYPE_F32)
        return ap_bits_of_float((float)draw_number(run));
    if (role == AP_ROLE_ENUM)
        return draw(run) % 24;
    const double number = draw_number(run);
    return isfinite(number) ? (uint32_t)(int32_t)number : (uint32_t)draw(run);
}

static uint64_t answer(spec_run *run, ap_type type, ap_role role, uint64_t mark)
{
    ap_spec_trace *trace = run->trace;
    switch (role) {
    case AP_ROLE_MAGIC:
        return run->answers->swapped ? swapped(mark, type) : mark;
    case AP_ROLE_VERSION:
        return trace->versions++ < AP_SPEC_VERSIONS ? run->answers->versions[trace->versions - 1] : 0;
    case AP_ROLE_FLAG:
        if (trace->flags++ < AP_SPEC_FLAGS && (run->answers->flags >> (trace->flags - 1) & 1) != 0)
            return 1 + draw(run) % 2;
        return 0;
    case AP_ROLE_COUNT:
        return draw_count(run);
    default:
        return draw_bits(run, type, role);
    }
}

static size_t size_of(ap_type type)
{
    if (type == AP_TYPE_U8)
        return sizeof(uint8_t);
    return type == AP_TYPE_U64 || type == AP_TYPE_F64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

static bool number(
    void *context, const ap_io *io, const char *name, ap_type type, ap_role role, uint64_t *bits)
{
    spec_run *run = context;
    *bits = answer(run, type, role, *bits);
    return note(find(run, &io->path, name), io, type, role, size_of(type), *bits);
}

/* A length in one byte, or in one more than it needs. */
static ap_view spell_length(spec_run *run)
{
    const size_t size = 1 + (size_t)(draw(run) % 2);
    run->spelling[0] = (uint8_t)(draw_count(run) | (size > 1 ? 0x80 : 0));
    run->spelling[1] = 0;
    return (ap_view){ run->spelling, size };
}

static bool bytes(
    void *context, const ap_io *io, const char *name, ap_type type, size_t counted, ap_view *view)
{
    static const uint8_t names[][AP_SPEC_MOST] = { "abc", "a c", { 0xff, 0xfe, 'c' }, "ab" };
    spec_run *run = context;
    if (type == AP_TYPE_LENGTH) {
        ap_spec_node *parent = find(run, &io->path, NULL);
        *view = spell_length(run);
        return parent != NULL
               && note(add(run, parent, name), io, type, AP_ROLE_COUNT, view->size, run->spelling[0] & 0x7f);
    }
    ap_spec_node *node = find(run, &io->path, name);
    if (counted > AP_SPEC_MOST || !note(node, io, type, AP_ROLE_NAME, counted, 0))
        return false;
    node->length = counted;
    *view = (ap_view){ names[draw(run) % (sizeof names / sizeof *names)], counted };
    return true;
}

static size_t length(void *context, const ap_io *io, const char *name, size_t counted)
{
    spec_run *run = context;
    ap_spec_node *node = find(run, &io->path, name);
    if (node != NULL && name == NULL) /* the elements are an array */
        node = member(run, node, NULL);
    if (node == NULL)
        return 0;
    node->what = AP_SPEC_ARRAY;
    node->uncounted = counted == AP_UNCOUNTED;
    node->length = node->uncounted ? draw_count(run) : counted;
    return node->length;
}

static void kind(void *context, const ap_io *io, const char *kind)
{
    spec_run *run = context;
    ap_spec_node *node = find(run, &io->path, NULL);
    if (node != NULL)
        node->kind = kind;
}

static void refuse(void *context, const ap_io *io, const char *name, const char *message)
{
    (void)context;
    (void)io;
    (void)name;
    (void)message;
}

static bool drop(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return true;
}

/* Says where records and arrays are, by what they consist of; those without a byte are nowhere. */
static void settle_spans(ap_spec_node *node)
{
    for (ap_spec_node *child = node->first; child != NULL; child = child->next) {
        settle_spans(child); /* as deep as a path is */
        if (child->span.length == 0)
            continue;
        if (node->span.length == 0)
            node->span.offset = child->span.offset;
        node->span.length = ap_span_end(child->span) - node->span.offset;
    }
}

bool ap_spec_run(const ap_spec_runner *runner, const ap_spec_answers *answers, ap_spec_trace *trace)
{
    spec_run run = { .trace = trace, .answers = answers, .arena = runner->arena, .drawn = answers->seed };
    const ap_filler filler = { number, bytes, length, refuse, &run, kind, NULL };
    *trace = (ap_spec_trace){ .root = ap_alloc(runner->arena, sizeof *trace->root) };
    if (trace->root == NULL)
        return false;
    *trace->root = (ap_spec_node){ .kind = runner->format->name };
    ap_writer_init(runner->writer, drop, NULL);
    trace->refused = !runner->format->fill(&filler, runner->variant, runner->arena, runner->writer);
    settle_spans(trace->root);
    return !runner->arena->failed;
}
