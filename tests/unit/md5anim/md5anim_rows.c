/* Tests the fast path that reads many entries of a section at once. Its findings, position and stored values equal those of the
   reference path, which a listener selects. A section without findings is read by the fast path up to its }. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number_run_avx2.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/reading_ways.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"
#include "validators/md5anim/md5anim_stream.h"

enum { TEXTS = 12000, ENTRIES = 150, TEXT_BYTES = 32 * 1024, PADDING = 80 };

typedef enum section_kind { JOINTS, BOUNDS, BASEFRAME } section_kind;

typedef struct section_text {
    char bytes[TEXT_BYTES];
    size_t used;
    int entries;
    bool plain;   /* every entry is one that the fast path must accept */
    bool changed; /* a byte was changed, or an entry is not plain */
} section_text;

__attribute__((format(printf, 2, 3))) static void append_text(section_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text->used += (size_t)vsnprintf(text->bytes + text->used, TEXT_BYTES - text->used, format, arguments);
    va_end(arguments);
}

static double random_coordinate_up_to_half(choices *random)
{
    return ((double)random_number_below(random, 1000001) - 500000)
           / 1000000; /* at most 0.5: three such components are a valid rotation */
}

/* Appends a joint; unless the text is plain, sometimes with an empty or long name, or as a root after the first joint. */
static void append_joint(section_text *text, int index, choices *random)
{
    enum { EMPTY, SHORT_OF_32, LONG, LATER_ROOT, PLAIN, KINDS = 80 };
    static const int name_bytes[] = { [EMPTY] = 0, [SHORT_OF_32] = 31, [LONG] = 32 };
    const unsigned kind = text->plain ? PLAIN : random_number_below(random, KINDS);
    const int parent =
        index == 0 || kind == LATER_ROOT ? -1 : (int)random_number_below(random, (unsigned)index);
    text->changed |= kind < PLAIN;
    if (kind <= LONG)
        append_text(text, "\t\"%.*s\"", name_bytes[kind], "a_joint_that_has_a_very_long_name");
    else
        append_text(text, "\t\"joint_%d\"", index);
    append_text(
        text, " %d %u\t%u", parent, random_number_below(random, 64), random_number_below(random, 100));
}

static void append_section_entry(section_text *text, section_kind kind, int index, choices *random)
{
    static const char *const comments[] = { "", " // a \"comment\"", " //", "\t// ( 1 2 3 )" };
    static const char *const ends[] = { "\n", "\n", "\n", "\r\n", " \n\n" };
    if (kind == JOINTS) {
        append_joint(text, index, random);
        append_text(
            text, "%s%s", comments[random_number_below(random, 4)], ends[random_number_below(random, 5)]);
        return;
    }
    const double up = kind == BOUNDS ? 2 : 0;
    for (int vector = 0; vector < 2; vector++)
        append_text(text, "%s( %.6f %.7f %.5f )", vector == 0 ? "\t" : " ",
            random_coordinate_up_to_half(random) + up * vector,
            random_coordinate_up_to_half(random) + up * vector,
            random_coordinate_up_to_half(random) + up * vector);
    append_text(text, "%s", ends[random_number_below(random, 5)]);
}

/* Generates a header, a section and padding after the section; changes up to `most_changes` bytes of the section. */
static void generate_section(section_text *text, section_kind kind, choices *random, unsigned most_changes)
{
    static const char *const names[] = { "hierarchy", "bounds", "baseframe" };
    static const char inserted[] = " \n\r\t\0.-0123456789e}{()()\"/\x80\f\\a";
    text->used = 0;
    text->changed = false;
    text->plain = most_changes == 0;
    text->entries = (int)random_number_below(random, random_number_below(random, 3) == 0 ? ENTRIES : 12);
    append_text(text, "MD5Version 10\ncommandline \"\"\n\n%s {\n", names[kind]);
    const size_t start = text->used;
    for (int i = 0; i < text->entries; i++)
        append_section_entry(text, kind, i, random);
    for (unsigned i = random_number_below(random, most_changes + 1); i > 0 && text->used > start; i--) {
        text->bytes[start + random_number_below(random, (unsigned)(text->used - start))] =
            inserted[random_number_below(random, sizeof inserted - 1)];
        text->changed = true;
    }
    append_text(text, "}\n");
    for (int i = 0; i < PADDING; i++)
        append_text(text, i % 16 == 0 ? "\n" : "x");
}

