#include "validators/services/companions/companion_choice.h"

#include <stdarg.h>
#include <stdio.h>

void ap_choice_set_name_result(ap_companion_choice *choice, bool found, bool has_candidates)
{
    choice->pairing = found ? AP_PAIR_BY_NAME : has_candidates ? AP_PAIR_NO_MATCH : AP_PAIR_NO_CANDIDATE;
}

void ap_choice_plan_identity_searches(
    ap_companion_choice *choice, ap_view wanted, bool has_candidates, bool tree_has_candidates)
{
    if (tree_has_candidates)
        choice->tree_answer =
            wanted.size > 0 && choice->companion->is_distinct(wanted) ? AP_TREE_NONE : AP_TREE_NOT_DISTINCT;
    if (has_candidates && wanted.size == 0)
        choice->pairing = AP_PAIR_IDENTITY_UNKNOWN;
}

bool ap_choice_needs_folder_search(const ap_companion_choice *choice, ap_view wanted)
{
    return wanted.size > 0 && choice->pairing == AP_PAIR_NO_MATCH;
}

bool ap_choice_needs_tree_search(const ap_companion_choice *choice)
{
    return choice->tree_answer == AP_TREE_NONE
           && (choice->pairing == AP_PAIR_NO_MATCH || choice->pairing == AP_PAIR_NO_CANDIDATE);
}

void ap_choice_set_folder_result(ap_companion_choice *choice, const ap_identity_choice *result)
{
    choice->matches = result->count;
    choice->pairing = result->chosen != AP_NO_CANDIDATE ? AP_PAIR_BY_IDENTITY
                      : result->count > 0               ? AP_PAIR_SEVERAL_MATCH
                                                        : AP_PAIR_NO_MATCH;
}

void ap_choice_set_tree_result(ap_companion_choice *choice, const ap_identity_choice *result)
{
    choice->tree_matches = result->count;
    choice->searched = result->searched;
    choice->above = result->above;
    if (result->searched == 0)
        choice->tree_answer = AP_TREE_PARENT_OUTSIDE;
    if (result->chosen != AP_NO_CANDIDATE) {
        choice->pairing = AP_PAIR_BY_TREE;
        choice->tree_answer = result->by_stem ? AP_TREE_STEM_DECIDES : AP_TREE_ONLY;
    } else if (result->count > 0) {
        choice->tree_answer = AP_TREE_SEVERAL;
    }
}

bool ap_choice_lacks_companion(const ap_companion_choice *choice)
{
    return choice->companion != NULL && choice->pairing >= AP_PAIR_NO_CANDIDATE;
}

/* A text to which parts are appended. A part that does not fit into the buffer is cut off. */
typedef struct search_explanation {
    char *text;
    size_t room, used;
} search_explanation;

__attribute__((format(printf, 2, 3))) static void append_text(search_explanation *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(to->text + to->used, to->room - to->used, format, arguments);
    va_end(arguments);
    if (bytes > 0)
        to->used = to->used + (size_t)bytes < to->room ? to->used + (size_t)bytes : to->room - 1;
}

/* Returns the relative path from a folder to the folder `levels` (1 or 2) levels above. */
static const char *relative_path_above(size_t levels)
{
    return levels == 1 ? "../" : "../../";
}

static void explain_found_companion(const ap_companion_choice *choice, search_explanation *to)
{
    const ap_companion *companion = choice->companion;
    if (choice->pairing == AP_PAIR_BY_OPTION)
        append_text(to, "named by --%s", companion->option);
    else if (choice->pairing == AP_PAIR_BY_CONFIG)
        append_text(to, "named in %s", choice->configuration);
    else if (choice->pairing == AP_PAIR_BY_NAME)
        append_text(to, "the same name");
    else if (choice->pairing == AP_PAIR_BY_IDENTITY)
        append_text(
            to, "the only %s file of the folder with the same %s", companion->extension, companion->shared);
    else if (choice->tree_answer == AP_TREE_ONLY)
        append_text(to, "the only %s file below %s with the same %s", companion->extension,
            relative_path_above(choice->above), companion->shared);
    else
        append_text(to,
            "of %zu %s files below %s with the same %s, the only one with a name that begins the file's",
            choice->tree_matches, companion->extension, relative_path_above(choice->above),
            companion->shared);
    if (choice->has_errors)
        append_text(
            to, "; the companion has errors, so rules that need a complete companion are not checked");
}

/* Explains why the file's own folder has no companion. */
static void explain_missing_in_folder(const ap_companion_choice *choice, search_explanation *to)
{
    const ap_companion *companion = choice->companion;
    if (choice->pairing == AP_PAIR_NO_CANDIDATE)
        append_text(to, "its folder has no %s file%s", companion->extension,
            companion->wants == NULL ? " with the same name" : "");
    else if (choice->pairing == AP_PAIR_NO_MATCH)
        append_text(to, "no %s file in its folder has the same name or the same %s", companion->extension,
            companion->shared);
    else if (choice->pairing == AP_PAIR_SEVERAL_MATCH)
        append_text(to, "%zu %s files in its folder have the same %s, and none has the same name",
            choice->matches, companion->extension, companion->shared);
    else
        append_text(to, "no %s file in its folder has the same name, and the %s of the file are unknown",
            companion->extension, companion->shared);
}

/* Explains why no companion was chosen in other folders, or why these were not searched. */
static void explain_missing_in_tree(const ap_companion_choice *choice, search_explanation *to)
{
    const ap_companion *companion = choice->companion;
    if (choice->pairing != AP_PAIR_NO_CANDIDATE && choice->pairing != AP_PAIR_NO_MATCH)
        return;
    if (choice->tree_answer == AP_TREE_TOO_LARGE)
        append_text(
            to, "; other folders are not searched: they have too many %s files", companion->extension);
    else if (choice->tree_answer == AP_TREE_NOT_DISTINCT)
        append_text(
            to, "; other folders are not searched: the file's %s are unknown or too few", companion->shared);
    else if (choice->tree_answer == AP_TREE_NONE)
        append_text(
            to, "; none below %s has the same %s", relative_path_above(choice->searched), companion->shared);
    else if (choice->tree_answer == AP_TREE_PARENT_OUTSIDE)
        append_text(to, "; ../ is not searched, because it is outside the folders on the command line");
    else if (choice->tree_answer == AP_TREE_SEVERAL)
        append_text(to,
            "; %zu below %s have the same %s, and no single one has a name that begins the file's",
            choice->tree_matches, relative_path_above(choice->above), companion->shared);
}

void ap_describe_companion_choice(const ap_companion_choice *choice, char *text, size_t room)
{
    search_explanation to = { .text = text, .room = room };
    text[0] = '\0';
    if (ap_choice_lacks_companion(choice)) {
        explain_missing_in_folder(choice, &to);
        explain_missing_in_tree(choice, &to);
    } else if (choice->companion != NULL && choice->pairing != AP_PAIR_UNREAD) {
        explain_found_companion(choice, &to);
    }
}
