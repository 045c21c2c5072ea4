/* Makes allocations fail, one in each run, while files are linted, fixed, rewritten, pruned, compared, described and posed:
   memory_steps FILE...
   Each operation must then report that memory ran out, or give the result that it gives with enough memory. Prints "N passed, N
   failed". Exit status: 0, 1 if a check failed, 2 if a file cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/input.h"
#include "tests/lab/coverage/written_text.h"
#include "validators/field_at.h"
#include "validators/lint_bytes.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/rewrite.h"
#include "validators/services/fixing/fixing.h"

enum {
    EACH_UP_TO = 40,   /* allocations up to this one fail one by one; later steps grow by an eighth */
    MOST_STEPS = 2000, /* later allocations do not fail */
    TEXT_BYTES = 512,
    MOST_FAULTS = 20, /* limit of printed failures */
};

typedef struct operation_outcome {
    bool no_memory;     /* the operation reported that memory ran out */
    bool succeeded;     /* true if the operation succeeded */
    ap_view text;       /* the output of the operation; the caller frees it */
    size_t allocations; /* number of allocations made */
} operation_outcome;

typedef struct tested_file {
    const char *name;
    const ap_format *format;
    ap_view input;
    const char *path; /* path of a field, for `describe` */
    ap_arena *arena;  /* arena of the operation, with fail_at set */
} tested_file;

typedef operation_outcome (*operation_function)(const tested_file *s);

static size_t passed, failed;

static void check_missing_memory_is_handled(
    bool is_handled, const tested_file *s, const char *verb_name, size_t step)
{
    passed += is_handled;
    if (!is_handled && failed++ < MOST_FAULTS)
        printf("FAILED: %s: %s must succeed or report missing memory if allocation %zu fails\n", s->name,
            verb_name, step);
}

/* Copies the text. The caller frees the copy. */
static ap_view copy_of(ap_view text)
{
    uint8_t *bytes = malloc(text.size + 1);
    if (bytes == NULL)
        abort();
    if (text.size > 0)
        memcpy(bytes, text.bytes, text.size);
    return (ap_view){ bytes, text.size };
}

static operation_outcome outcome_of_operation(const tested_file *s, bool succeeded, ap_view text)
{
    return (operation_outcome){ s->arena->failed, succeeded, copy_of(text), s->arena->allocations };
}

static operation_outcome run_prune(const tested_file *s)
{
    static ap_writer writer;
    written_text written = { NULL, 0 };
    ap_writer_init(&writer, append_text_or_abort, &written);
    const bool succeeded = s->format->prune(s->input, s->arena, &writer) && ap_writer_flush(&writer);
    const operation_outcome ended =
        outcome_of_operation(s, succeeded, (ap_view){ written.bytes, succeeded ? written.size : 0 });
    free(written.bytes);
    return ended;
}

static operation_outcome run_lint_for_finding_count(const tested_file *s)
{
    const ap_lint_options options = { .policy = NULL };
    ap_findings findings;
    ap_lint_result result;
    ap_findings_init(&findings, s->arena, NULL, 0, 0);
    ap_lint_as(s->format, s->input, &options, &findings, &result);
    return outcome_of_operation(
        s, !s->arena->failed, (ap_view){ (const uint8_t *)&findings.reported, sizeof(size_t) });
}

static operation_outcome run_rewrite_and_compare(const tested_file *s)
{
    ap_rewrite about;
    const ap_lint_options options = { .policy = NULL };
    const ap_rewrite_result result = ap_rewrite_and_compare(s->format, s->input, &options, s->arena, &about);
    return outcome_of_operation(s, result == AP_REWRITE_SAME, (ap_view){ NULL, 0 });
}

static operation_outcome compare_with_itself(const tested_file *s)
{
    char one[AP_SAME_PATH_BYTES], other[AP_SAME_PATH_BYTES];
    const bool succeeded = s->format->same(s->input, s->input, s->arena, one, other);
    return outcome_of_operation(s, succeeded, (ap_view){ NULL, 0 });
}

static operation_outcome describe_field(const tested_file *s)
{
    char text[TEXT_BYTES] = "";
    const bool succeeded = s->format->describe(s->input, s->path, s->arena, text, sizeof text);
    return outcome_of_operation(
        s, succeeded, (ap_view){ (const uint8_t *)text, succeeded ? strlen(text) : 0 });
}

