/* Tests the finding of a binary file that is cut at any byte. The expected finding follows from the fields that the builder
   wrote: the first field that is incomplete is reported, or the count of the first array that is incomplete. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"

typedef struct rule_ids {
    const char *truncated, *exceeds, *trailing, *prefix;
} rule_ids;

static const rule_ids mrtk_ids = { "mrtk/truncated", "mrtk/count-exceeds-file", "mrtk/trailing-bytes",
    "mrtk/marker-name" };
static const rule_ids memg_ids = { "memg/truncated", "memg/count-exceeds-file", "memg/trailing-bytes", NULL };

/* Returns the path that a finding at the field has. The length prefix of a name has the path of the name. */
static const char *path_in_finding(const build_field *field, char *buffer, size_t size)
{
    const char *dot = strrchr(field->path, '.');
    if (field->kind != FIELD_PREFIX)
        return field->path;
    snprintf(buffer, size, "%.*s.name", (int)(dot - field->path), field->path);
    return buffer;
}

static bool begins_group(const build_field *field)
{
    return strncmp(field->path, "groups[", 7) == 0 && strstr(field->path, "].name_length") != NULL;
}

/* Returns the finding expected for a file cut at byte `cut`, inside or before the field. */
static expected finding_in_field(
    const build_field *field, size_t cut, const rule_ids *ids, char *path, size_t size)
{
    const size_t length = cut > field->offset ? cut - field->offset : 0;
    if (begins_group(field)) {
        if (length == 0) /* a file may end where a group would begin, except before the first group */
            return (expected){ strcmp(field->path, "groups[0].name_length") == 0 ? "memg/no-groups" : NULL,
                cut, 0, "groups", 0, 0 };
        return (expected){ ids->trailing, field->offset, length, "", 0, 0 };
    }
    const char *rule = field->kind == FIELD_PREFIX && length > 0 ? ids->prefix : ids->truncated;
    return (expected){ rule, field->offset, length, path_in_finding(field, path, size), 0, 0 };
}

/* Returns the finding expected for a file cut at byte `cut`; the rule is NULL if no finding is expected. */
static expected finding_at_cut(
    const file_build *file, size_t cut, const rule_ids *ids, char *path, size_t size)
{
    for (size_t i = 0; i < file->field_count; i++) {
        const build_field *field = &file->fields[i];
        const size_t end = field->offset + field->length;
        if (field->kind == FIELD_SPAN || field->kind == FIELD_ELEMENT)
            continue;
        if (end > cut)
            return finding_in_field(field, cut, ids, path, size);
        if (field->bytes_needed_after > cut - end) {
            const build_field *at_fault = &file->fields[field->field_at_fault];
            return (expected){ field->kind == FIELD_PREFIX ? ids->prefix : ids->exceeds, at_fault->offset,
                at_fault->length, path_in_finding(at_fault, path, size), 0, 0 };
        }
    }
    return (expected){ .rule = NULL };
}

typedef struct cut_test {
    const ap_format *format;
    const rule_ids *ids;
    ap_lint_options options;
    expected always; /* further finding that each file of at least `always_from` bytes has */
    size_t always_from;
} cut_test;

static void check_truncated_at(const file_build *file, size_t cut, const cut_test *test)
{
    char path[FIELD_PATH_BYTES], what[64];
    expected list[3] = { { .rule = NULL } };
    size_t count = 0;
    if (test->always.rule != NULL && cut >= test->always_from)
        list[count++] = test->always;
    list[count] = finding_at_cut(file, cut, test->ids, path, sizeof path);
    snprintf(what, sizeof what, "%zu of %zu bytes", cut, file->size);
    expect_findings(test->format, (ap_view){ file->bytes, cut }, &test->options, list, what);
}

/* Cuts the file at every byte. */
static void check_all_cuts(void (*build)(file_build *file), cut_test test)
{
    AT_END(file_build_free) file_build file;
    build(&file);
    for (size_t cut = 0; cut <= file.size; cut++)
        check_truncated_at(&file, cut, &test);
}

/* Cuts the file before each field, in the middle of the field, and before the last byte of the field. */
static void check_cuts_before_and_in_fields(void (*build)(file_build *file), cut_test test)
{
    AT_END(file_build_free) file_build file;
    build(&file);
    for (size_t i = 0; i < file.field_count; i++) {
        const build_field *field = &file.fields[i];
        if (field->kind == FIELD_SPAN)
            continue;
        check_truncated_at(&file, field->offset, &test);
        if (field->length > 2)
            check_truncated_at(&file, field->offset + field->length / 2, &test);
        if (field->length > 1)
            check_truncated_at(&file, field->offset + field->length - 1, &test);
    }
    check_truncated_at(&file, file.size, &test);
}

static cut_test mrtk_cut_test(ap_mrtk_variant variant)
{
    return (cut_test){
        .format = &ap_mrtk_format, .ids = &mrtk_ids, .options = { .choices[AP_MRTK_VARIANT_CHOICE] = variant }
    };
}

Test(binary_truncation, mrtk_1_0_as_written_is_reported_if_cut_in_any_field)
{
    check_cuts_before_and_in_fields(build_mrtk_10, mrtk_cut_test(AP_MRTK_WRITER));
}

Test(binary_truncation, mrtk_1_0_as_published_is_reported_if_cut_in_any_field)
{
    check_cuts_before_and_in_fields(build_mrtk_10_published, mrtk_cut_test(AP_MRTK_PUBLISHED));
}

MRTK_FILE(
    with_long_names, .minor = 1, .camera = true, .gaze = true, .keys = 2, .markers = 2, .long_names = true)

Test(binary_truncation, mrtk_1_1_with_long_names_is_reported_if_cut_at_any_byte)
{
    check_all_cuts(with_long_names, mrtk_cut_test(AP_MRTK_WRITER));
}

/* The reader chooses the layout: truncated 8-byte keys are not read as 28-byte keys. */
Test(binary_truncation, mrtk_1_1_without_a_given_layout_is_reported_if_cut_at_any_byte)
{
    check_all_cuts(build_mrtk_11, mrtk_cut_test(AP_MRTK_AUTO));
}

Test(binary_truncation, mrtk_1_1_as_published_is_reported_if_cut_at_any_byte)
{
    check_all_cuts(build_mrtk_11_published, mrtk_cut_test(AP_MRTK_PUBLISHED));
}

Test(binary_truncation, memg_is_reported_if_cut_at_any_byte)
{
    check_all_cuts(build_plain_memg, (cut_test){ .format = &ap_memg_format, .ids = &memg_ids });
}

Test(binary_truncation, big_endian_memg_is_reported_if_cut_at_any_byte)
{
    const expected order = { "memg/byte-order", 0, 4, "endian", 0, 0 };
    check_all_cuts(build_big_endian_memg,
        (cut_test){ .format = &ap_memg_format, .ids = &memg_ids, .always = order, .always_from = 4 });
}
