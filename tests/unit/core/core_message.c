/* core/finding/message.h: every message is a complete sentence, composed of the field and the rule's text. */
#include <criterion/criterion.h>

#include "core/finding/message.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_message);

typedef struct finding_message_case {
    const char *path, *found, *expected, *text, *message;
} finding_message_case;

static const finding_message_case cases[] = {
    { "has_camera", "2", "0 or 1", ":", "has_camera is 2; it must be 0 or 1" },
    { "hierarchy[3].parent", "3", "less than 3", ": the joint is its own parent",
        "hierarchy[3].parent is 3; it must be less than 3: the joint is its own parent" },
    { "framerate", "25", "30 or 120", "; the published recordings have 30 or 120",
        "framerate is 25; the published recordings have 30 or 120" },
    { "keys", "12", NULL, " needs 59 bytes, 12 are left", "keys needs 59 bytes, 12 are left" },
    { "frames", NULL, NULL, "the file ends after 3 of 4 frames", "the file ends after 3 of 4 frames" },
    { "", "7 bytes", "8 bytes", ":", "the file is 7 bytes; it must be 8 bytes" },
    { "", NULL, NULL, " ends too early", "the file ends too early" },
    { "bounds", NULL, "inside a section", ":", "bounds must be inside a section" },
    { "bounds", "3", NULL, ":", "bounds is 3" },
    { "bounds", NULL, NULL, "; why", "bounds; why" },
    { "bounds", "1", "2", "", "" },
};

Test(core_message, a_message_is_completed_from_the_field)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const finding_message_case *c = &cases[i];
        const ap_finding finding = { .path = c->path, .found = c->found, .expected = c->expected };
        cr_expect_str_eq(ap_compose_finding_message(&arena, &finding, c->text), c->message);
    }
}

Test(core_message, a_message_is_null_without_memory)
{
    arena.fail_at = 1;
    const ap_finding finding = { .path = "bounds" };
    cr_assert_null(ap_compose_finding_message(&arena, &finding, " end"));
    cr_assert(arena.failed);
}