static operation_outcome compute_poses(const tested_file *s)
{
    static const double times[] = { 0, 0.01, 1000 };
    ap_md5anim_poses poses = { .transforms = NULL };
    const bool succeeded = ap_md5anim_compute_poses(s->input, times, 3, s->arena, &poses);
    return outcome_of_operation(s, succeeded,
        (ap_view){ (const uint8_t *)poses.transforms,
            succeeded ? 3 * poses.joint_count * sizeof *poses.transforms : 0 });
}

static size_t next_allocation_number(size_t step)
{
    return step < EACH_UP_TO ? step + 1 : step + step / 8;
}

static operation_outcome run_with_failure(tested_file *s, operation_function operation, size_t fail_at)
{
    ap_arena arena;
    ap_arena_init(&arena, 0);
    arena.fail_at = fail_at;
    s->arena = &arena;
    const operation_outcome ended = operation(s);
    ap_arena_free(&arena);
    return ended;
}

/* Runs an operation several times, each time with another allocation that fails, and checks its outcomes. If
   may_report_and_succeed, the operation may report that memory ran out and still give its complete result. */
static void fail_allocations_of_operation(
    tested_file *s, const char *name, operation_function operation, bool may_report_and_succeed)
{
    const operation_outcome complete = run_with_failure(s, operation, 0);
    for (size_t step = 1; step <= complete.allocations && step < MOST_STEPS;
         step = next_allocation_number(step)) {
        const operation_outcome stepped = run_with_failure(s, operation, step);
        const bool equal =
            stepped.succeeded == complete.succeeded && ap_same_bytes(stepped.text, complete.text);
        check_missing_memory_is_handled(
            equal ? !stepped.no_memory || may_report_and_succeed : stepped.no_memory && !stepped.succeeded, s,
            name, step);
        free((void *)stepped.text.bytes);
    }
    free((void *)complete.text.bytes);
}

/* Fixing, with three arenas */

static ap_arena *arena_of(ap_fixing *fixing, size_t which)
{
    return which < 2 ? &fixing->versions[which].arena : &fixing->outcomes_arena;
}

static operation_outcome run_fix(const tested_file *s, bool unsafe, size_t which, size_t step)
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
    const bool succeeded = ap_fixing_run(&fixing);
    const operation_outcome ended = { fixing.failed, succeeded,
        copy_of(ap_fixing_current_version(&fixing)->text), arena->allocations - before };
    ap_fixing_free(&fixing);
    return ended;
}

static void fail_allocations_of_fixing(const tested_file *s, bool unsafe)
{
    for (size_t which = 0; which < 3; which++) {
        const operation_outcome complete = run_fix(s, unsafe, which, 0);
        for (size_t step = 1; step <= complete.allocations && step < MOST_STEPS;
             step = next_allocation_number(step)) {
            const operation_outcome stepped = run_fix(s, unsafe, which, step);
            check_missing_memory_is_handled(
                stepped.no_memory == !stepped.succeeded
                    && (stepped.no_memory || ap_same_bytes(stepped.text, complete.text)),
                s, "fix", step);
            free((void *)stepped.text.bytes);
        }
        free((void *)complete.text.bytes);
    }
}

static void fail_allocations_of_descriptions(tested_file *s)
{
    const ap_lint_options options = { .policy = NULL };
    for (size_t at = 0; at < s->input.size; at += 1 + s->input.size / 16) {
        ap_arena arena;
        ap_arena_init(&arena, 0);
        const ap_field_at field = ap_find_field_at(s->format, s->input, &options, &arena, at);
        s->path = field.path;
        if (field.known)
            fail_allocations_of_operation(s, "describe", describe_field, true);
        ap_arena_free(&arena);
    }
}

static void fail_allocations_of_all_operations(tested_file *s)
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
        fail_allocations_of_operation(s, "lint", run_lint_for_finding_count, false);
    if (valid)
        fail_allocations_of_operation(s, "rewrite", run_rewrite_and_compare, false);
    if (valid && s->format->prune != NULL)
        fail_allocations_of_operation(s, "prune", run_prune, false);
    if (valid && s->format->same != NULL)
        fail_allocations_of_operation(s, "same", compare_with_itself, false);
    if (valid && strcmp(s->format->name, "md5anim") == 0)
        fail_allocations_of_operation(s, "poses", compute_poses, false);
    if (s->format != NULL && s->format->describe != NULL)
        fail_allocations_of_descriptions(s);
    if (s->format != NULL && found && s->format->fixers != NULL) {
        fail_allocations_of_fixing(s, false);
        fail_allocations_of_fixing(s, true);
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
        tested_file s = { .name = argv[i], .input = input.view };
        fail_allocations_of_all_operations(&s);
        ap_input_release(&input);
    }
    printf("memory: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
