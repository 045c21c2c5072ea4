#include "cli/config/field_paths.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path_glob.h"
#include "corpus/cases/case_make.h"
#include "corpus/cases/case_plan.h"
#include "validators/services/own_rules/own_fields.h"

/* A search of a path in the files of a small corpus: valid ones of each shape and layout, and one for each rule that a change
   breaks, since some fields are only in files with a finding. */
typedef struct path_search {
    ap_own_rule rule; /* the rule with any index in place of those of its path */
    ap_case_generator cases;
    ap_arena arena;
    bool found, failed;
} path_search;

/* Returns the pattern with `[*]` in place of each index, allocated; NULL when out of memory. */
static char *replace_indices_by_wildcard(const char *pattern)
{
    char *made = malloc(strlen(pattern) + 1), *to = made; /* an index has at least one byte */
    for (const char *at = pattern; made != NULL && *at != '\0';) {
        *to++ = *at;
        if (*at++ != '[')
            continue;
        *to++ = '*';
        at = ap_index_closing_bracket(at);
    }
    if (made != NULL)
        *to = '\0';
    return made;
}

static void search_path_in_format(path_search *search, const ap_format *format)
{
    ap_case_plan plan;
    ap_planned_case planned;
    ap_made_case made;
    ap_case_plan_init(&plan, format, true);
    ap_case_plan_next(&plan, &planned);
    for (; planned.round == 0 && !search->found && !search->failed; ap_case_plan_next(&plan, &planned)) {
        const ap_case_status status = ap_make_case(&search->cases, &planned, &made);
        search->failed = status == AP_CASE_NO_MEMORY;
        if (status != AP_CASE_MADE)
            continue;
        ap_arena_reset(&search->arena);
        search->found = ap_own_count_fields(&search->rule, format, made.file, &search->arena) > 0;
        search->failed = search->arena.failed;
    }
}

bool cli_check_field_path_exists(const ap_own_rule *rule, bool *known)
{
    path_search search = { .rule = *rule };
    char *pattern = replace_indices_by_wildcard(rule->path);
    if (pattern == NULL)
        return false;
    search.rule.path = pattern;
    search.rule.names_joints = false;
    ap_case_generator_init(&search.cases, 0, 0);
    ap_arena_init(&search.arena, 0);
    for (size_t i = 0; i < rule->format_count && !search.found && !search.failed; i++)
        search_path_in_format(&search, rule->formats[i]);
    *known = search.found;
    ap_arena_free(&search.arena);
    ap_case_generator_free(&search.cases);
    free(pattern);
    return !search.failed;
}
