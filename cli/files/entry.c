#include "cli/files/entry.h"

#include <unistd.h>

ap_status cli_entry_load(const cli_entry *entry, ap_input *input)
{
    const bool start_may_do =
        entry->settings->reading.input_format == NULL && !ap_has_format_extension(entry->path);
    if (entry->kind == CLI_ENTRY_STREAM)
        return ap_input_load_stream(input, STDIN_FILENO);
    if (entry->kind == CLI_ENTRY_MEMBER)
        return cli_archive_load_member(
            entry->archive, entry->member, UINT64_MAX, input, start_may_do ? ap_has_no_format_mark : NULL);
    if (entry->origin != CLI_WALKED)
        return ap_input_load(input, entry->path);
    return start_may_do ? ap_input_load_start_or_all(input, entry->path, ap_has_no_format_mark)
                        : ap_input_load_known_regular_file(input, entry->path);
}

const ap_format *cli_recognize_walked_file(const ap_format *preferred, const char *name, ap_view input)
{
    if (preferred == NULL)
        return ap_recognize_walked(name, input);
    return ap_may_be_of_format(preferred, name, input) ? preferred : NULL;
}

bool cli_entry_is_repeated_or_of_unknown_format(const cli_entry *entry, ap_view input)
{
    if (entry->origin != CLI_WALKED && entry->origin != CLI_NAMED_LATER)
        return false;
    const bool found =
        cli_recognize_walked_file(entry->settings->reading.input_format, entry->path, input) != NULL;
    return entry->origin == CLI_WALKED ? !found : found;
}

bool cli_entry_was_walked(const cli_entry *entry)
{
    return entry->origin == CLI_WALKED || entry->origin == CLI_INCLUDED;
}
