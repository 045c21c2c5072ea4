/* Tests the fixers of the binary formats: a fixer restores the original file, or gives the reason why it cannot. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"
#include "validators/registry.h"
#include "validators/services/fixing/fixing.h"

enum { MOST_FAULTS = 2 };

static void build_mrtk_long_names(file_build *file)
{
    mrtk_build(
        file, &(mrtk_spec){
                  .minor = 1, .camera = true, .gaze = true, .keys = 3, .markers = 2, .long_names = true });
}

static void build_memg_long_name(file_build *file)
{
    build_plain_memg(file);
    file_build_splice(file, offset_of_field(file, "groups[0].name"), 4, "body_1", 6);
    file_build_splice(file, offset_of_field(file, "groups[0].name_length"), 4, "\6\0\0\0", 4);
}

/* `removed` bytes from the offset of the field on are replaced by `bytes`. */
typedef struct replaced_bytes {
    const char *field;
    size_t removed;
    const char *bytes;
    size_t count;
} replaced_bytes;

#define PUT(field, removed, bytes)                                                                           \
    {                                                                                                        \
        (field), (removed), (bytes), sizeof(bytes) - 1                                                       \
    }

typedef struct fix_case {
    const char *format, *rule;
    void (*build)(file_build *file);
    replaced_bytes faults[MOST_FAULTS];
    bool unsafe;
    const char *refused; /* the reason for having no fix; NULL: the fix restores the built file */
} fix_case;

static const char lost_front[] = "the bytes before the magic number would be lost: --unsafe leaves them out";
static const char not_from_0[] = "the mapping is not counted from 0";

static const fix_case cases[] = {
    { "mrtk", "mrtk/marker-name-overlong", build_mrtk_11, { PUT("markers[0].prefix", 1, "\x85\x80\0") },
        false, NULL },
    { "mrtk", "mrtk/marker-name-overlong", build_mrtk_long_names,
        { PUT("markers[1].prefix", 2, "\xc8\x81\0") }, false, NULL },
    { "mrtk", "mrtk/flag", build_mrtk_11, { PUT("has_gaze", 1, "\2") }, false, NULL },
    { "mrtk", "mrtk/magic", build_mrtk_11, { PUT("magic", 0, "abc") }, false, lost_front },
    { "mrtk", "mrtk/magic", build_mrtk_11, { PUT("magic", 0, "ab") }, false, lost_front },
    { "mrtk", "mrtk/magic", build_mrtk_11, { PUT("magic", 0, "\xef\xbb\xbe") }, false, lost_front },
    { "mrtk", "mrtk/magic", build_mrtk_11, { PUT("magic", 0, "abc") }, true, NULL },
    { "mrtk", "mrtk/magic", build_mrtk_11, { PUT("magic", 0, "\xef\xbb\xbf") }, false, NULL },
    { "memg", "memg/name-character", build_plain_memg, { PUT("groups[0].name", 4, "\0\0\0\0") }, false,
        "the intended name is unknown" },
    { "memg", "memg/name-character", build_plain_memg, { PUT("groups[0].name", 4, "b dy") }, false,
        "the intended name is unknown" },
    { "memg", "memg/name-character", build_plain_memg,
        { PUT("groups[0].name_length", 4, "\6\0\0\0"), PUT("groups[0].name", 4, "body\0\0") }, false, NULL },
    { "memg", "memg/name-character", build_big_endian_memg,
        { PUT("groups[0].name_length", 4, "\0\0\0\5"), PUT("groups[0].name", 4, "body\0") }, false,
        "the byte order must be fixed first" },
    { "memg", "memg/mapping-range", build_plain_memg, { PUT("groups[0].mapping[0]", 4, "\xff\xff\xff\xff") },
        true, not_from_0 },
    { "memg", "memg/mapping-range", build_big_endian_memg, { PUT("groups[0].mapping[0]", 4, "\0\0\0\0") },
        true, "the byte order must be fixed first" },
    { "memg", "memg/mapping-range", build_plain_memg,
        { PUT("groups[0].mapping[0]", 4, "\0\0\0\0"), PUT("groups[0].mapping[1]", 4, "\xff\xff\xff\x7f") },
        true, not_from_0 },
    { "memg", "memg/trailing-bytes", build_plain_memg, { PUT("end", 0, "\0\0\0") }, false, NULL },
    { "memg", "memg/trailing-bytes", build_plain_memg, { PUT("end", 0, "\0a\0") }, false,
        "bytes other than 0 would be lost: --unsafe cuts them off" },
    { "memg", "memg/trailing-bytes", build_plain_memg, { PUT("end", 0, "\0a\0") }, true, NULL },
    { "memg", "memg/count-negative", build_big_endian_memg,
        { PUT("groups[1].vertex_count", 4, "\xff\xff\xff\xff") }, true,
        "the byte order must be fixed first" },
    { "memg", "memg/count-negative", build_plain_memg,
        { PUT("groups[1].vertex_count", 4, "\xff\xff\xff\xff") }, true, NULL },
    /* the fixer changes another count than the one that is reported, because the file has no error after that change */
    { "memg", "memg/count-exceeds-file", build_plain_memg, { PUT("timestep_count", 4, "\x40\0\0\0") }, true,
        NULL },
    { "memg", "memg/count-exceeds-file", build_memg_long_name, { PUT("groups[0].name_length", 4, "") }, true,
        NULL },
    { "mrtk", "mrtk/key-count", build_mrtk_11, { PUT("camera.position_x.key_count", 4, "\4\0\0\0") }, true,
        NULL },
    { "mrtk", "mrtk/version-exchanged", build_mrtk_11, { PUT("version.minor", 4, "\0\0\0\0") }, false, NULL },
    { "mrtk", "mrtk/version-exchanged", build_mrtk_10, { PUT("version.minor", 4, "\1\0\0\0") }, false, NULL },
};

static void check_fix_case(const fix_case *one)
{
    file_build file, original;
    AT_END(ap_fixing_free) ap_fixing fixing;
    one->build(&original);
    one->build(&file);
    for (const replaced_bytes *f = one->faults; f < one->faults + MOST_FAULTS && f->field != NULL; f++)
        file_build_splice(&file, offset_of_field(&file, f->field), f->removed, f->bytes, f->count);
    const ap_view built = file_build_view(&file);
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, ap_find_format(one->format), built));
    ap_text_version *version = &fixing.versions[fixing.now];
    const ap_finding *finding = find_finding_of_rule(&version->findings, one->rule);
    cr_assert(finding != NULL, "the file has no finding of %s", one->rule);
    const ap_fix_job job = { version->text, fixing.format, NULL, &version->findings, one->unsafe,
        &version->arena, NULL, NULL };
    ap_fix fix = { .refused = NULL };
    ap_run_fixer(ap_find_fixer(fixing.format, finding->rule), &job, finding, &fix);
    if (one->refused != NULL || fix.refused != NULL) {
        cr_expect_str_eq(fix.refused == NULL ? "" : fix.refused, one->refused == NULL ? "" : one->refused,
            "fix of %s: reason '%s'", one->rule, fix.refused);
    } else {
        file_build_splice(&file, fix.span.offset, fix.span.length, fix.text.bytes, fix.text.size);
        expect_bytes(file_build_view(&file), file_build_view(&original), one->rule);
    }
    file_build_free(&file);
    file_build_free(&original);
}

Test(binary_fixes, a_fix_restores_the_file_or_gives_a_reason)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fix_case(&cases[i]);
}
