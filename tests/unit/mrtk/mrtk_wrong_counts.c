/* Tests that the first finding after a wrong marker count names the count and its right value. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/wrong_count.h"
#include "validators/mrtk/mrtk.h"

static const wrong_count_case cases[] = {
    { "a marker too few: bytes are left", build_mrtk_11, "marker_count", 2, 1, NULL },
    { "marker_count 0: bytes are left", build_mrtk_11, "marker_count", 2, 0, NULL },
    { "a marker too many", build_mrtk_11, "marker_count", 2, 3, NULL },
};

Test(mrtk_wrong_counts, the_wrong_count_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_wrong_count_named(&ap_mrtk_format, &cases[i]);
}

/* The message about a count that exceeds the file already gives that count. */
Test(mrtk_wrong_counts, the_count_with_the_finding_is_not_named_again)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_y.key_count", INT32_MAX);
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    cr_expect_null(label_of_count_at(&run.findings, offset_of_field(&file, "camera.position_y.key_count")));
    cr_expect_null(label_of_count_at(&run.findings, offset_of_field(&file, "camera.position_x.key_count")));
}

/* With a second fault after the count, no value of the count makes the rest of the file parse. */
Test(mrtk_wrong_counts, a_wrong_count_is_not_named_in_a_file_with_a_second_fault)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    file_build_append(&file, "\x80\x80", 2);
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    cr_expect_null(label_of_count_at(&run.findings, offset_of_field(&file, "camera.position_x.key_count")));
}

/* Bytes after a complete file are reported as trailing, although a greater count would include them. */
Test(mrtk_wrong_counts, no_count_is_named_for_trailing_bytes)
{
    static const uint8_t zeros[10] = { 0 };
    for (int i = 0; i < 2; i++) {
        file_build file, second;
        AT_END(lint_end) lint_run run;
        build_mrtk_11_without_markers(&file);
        build_mrtk_11(&second);
        const ap_view rest = i == 0 ? (ap_view){ zeros, sizeof zeros } : file_build_view(&second);
        file_build_append(&file, rest.bytes, rest.size);
        lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
        const ap_finding *last = run.findings.last;
        cr_expect_eq(run.findings.counts[AP_ERROR], 1);
        cr_expect_null(strstr(last->message, "the file can be read"),
            "the message must name no count, but says: %s", last->message);
        cr_expect_eq(last->related == NULL, i == 1,
            "the finding must have a related place exactly if the bytes after the count can be markers");
        file_build_free(&file);
        file_build_free(&second);
    }
}
