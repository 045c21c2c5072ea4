/* What the fuzz targets share: reading an input as the linter does, and what must hold of the result.

   A target is one oracle held against one format. The build gives the format's name as FUZZ_FORMAT; the same
   source serves libFuzzer, AFL++ and the plain program of fuzz/replay.c. An oracle that fails says so on
   standard error and aborts: a target that only returned something would go unnoticed. */
#ifndef AP_ORACLE_H
#define AP_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

#include "core/base/arena.h"
#include "core/files/sink.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* What a target is: called once an input, which it must leave as it is. Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what does not hold, and aborts. */
__attribute__((format(printf, 1, 2))) noreturn void fuzz_fail(const char *format, ...);

#define fuzz_require(condition, ...)                                                                         \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            fuzz_fail(__VA_ARGS__);                                                                          \
    } while (0)

/* The format of that name; aborts where there is none. */
const ap_format *fuzz_format(const char *name);

/* The format of the input by its content, or, if it resembles none, md5anim. */
const ap_format *fuzz_format_in(ap_view input);

/* The ways of reading a format between which an option decides: `variant` counts from 0. */
size_t fuzz_variant_count(const ap_format *format);
ap_lint_options fuzz_variant(size_t variant);

/* The result of linting one input. */
typedef struct fuzz_check {
    ap_findings findings;
    ap_lint_result about;
} fuzz_check;

enum {
    FUZZ_KEPT_OF_A_RULE = 8, /* findings: all are counted, so that a fault in each key costs no time */
    FUZZ_LEAST_MEMORY_BYTES = 8 * 1024 * 1024,
    FUZZ_MEMORY_FACTOR = 64, /* what a target may take of memory for each byte of its input, besides */
    FUZZ_ENOUGH_MEMORY = 256 * 1024 * 1024, /* bytes, for what a target makes of its input */
};

/* An arena with the memory that an input of this size may take. One serves all readings of an input: a fresh
   one for each would cost more than reading. */
void fuzz_arena_init(ap_arena *arena, size_t input_bytes);

/* The same with at most limit_bytes (0: no limit). */
void fuzz_arena_of(ap_arena *arena, size_t limit_bytes);

/* Lints the input, sorts and locates the findings, which live in the arena. fuzz_lint_again reuses a
   judgement of any earlier input and its arena. */
void fuzz_lint(fuzz_check *check, ap_arena *arena, const ap_format *format, ap_view input,
    const ap_lint_options *options);
void fuzz_lint_again(
    fuzz_check *used, const ap_format *format, ap_view input, const ap_lint_options *options);

/* Parses the format's companion into *use, with findings of its own in the arena, in which no allocation has failed yet.
   Returns false if one fails now; a mesh may be parsed then, and lack only findings. */
bool fuzz_use_companion(
    ap_companion_use *use, ap_findings *findings, const ap_format *format, ap_view input, ap_arena *arena);

/* Whether none of the findings is an error. */
static inline bool fuzz_is_valid(const fuzz_check *check)
{
    return check->findings.faults == 0; /* those that a comment silences are errors, too */
}

/* Aborts unless the findings are what they should be: in order, each inside the input, with a path and a
   printable message, and as many as the counts say. `where` names the reading in messages. The
   second is for a list that is not a format's (a scene's, a mesh's). */
void fuzz_expect_sound(const fuzz_check *check, const ap_format *format, ap_view input, const char *where);
void fuzz_expect_sound_findings(const ap_findings *findings, bool text, ap_view input, const char *where);

/* Aborts unless both say the same of an input: findings, counts, version and layout. */
void fuzz_expect_same(const fuzz_check *one, const fuzz_check *other, const char *where);
void fuzz_expect_same_findings(const ap_findings *one, const ap_findings *other, const char *where);

/* Aborts unless the text is there, has a terminator within `room` bytes, and is UTF-8 that a terminal may be
   sent. */
void fuzz_expect_printable(const char *text, size_t room, const char *where);

/* Aborts unless what was made are the wanted bytes. */
void fuzz_expect_bytes(ap_view made, ap_view wanted, const char *what);

/* Aborts unless the arena has failed exactly if it came to the allocation that was to fail. */
void fuzz_expect_failure(const ap_arena *arena);

/* A number that the input's last bytes and its size decide: for choices that no byte is set aside for. */
size_t fuzz_choice(ap_view input);

/* Whether `which` is the input's turn of so many, by its last bytes and its size: what takes long is done with a share of the
   inputs, always the same ones. Each turn is every input's where ANIMPROOF_ALL_TURNS is in the environment, as it is when
   seeds and regressions are replayed. */
bool fuzz_is_turn(ap_view input, size_t which, size_t turns);

/* The allocation that is to fail (ap_arena.fail_at) of so many: any, or the one after the last, which never
   happens. */
size_t fuzz_failing_allocation(size_t choice, size_t allocations);

/* A writer that takes `room` bytes, less than AP_WRITER_BYTES, and fails at the next, in the middle of
   whatever is written by then. */
void fuzz_full_writer(ap_writer *writer, size_t room);

/* Writes the file, read with the options (NULL: fuzz_variant(0)), to a store, which is initialised here and must be given
   back with ap_store_free. Returns false if not all of it was written: the store has what was. */
bool fuzz_write(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, ap_store *made);

/* The bytes of a store, not NULL even if there are none. */
ap_view fuzz_stored(const ap_store *store);

/* A copy of exactly its size at an odd address, so that a sanitizer sees each read past its end and each read
   that needs an even address. Free it with fuzz_free_copy. */
ap_view fuzz_copy(ap_view input);
void fuzz_free_copy(ap_view copy);

/* An input that holds two files is cut at the first FUZZ_SEAM; without one, all of it is the second file. */
#define FUZZ_SEAM "\n--8<--\n"
void fuzz_split(ap_view input, ap_view *first, ap_view *second);

#endif