/* A reader of one section, and the reader's results. */
typedef struct section_read_state {
    ap_arena arena;
    ap_findings findings;
    ap_md5anim_stream reader;
    bool complete; /* the section was read up to its } */
} section_read_state;

static void init_section_reading(section_read_state *r, ap_view input, int count)
{
    ap_arena_init(&r->arena, 0);
    ap_findings_init(&r->findings, &r->arena, NULL, 0, 0);
    memset(&r->reader, 0, sizeof r->reader);
    ap_md5anim_begin_reading_and_check_type(&r->reader, input, &r->findings);
    ap_lexer *lexer = &r->reader.base.text.lexer;
    lexer->at = (size_t)((const uint8_t *)strstr((const char *)input.bytes, "\n\n") + 2 - input.bytes);
    const ap_text_integer known = { .value = count, .known = count >= 0 };
    r->reader.frame_count = r->reader.base.joint_count = known;
}

static void read_section(section_read_state *r, section_kind kind)
{
    r->complete = kind == JOINTS   ? ap_md5anim_read_or_write_hierarchy(&r->reader.base)
                  : kind == BOUNDS ? ap_md5anim_read_or_write_bounds(&r->reader.base)
                                   : ap_md5anim_read_or_write_baseframe(&r->reader.base);
    ap_findings_sort(&r->findings);
}

static void expect_same_joints(const ap_md5_joints *a, const ap_md5_joints *b, int number)
{
    cr_assert(a->count == b->count && a->named == b->named && a->complete == b->complete
                  && a->later_roots == b->later_roots && a->second_root == b->second_root,
        "text %d: %zu joints by the fast path, %zu by the reference path", number, a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const ap_md5_joint_entry *one = &a->items[i], *other = &b->items[i];
        cr_assert(one->name.bytes == other->name.bytes && one->name.size == other->name.size
                      && one->name_at == other->name_at && one->name_token_bytes == other->name_token_bytes
                      && one->parent == other->parent && one->flags == other->flags
                      && one->start_index == other->start_index && one->parent_known == other->parent_known
                      && one->flags_valid == other->flags_valid && one->start_known == other->start_known
                      && one->parent_span.offset == other->parent_span.offset
                      && one->parent_span.length == other->parent_span.length
                      && one->start_span.offset == other->start_span.offset
                      && one->start_span.length == other->start_span.length,
            "text %d: joint %zu", number, i);
    }
}

static void expect_same_results(const section_read_state *a, const section_read_state *b, int number)
{
    const ap_md5anim_stream *fast = &a->reader, *slow = &b->reader;
    const ap_lexer *one = &fast->base.text.lexer, *other = &slow->base.text.lexer;
    expect_same_findings(&a->findings, &b->findings, number);
    cr_assert_eq(a->complete, b->complete, "text %d", number);
    cr_assert(one->at == other->at && one->token_end == other->token_end
                  && one->line_passed == other->line_passed && one->at_line_start == other->at_line_start
                  && fast->base.text.has_next == slow->base.text.has_next,
        "text %d: the fast path stops at %zu, the reference path at %zu", number, one->at, other->at);
    cr_assert_eq(fast->bounds_are_zero, slow->bounds_are_zero, "text %d", number);
    cr_assert_eq(fast->orientation_count, slow->orientation_count, "text %d", number);
    for (size_t i = 0; i < fast->orientation_count; i++) {
        for (size_t axis = 0; axis < 3; axis++)
            cr_assert(fast->orientation_valid[i][axis] == slow->orientation_valid[i][axis]
                          && (!slow->orientation_valid[i][axis]
                              || fast->orientations[i][axis] == slow->orientations[i][axis]),
                "text %d: orientation %zu", number, i);
    }
    expect_same_joints(&fast->base.joints, &slow->base.joints, number);
}

