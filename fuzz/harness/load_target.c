/* Implements the fuzz target around a user's load(). Crashes, sanitizer reports and changes of the input count as failures. The
   environment variable ANIMPROOF_STRICT adds a comparison with the linter: "accepts" aborts if the loader
   accepts a malformed file or a file of no known format, "refuses" aborts if the loader refuses a file
   without errors, and "both" aborts in either case. ANIMPROOF_FORMAT names the format of a loader that reads only one. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/harness/load.h"
#include "fuzz/oracle.h"
#include "validators/recognize.h"
#include "validators/registry.h"

/* Returns true if ANIMPROOF_STRICT requests the comparison `about` ("accepts" or "refuses") or both comparisons. */
static bool is_comparison_requested(const char *about)
{
    const char *mode = getenv("ANIMPROOF_STRICT");
    return mode != NULL && (strcmp(mode, about) == 0 || strcmp(mode, "both") == 0);
}

static const ap_finding *first_malformed(const ap_findings *findings)
{
    const ap_finding *finding = findings->first;
    while (finding != NULL && (finding->rule->kind != AP_MALFORMED || finding->severity != AP_ERROR))
        finding = finding->next;
    return finding;
}

static void compare_with_linter(const ap_format *format, ap_view input, bool accepted)
{
    ap_arena arena;
    fuzz_check check;
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_arena_init(&arena, input.size);
    fuzz_lint(&check, &arena, format, input, &options);
    const ap_finding *malformed = first_malformed(&check.findings);
    if (accepted && malformed != NULL && is_comparison_requested("accepts"))
        fuzz_fail("the loader accepts a malformed file: %s at %zu+%zu %s: %s", malformed->rule->id,
            malformed->span.offset, malformed->span.length, malformed->path, malformed->message);
    if (!accepted && !arena.failed && fuzz_is_valid(&check) && is_comparison_requested("refuses"))
        fuzz_fail("the loader refuses a file without errors, %s of %zu bytes", format->name, input.size);
    ap_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = getenv("ANIMPROOF_FORMAT");
    const ap_view input = { data, size }, copy = fuzz_copy_bytes(input);
    const bool accepted = load(copy.bytes, copy.size) == 0;
    fuzz_require(size == 0 || memcmp(copy.bytes, data, size) == 0, "the loader writes into its input");
    fuzz_free_copy(copy);
    if (!is_comparison_requested("accepts") && !is_comparison_requested("refuses"))
        return 0;
    const ap_format *format = name != NULL ? fuzz_find_format(name) : ap_recognize(input, AP_MATCH_RESEMBLES);
    if (format != NULL)
        compare_with_linter(format, input, accepted);
    else if (accepted && is_comparison_requested("accepts"))
        fuzz_fail("the loader accepts a file of no known format");
    return 0;
}
