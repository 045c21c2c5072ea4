/* Provides the functions that fuzz targets share: they lint an input and check properties of the result
   (oracles).

   A target checks one group of properties for one format, or for all. The macro FUZZ_FORMAT is the name of
   the format. The same source is built for libFuzzer, for AFL++ and as a plain program (fuzz/replay.c). If a
   property does not hold, the target prints a message to standard error and aborts, because engines ignore
   return values. */
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

/* The entry point of a target: the engine calls it for each input. Must not change the input. Always returns
   0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints a message to standard error and aborts. */
__attribute__((format(printf, 1, 2))) noreturn void fuzz_fail(const char *format, ...);

#define fuzz_require(condition, ...)                                                                         \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            fuzz_fail(__VA_ARGS__);                                                                          \
    } while (0)

/* Returns the format with this name; aborts if no format has it. */
const ap_format *fuzz_find_format(const char *name);

/* Recognises the format by the content; returns md5anim if the content resembles no format. */
const ap_format *fuzz_recognize_or_md5anim(ap_view input);

/* fuzz_count_option_variants returns how many combinations of options a format has. fuzz_options_of_variant returns options that
   have combination number `variant` (from 0, modulo that count) of each format. */
size_t fuzz_count_option_variants(const ap_format *format);
ap_lint_options fuzz_options_of_variant(size_t variant);

/* The result of linting one input. */
typedef struct fuzz_check {
    ap_findings findings;
    ap_lint_result about;
} fuzz_check;

enum {
    FUZZ_KEPT_OF_A_RULE = 8, /* findings kept per rule; further ones are only counted, which saves time */
    FUZZ_LEAST_MEMORY_BYTES = 8 * 1024 * 1024,
    FUZZ_MEMORY_FACTOR = 64, /* additional bytes of memory that a target may use per byte of input */
    /* bytes: memory limit for files that a target generates from its input */
    FUZZ_ENOUGH_MEMORY = 256 * 1024 * 1024,
};

/* Initialises an arena with the memory limit of an input of input_bytes bytes. Use one arena for all passes
   over an input: a new arena for each pass would cost more time than the pass. */
void fuzz_arena_init(ap_arena *arena, size_t input_bytes);

/* Lints the input, and sorts and locates the findings; the findings are in the arena. fuzz_lint_reusing_list reuses
   the structures and the arena of an earlier fuzz_lint of any input. */
void fuzz_lint(fuzz_check *check, ap_arena *arena, const ap_format *format, ap_view input,
    const ap_lint_options *options);
void fuzz_lint_reusing_list(
    fuzz_check *used, const ap_format *format, ap_view input, const ap_lint_options *options);

/* Parses the companion `input` of a file of the format into *use, and puts the companion's findings into the arena. No earlier
   allocation of the arena may have failed. Returns false if memory ran out before the companion was parsed. If memory runs out
   later, which only a text format allows, returns true with arena->failed set: findings are then missing. */
bool fuzz_use_companion(
    ap_companion_use *use, ap_findings *findings, const ap_format *format, ap_view input, ap_arena *arena);

/* Returns true if no finding is an error. */
static inline bool fuzz_is_valid(const fuzz_check *check)
{
    return check->findings.faults == 0; /* counts all errors, including those that a comment suppresses */
}

/* Aborts unless memory sufficed and the findings are consistent: sorted, inside the input, with a path and a printable message,
   and as many as the counts state. `where` names the pass in messages. fuzz_expect_consistent_findings checks only the findings,
   such as those of a companion; `text` is true if the input is of a text format. */
void fuzz_expect_consistent(
    const fuzz_check *check, const ap_format *format, ap_view input, const char *where);
void fuzz_expect_consistent_findings(
    const ap_findings *findings, bool text, ap_view input, const char *where);

/* Aborts unless both results are equal: findings, counts, version and layout. */
void fuzz_expect_same_check(const fuzz_check *one, const fuzz_check *other, const char *where);
void fuzz_expect_same_findings(const ap_findings *one, const ap_findings *other, const char *where);

/* Aborts unless a file is of the format (NULL: of none), and linting counts as many findings of each severity. */
void fuzz_expect_lint_counts(ap_view input, const char *format_name, const size_t counts[AP_ERROR + 1]);

/* Aborts unless the text is not NULL, ends with a NUL within `room` bytes, and is UTF-8 without control characters and hidden
   characters. */
void fuzz_expect_printable_text(const char *text, size_t room, const char *where);

/* Aborts unless both views have equal bytes. `what` names the bytes in messages. */
void fuzz_expect_equal_bytes(ap_view made, ap_view wanted, const char *what);

/* Aborts unless arena->failed is true if and only if allocation number arena->fail_at took place. */
void fuzz_expect_arena_failed_as_set(const ap_arena *arena);

/* Returns a hash of the input's size and last bytes. Used to choose checks for inputs without choice bytes. */
size_t fuzz_hash_input(ap_view input);

/* Returns true for one input in `turns`, selected by fuzz_hash_input, so that slow checks run for a fixed share
   of the inputs. Different values of `which` (0 to turns - 1) select different inputs. If ANIMPROOF_ALL_TURNS
   is set in the environment, as when seeds and regressions are replayed, every input is selected. */
bool fuzz_is_check_selected(ap_view input, size_t which, size_t turns);

/* Returns a number for ap_arena.fail_at: one of `allocations` allocations, or the one after the last, which
   is never reached. */
size_t fuzz_pick_failing_allocation(size_t choice, size_t allocations);

/* Initialises a writer that accepts `room` bytes, less than AP_WRITER_BYTES, and fails at the next byte and in
   ap_writer_flush. */
void fuzz_init_full_writer(ap_writer *writer, size_t room);

/* Writes the file to a store, which this function initialises; free it with ap_buffer_free. The file is parsed
   with the options; NULL means fuzz_options_of_variant(0). Returns false if writing failed; the store then has the bytes
   written so far. */
bool fuzz_rewrite(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, ap_buffer *made);

/* Returns the bytes of a store; view.bytes is not NULL even if the store is empty. */
ap_view fuzz_stored_bytes(const ap_buffer *store);

/* Copies the input to an allocation that ends with its last byte and has an odd address, so that sanitizers
   detect reads past the end and unaligned reads. Free the copy with fuzz_free_copy. */
ap_view fuzz_copy_bytes(ap_view input);
void fuzz_free_copy(ap_view copy);

/* Splits an input with two files at the first FUZZ_SEAM. Without a seam, *before_or_empty is empty and *after_or_all is
   the input. */
#define FUZZ_SEAM "\n--8<--\n"
void fuzz_split_at_seam(ap_view input, ap_view *before_or_empty, ap_view *after_or_all);

#endif