/* Compares the fast path, the fast path without SIMD and the reference path. Returns the number of findings. */
static size_t compare_fast_and_reference_path(
    const section_text *text, section_kind kind, int count, int number)
{
    static section_read_state fast, slow, no_simd;
    static const ap_listener listener = { .field = ignore_field };
    char *copy = malloc(text->used + 1);
    memcpy(copy, text->bytes, text->used);
    copy[text->used] = '\0';
    const ap_view input = { (const uint8_t *)copy, text->used };
    init_section_reading(&fast, input, count);
    init_section_reading(&slow, input, count);
    init_section_reading(&no_simd, input, count);
    slow.reader.base.text.io.listener = &listener;
    no_simd.reader.base.no_simd = true;
    read_section(&fast, kind);
    read_section(&slow, kind);
    read_section(&no_simd, kind);
    expect_same_results(&fast, &slow, number);
    expect_same_results(&no_simd, &slow, number);
    const size_t findings = fast.findings.kept;
    ap_arena_free(&fast.arena);
    ap_arena_free(&slow.arena);
    ap_arena_free(&no_simd.arena);
    free(copy);
    return findings;
}

Test(md5anim_rows, both_paths_read_random_sections_alike)
{
    static section_text text;
    choices random = { 20261122 };
    const int texts = (int)sample_size(TEXTS);
    size_t findings = 0, clean = 0;
    for (int i = 0; i < texts; i++) {
        const section_kind kind = (section_kind)(i % 3);
        generate_section(&text, kind, &random, i % 2 == 0 ? 0 : 3);
        const int counts[] = { text.entries, text.entries, -1, text.entries + 1, text.entries / 2 };
        const size_t found =
            compare_fast_and_reference_path(&text, kind, counts[random_number_below(&random, 5)], i);
        findings += found;
        clean += found == 0;
    }
    cr_assert(findings > (size_t)texts / 2 && clean > (size_t)texts / 4,
        "too few findings (%zu) or texts without a finding (%zu)", findings, clean);
}

/* Returns how many entries the fast path reads after the {. */
static size_t count_entries_read_by_fast_path(section_kind kind, const char *bytes, size_t size, int count)
{
    static section_read_state r;
    init_section_reading(&r, (ap_view){ (const uint8_t *)bytes, size }, count);
    ap_lexer *lexer = &r.reader.base.text.lexer;
    lexer->at = lexer->token_end = (size_t)(strchr(bytes + lexer->at, '{') + 1 - bytes);
    lexer->line_passed = lexer->at_line_start = false;
    r.reader.bounds_are_zero = true;
    const size_t most = count < 0 ? SIZE_MAX : (size_t)count;
    const ap_md5_list list =
        kind == BOUNDS ? ap_md5anim_bounds_list(&r.reader) : ap_md5anim_baseframe_list(&r.reader);
    const size_t taken = list.read_many(&r.reader.base, 0, most);
    cr_assert_null(r.findings.first);
    ap_arena_free(&r.arena);
    return taken;
}

/* No byte is changed: the fast path may leave changed bytes to the reference path even if they cause no finding. */
Test(md5anim_rows, the_fast_path_reads_every_entry_of_a_plain_section)
{
    static section_text text;
    choices random = { 5 };
    for (int i = 0, texts = (int)sample_size(TEXTS / 4); i < texts; i++) {
        const section_kind kind = i % 2 == 0 ? BOUNDS : BASEFRAME;
        generate_section(&text, kind, &random, 0);
        const size_t taken =
            count_entries_read_by_fast_path(kind, text.bytes, text.used, i % 4 < 2 ? -1 : text.entries);
        cr_assert_eq(taken, ap_can_use_avx2() ? (size_t)text.entries : 0,
            "text %d: the fast path read %zu of %d entries", i, taken, text.entries);
    }
}
