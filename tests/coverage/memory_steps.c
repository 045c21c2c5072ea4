/* Makes each allocation fail once while files are judged, mended, written, pruned, compared, described and placed: memory_steps FILE...
   Each verb then either says that memory has run out, or gives what it gives with memory enough. Ends with
   "N passed, N failed"; the exit status is 0, 1 where something failed, 2 where a file cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/input.h"
#include "tests/coverage/written_text.h"
#include "validators/field_at.h"
#include "validators/lint_bytes.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/rewrite.h"
#include "validators/services/fixing/fixing.h"

enum {
    EACH_UP_TO = 40, /* allocations that fail one by one; of those after them, every so many */
    MOST_STEPS = 2000,
    TEXT_BYTES = 512,
    MOST_FAULTS = 20, /* printed */
};

typedef struct outcome {
    bool said;          /* that memory has run out */
    bool holds;         /* what the verb returns */
    ap_view text;       /* what it gives, in the arena */
    size_t allocations; /* that it has made */
} outcome;

typedef struct subject {
    const char *name;
    const ap_format *format;
    ap_view input;
    const char *path; /* of a field */
    ap_arena *arena;  /* of the verb; fail_at is set */
} subject;

typedef outcome (*verb)(const subject *s);

static size_t passed, failed;

static void check(bool holds, const subject *s, const char *verb_name, size_t step)
{
    passed += holds;
    if (!holds && failed++ < MOST_FAULTS)
        printf("FAILED: %s: %s, allocation %zu\n", s->name, verb_name, step);
}

/* The text in memory of its own, which the caller frees. */
static ap_view copy_of(ap_view text)
{
    uint8_t *bytes = malloc(text.size + 1);
    if (bytes == NULL)
        abort();
    if (text.size > 0)
        memcpy(bytes, text.bytes, text.size);
    return (ap_view){ bytes, text.size };
}

static outcome end(const subject *s, bool holds, ap_view text)
{
    return (outcome){ s->arena->failed, holds, copy_of(text), s->arena->allocations };
}

static outcome prune(const subject *s)
{
    static ap_writer writer;
    written_text written = { NULL, 0 };
    ap_writer_init(&writer, take_text, &written);
    const bool holds = s->format->prune(s->input, s->arena, &writer) && ap_writer_finish(&writer);
    const outcome ended = end(s, holds, (ap_view){ written.bytes, holds ? written.size : 0 });
    free(written.bytes);
    return ended;
}

static outcome judge(const subject *s)
{
    const ap_lint_options options = { .policy = NULL };
    ap_findings findings;
    ap_lint_result result;
    ap_findings_init(&findings, s->arena, NULL, 0, 0);
    ap_lint_as(s->format, s->input, &options, &findings, &result);
    return end(s, !s->arena->failed, (ap_view){ (const uint8_t *)&findings.reported, sizeof(size_t) });
}

static outcome rewrite(const subject *s)
{
    ap_rewrite about;
    const ap_lint_options options = { .policy = NULL };
    const ap_rewrite_result result = ap_rewrite_check(s->format, s->input, &options, s->arena, &about);
    return end(s, result == AP_REWRITE_SAME, (ap_view){ NULL, 0 });
}

static outcome same(const subject *s)
{
    char one[AP_SAME_PATH_BYTES], other[AP_SAME_PATH_BYTES];
    const bool holds = s->format->same(s->input, s->input, s->arena, one, other);
    return end(s, holds, (ap_view){ NULL, 0 });
}

static outcome describe(const subject *s)
{
    char text[TEXT_BYTES] = "";
    const bool holds = s->format->describe(s->input, s->path, s->arena, text, sizeof text);
    return end(s, holds, (ap_view){ (const uint8_t *)text, holds ? strlen(text) : 0 });
}

static outcome place(const subject *s)
{
    static const double times[] = { 0, 0.01, 1000 };
    ap_md5anim_poses poses = { .transforms = NULL };
    const bool holds = ap_md5anim_compute_poses(s->input, times, 3, s->arena, &poses);
    return end(s, holds,
        (ap_view){ (const uint8_t *)poses.transforms,
            holds ? 3 * poses.joint_count * sizeof *poses.transforms : 0 });
}

static size_t next_step(size_t step)
{
    return step < EACH_UP_TO ? step + 1 : step + step / 8;
}

