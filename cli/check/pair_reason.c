/* Explains how the companion of a file was found, or why the file has none. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/check/check_pair.h"

/* A text to which parts are appended; what does not fit into the buffer is cut off. */
typedef struct search_explanation {
    char *text;
    size_t room, used;
} search_explanation;

__attribute__((format(printf, 2, 3))) static void put(search_explanation *to, const char *format, ...)
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

static void explain_found_companion(const cli_pair *pair, search_explanation *to)
{
    const ap_companion *companion = pair->companion;
    if (pair->pairing == CLI_BY_OPTION)
        put(to, "named by --%s", companion->option);
    else if (pair->pairing == CLI_BY_CONFIG)
        put(to, "named in %s", pair->found_companion->origin);
    else if (pair->pairing == CLI_BY_NAME)
        put(to, "the same name");
    else if (pair->pairing == CLI_BY_IDENTITY)
        put(to, "the only %s file of the folder with the same %s", companion->extension, companion->shared);
    else if (pair->tree_answer == CLI_TREE_ONLY)
        put(to, "the only %s file below %s with the same %s", companion->extension,
            relative_path_above(pair->above), companion->shared);
    else
        put(to, "of %zu %s files below %s with the same %s, the only one with a name that begins the file's",
            pair->tree_matches, companion->extension, relative_path_above(pair->above), companion->shared);
    if (pair->has_errors)
        put(to, "; the companion has errors, so rules that need a complete companion are not checked");
}

/* Explains why the file's own folder has no companion. */
static void explain_missing_in_folder(const cli_pair *pair, search_explanation *to)
{
    const ap_companion *companion = pair->companion;
    if (pair->pairing == CLI_NO_CANDIDATE)
        put(to, "its folder has no %s file%s", companion->extension,
            companion->wants == NULL ? " with the same name" : "");
    else if (pair->pairing == CLI_NO_MATCH)
        put(to, "no %s file in its folder has the same name or the same %s", companion->extension,
            companion->shared);
    else if (pair->pairing == CLI_SEVERAL_MATCH)
        put(to, "%zu %s files in its folder have the same %s, and none has the same name", pair->matches,
            companion->extension, companion->shared);
    else
        put(to, "no %s file in its folder has the same name, and the %s of the file are unknown",
            companion->extension, companion->shared);
}

/* Explains why no other folder has the companion. */
static void explain_missing_in_tree(const cli_pair *pair, search_explanation *to)
{
    const ap_companion *companion = pair->companion;
    if (pair->pairing != CLI_NO_CANDIDATE && pair->pairing != CLI_NO_MATCH)
        return;
    if (pair->tree_answer == CLI_TREE_TOO_LARGE)
        put(to, "; other folders are not searched: they have too many %s files", companion->extension);
    else if (pair->tree_answer == CLI_TREE_NOT_DISTINCT)
        put(to, "; other folders are not searched: the file's %s are unknown or too few", companion->shared);
    else if (pair->tree_answer == CLI_TREE_NONE)
        put(to, "; none below %s has the same %s", relative_path_above(pair->searched), companion->shared);
    else if (pair->tree_answer == CLI_TREE_ABOVE)
        put(to, "; ../ is not searched, because it is outside the folders on the command line");
    else if (pair->tree_answer == CLI_TREE_SEVERAL)
        put(to, "; %zu below %s have the same %s, and no single one has a name that begins the file's",
            pair->tree_matches, relative_path_above(pair->above), companion->shared);
}

void cli_pair_describe_search(const cli_pair *pair, cli_result *result)
{
    search_explanation to = { .text = result->pairing, .room = sizeof result->pairing };
    if (pair->companion == NULL)
        return;
    if (pair->pairing >= CLI_NO_CANDIDATE) {
        explain_missing_in_folder(pair, &to);
        explain_missing_in_tree(pair, &to);
        result->file.no_companion = result->pairing;
    } else if (pair->pairing != CLI_UNREAD && !pair->no_memory) {
        explain_found_companion(pair, &to);
        result->file.companion_reason = result->pairing;
    }
}
