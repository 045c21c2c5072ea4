/* Tests validators/services/fixing/fixing.h: the bytes that fixers read grow linearly with the file, whatever the number of
   findings of a rule; a used-up budget is reported; and the work can be stopped between fixers. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/support/at_end.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "validators/registry.h"
#include "validators/services/fixing/fixing.h"

enum { FEWEST = 250, MOST_READINGS = 30 };

static const char head[] = "MD5Version 10\ncommandline \"\"\n\nnumFrames %zu\nnumJoints %zu\nframeRate 24\n"
                           "numAnimatedComponents 0\n\nhierarchy {\n";

static void write_bounds_and_baseframe(FILE *out, size_t frames, size_t joints)
{
    fprintf(out, "}\n\nbounds {\n");
    for (size_t i = 0; i < frames; i++)
        fprintf(out, "\t( -1 -1 -1 ) ( 1 1 1 )\n");
    fprintf(out, "}\n\nbaseframe {\n");
    for (size_t i = 0; i < joints; i++)
        fprintf(out, "\t( 0 0 0 ) ( 0 0 0 )\n");
    fprintf(out, "}\n\n");
}

/* Texts of one kind: `write` writes a text that has about `count` findings. */
typedef struct text_family {
    const char *format;
    void (*write)(FILE *out, const struct text_family *of, size_t count);
    size_t (*index)(
        size_t position, size_t count); /* returns the index that the frame at a position of the file has */
    const char *before, *after;         /* text before and after the number of a joint's parent */
    bool names_parent;                  /* a comment after the joint names the parent */
} text_family;

static void write_frames(FILE *out, const text_family *of, size_t count)
{
    fprintf(out, head, count, (size_t)1);
    fprintf(out, "\t\"root\" -1 0 0\n");
    write_bounds_and_baseframe(out, count, 1);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "frame %zu {\n}\n\n", of->index(i, count));
}

static size_t index_from_the_end(size_t position, size_t count)
{
    return count - 1 - position;
}

static size_t always_index_0(size_t position, size_t count)
{
    (void)position;
    (void)count;
    return 0;
}

/* 7919 is a prime, so each index occurs once. */
static size_t shuffled_index(size_t position, size_t count)
{
    return position * 7919 % count;
}

/* The parent of each joint is the joint before. */
static void write_joints(FILE *out, const text_family *of, size_t count)
{
    fprintf(out, head, (size_t)1, count);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "\t\"j%zu\" %s%ld%s", i, of->before, (long)i - 1, of->after);
        if (of->names_parent && i > 0)
            fprintf(out, "\t// j%zu", i - 1);
        fprintf(out, "\n");
    }
    write_bounds_and_baseframe(out, 1, count);
    fprintf(out, of->names_parent ? "frame 0\n{\n}\n" : "frame 0 {\n}\n");
}

static void write_vertices(FILE *out, const text_family *of, size_t count)
{
    (void)of;
    fprintf(out,
        "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n"
        "\t\"a\"\t-1 ( 0 0 0 ) ( 0 0 0 )\n}\n\nmesh {\n\tshader \"s\"\n\n\tnumverts %zu\n",
        count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "\tvert %zu ( 0 0 ) x 1\n", i);
    fprintf(out, "\n\tnumtris 0\n\n\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n}\n");
}

static void write_cuts(FILE *out, const text_family *of, size_t count)
{
    (void)of;
    fprintf(out, "MD5Version 10\ncommandline \"\"\n\nnumFrames %zu\nframeRate 24\nnumCuts %zu\n\ncuts {\n",
        count + 1, count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "\tx%zu\n", i);
    fprintf(out, "}\n\ncamera {\n");
    for (size_t i = 0; i <= count; i++)
        fprintf(out, "\t( 0 0 0 ) ( 0 0 0 ) 90\n");
    fprintf(out, "}\n");
}

static void write_repeated_keys(FILE *out, const text_family *of, size_t count)
{
    (void)of;
    fprintf(out, "MD5Version 10\ncommandline \"\"\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "numFrames 1\n");
    fprintf(out, "hierarchy {\n}\n");
}

static void write_block_comments(FILE *out, const text_family *of, size_t count)
{
    (void)of;
    fprintf(out, head, (size_t)1, (size_t)1);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "/* a */\n");
    fprintf(out, "/* b */ \"root\" -1 0 0\n");
    write_bounds_and_baseframe(out, 1, 1);
    fprintf(out, "frame 0 {\n}\n");
}