static outcome run(subject *s, verb does, size_t fail_at)
{
    ap_arena arena;
    ap_arena_init(&arena, 0);
    arena.fail_at = fail_at;
    s->arena = &arena;
    const outcome ended = does(s);
    ap_arena_free(&arena);
    return ended;
}

/* may_say_both: memory may run out for what the verb's result does not need. */
static void step_through(subject *s, const char *name, verb does, bool may_say_both)
{
    const outcome whole = run(s, does, 0);
    for (size_t step = 1; step <= whole.allocations && step < MOST_STEPS; step = next_step(step)) {
        const outcome some = run(s, does, step);
        const bool as_ever = some.holds == whole.holds && is_text(some.text, whole.text);
        check(as_ever ? !some.said || may_say_both : some.said && !some.holds, s, name, step);
        free((void *)some.text.bytes);
    }
    free((void *)whole.text.bytes);
}

/* Mending: three arenas */

static ap_arena *arena_of(ap_fixing *fixing, size_t which)
{
    return which < 2 ? &fixing->states[which].arena : &fixing->notes_arena;
}

static outcome mend(const subject *s, bool unsafe, size_t which, size_t step)
{
    ap_fixing fixing;
    const ap_lint_options options = { .policy = NULL };
    ap_fixing_init(&fixing, 0);
    fixing.options = &options;
    fixing.unsafe = unsafe;
    if (!ap_fixing_load(&fixing, s->format, s->input))
        abort();
    ap_arena *arena = arena_of(&fixing, which);
    const size_t before = arena->allocations;
    arena->fail_at = step == 0 ? 0 : before + step;
    const bool holds = ap_fixing_run(&fixing);
    const outcome ended = { fixing.failed, holds, copy_of(ap_fixed(&fixing)->text),
        arena->allocations - before };
    ap_fixing_free(&fixing);
    return ended;
}

static void step_through_fixing(const subject *s, bool unsafe)
{
    for (size_t which = 0; which < 3; which++) {
        const outcome whole = mend(s, unsafe, which, 0);
        for (size_t step = 1; step <= whole.allocations && step < MOST_STEPS; step = next_step(step)) {
            const outcome some = mend(s, unsafe, which, step);
            check(some.said == !some.holds && (some.said || is_text(some.text, whole.text)), s, "mending",
                step);
            free((void *)some.text.bytes);
        }
        free((void *)whole.text.bytes);
    }
}

static void step_through_descriptions(subject *s)
{
    const ap_lint_options options = { .policy = NULL };
    for (size_t at = 0; at < s->input.size; at += 1 + s->input.size / 16) {
        ap_arena arena;
        ap_arena_init(&arena, 0);
        const ap_field_at field = ap_find_field_at(s->format, s->input, &options, &arena, at);
        s->path = field.path;
        if (field.known)
            step_through(s, "describe", describe, true);
        ap_arena_free(&arena);
    }
}

static void step_through_all(subject *s)
{
    ap_arena arena;
    ap_findings findings;
    ap_lint_result result;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    s->format = ap_lint_bytes(s->input, s->name, NULL, NULL, &findings, &result);
    const bool valid = s->format != NULL && findings.counts[AP_ERROR] == 0;
    const bool found = findings.reported > 0;
    ap_arena_free(&arena);
    if (s->format != NULL)
        step_through(s, "judge", judge, false);
    if (valid)
        step_through(s, "rewrite", rewrite, false);
    if (valid && s->format->prune != NULL)
        step_through(s, "prune", prune, false);
    if (valid && s->format->same != NULL)
        step_through(s, "same", same, false);
    if (valid && strcmp(s->format->name, "md5anim") == 0)
        step_through(s, "place", place, false);
    if (s->format != NULL && s->format->describe != NULL)
        step_through_descriptions(s);
    if (s->format != NULL && found && s->format->fixers != NULL) {
        step_through_fixing(s, false);
        step_through_fixing(s, true);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        ap_input input = { .error = "" };
        if (ap_input_load(&input, argv[i]) != AP_OK) {
            printf("%s: %s\n", argv[i], input.error);
            return 2;
        }
        subject s = { .name = argv[i], .input = input.view };
        step_through_all(&s);
        ap_input_release(&input);
    }
    printf("memory: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