static const text_family families[] = {
    { "md5anim", write_frames, .index = index_from_the_end },
    { "md5anim", write_frames, .index = always_index_0 },
    { "md5anim", write_frames, .index = shuffled_index },
    { "md5anim", write_joints, .before = "", .after = ".0 0 0" },
    { "md5anim", write_joints, .before = "x", .after = " 0 0" },
    { "md5anim", write_joints, .before = "", .after = " 0 -3" },
    { "md5anim", write_joints, .before = "", .after = " 0 0", .names_parent = true },
    { "md5anim", write_repeated_keys, .index = NULL },
    { "md5anim", write_block_comments, .index = NULL },
    { "md5mesh", write_vertices, .index = NULL },
    { "md5camera", write_cuts, .index = NULL },
};

/* Loads a text of the family, which ap_fixing_load copies. Returns the size of the text in bytes. */
static size_t write_and_load_text(ap_fixing *fixing, const text_family *of, size_t count)
{
    size_t size;
    of->write(open_text_stream(), of, count);
    const char *text = close_text_stream(&size);
    cr_assert(ap_fixing_load(fixing, ap_find_format(of->format), (ap_view){ (const uint8_t *)text, size }));
    return size;
}

Test(fixing_work, the_bytes_read_grow_with_the_file)
{
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        for (size_t count = FEWEST; count <= 8 * FEWEST; count *= 2) {
            AT_END(ap_fixing_free) ap_fixing fixing;
            ap_fixing_init(&fixing, 0);
            const size_t size = write_and_load_text(&fixing, &families[f], count);
            cr_expect(ap_fixing_run(&fixing) && !fixing.exhausted);
            cr_expect(fixing.fixed + fixing.refused > 0, "family %zu has nothing to fix", f);
            cr_expect_lt(fixing.used, MOST_READINGS * size,
                "family %zu, count %zu: the %zu bytes of the text are read %.1f times, which is too often", f,
                count, size, (double)fixing.used / (double)size);
        }
    }
}

/* Returns the number of notes that say that the budget is used up. */
static size_t count_budget_notes(const ap_fixing *fixing)
{
    size_t reported = 0;
    for (const ap_fix_outcome *note = fixing->outcomes; note != NULL; note = note->next)
        reported += note->refused != NULL && strstr(note->refused, "budget") != NULL;
    return reported;
}

Test(fixing_work, a_used_up_budget_is_reported)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    fixing.budget = (ap_fixing_budget){ 1000, 2 };
    (void)write_and_load_text(&fixing, &families[3], FEWEST);
    const size_t found = fixing.versions[0].findings.kept;
    cr_expect(ap_fixing_run(&fixing) && fixing.exhausted);
    cr_expect_gt(count_budget_notes(&fixing), FEWEST / 2);
    cr_expect_leq(count_budget_notes(&fixing), found);
    cr_expect_eq(fixing.fixed, 0);
    fixing.budget = AP_FIXING_BUDGET;
    (void)write_and_load_text(&fixing, &families[3], FEWEST);
    cr_expect(ap_fixing_run(&fixing) && !fixing.exhausted && count_budget_notes(&fixing) == 0);
    cr_expect_gt(fixing.fixed, FEWEST / 2);
}

typedef struct stop_counter {
    size_t calls, stop_at;
} stop_counter;

static bool count_call_and_stop(void *context)
{
    stop_counter *s = context;
    return ++s->calls >= s->stop_at;
}

/* Whichever fixer the work stops after, the current version has the findings of its text. */
Test(fixing_work, the_work_can_be_stopped_between_fixers)
{
    bool ended = false;
    for (size_t stop_at = 1; stop_at < 200 && !ended; stop_at++) {
        AT_END(ap_fixing_free) ap_fixing fixing;
        stop_counter s = { 0, stop_at };
        ap_fixing_init(&fixing, 0);
        fixing.stop = count_call_and_stop;
        fixing.stop_context = &s;
        (void)write_and_load_text(&fixing, &families[3], 20);
        cr_expect(ap_fixing_run(&fixing));
        ended = !fixing.stopped;
        cr_expect(ended ? fixing.fixed > 0 : s.calls == stop_at);
        AT_END(lint_end) lint_run run;
        const ap_text_version *version = ap_fixing_current_version(&fixing);
        lint_begin(&run, fixing.format, version->text, NULL);
        cr_expect(version->text.size > 0 && version->findings.reported == run.findings.reported,
            "stopped after call %zu: %zu findings, but its text has %zu", stop_at, version->findings.reported,
            run.findings.reported);
    }
    cr_expect(ended);
}
