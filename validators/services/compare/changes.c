#include "validators/services/compare/changes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const ap_enum_name ap_impact_names[] = {
    { "bytes", AP_IMPACT_BYTES },
    { "seen", AP_IMPACT_SEEN },
    { "breaks", AP_IMPACT_BREAKS },
    { NULL, 0 },
};

const ap_change_kind_description ap_change_kind_descriptions[AP_CHANGE_KINDS] = {
#define CHANGE(enumerator, id, impact, means) { id, AP_IMPACT_##impact, means },
#include "validators/services/compare/changes_table.inc"
#undef CHANGE
};

void ap_changes_init(ap_changes *changes, ap_arena *arena)
{
    *changes = (ap_changes){ .arena = arena };
}

ap_change *ap_add_change_or_spare(ap_changes *changes, ap_change_kind kind, const char *format, ...)
{
    char text[AP_CHANGE_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t bytes = length < (int)sizeof text ? (size_t)length + 1 : sizeof text;
    ap_change *change = ap_alloc(changes->arena, sizeof *change);
    char *message = change == NULL ? NULL : ap_alloc(changes->arena, bytes);
    if (message == NULL)
        return &changes->spare;
    memcpy(message, text, bytes);
    change->row = &ap_change_kind_descriptions[kind];
    change->message = message;
    if (changes->first == NULL)
        changes->first = change;
    else
        changes->last->next = change;
    changes->last = change;
    changes->counts[change->row->impact]++;
    return change;
}

void ap_set_old_path(ap_change *change, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->old_path, sizeof change->old_path, format, arguments);
    va_end(arguments);
}

void ap_set_new_path(ap_change *change, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->new_path, sizeof change->new_path, format, arguments);
    va_end(arguments);
}

void ap_set_change_path(ap_change *change, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->old_path, sizeof change->old_path, format, arguments);
    va_end(arguments);
    memcpy(change->new_path, change->old_path, sizeof change->new_path);
}

ap_quoted_name ap_quote_name(ap_view name)
{
    ap_quoted_name quoted;
    (void)ap_quote(name, quoted.text, sizeof quoted.text);
    return quoted;
}

ap_rounded_text ap_format_rounded(double number)
{
    ap_rounded_text rounded;
    const bool is_short = number > -1000 && number < 1000;
    snprintf(rounded.text, sizeof rounded.text, is_short ? "%.4g" : "%.7g", number);
    return rounded;
}

ap_impact ap_worst_impact(const ap_changes *changes)
{
    return changes->counts[AP_IMPACT_BREAKS] > 0 ? AP_IMPACT_BREAKS
           : changes->counts[AP_IMPACT_SEEN] > 0 ? AP_IMPACT_SEEN
                                                 : AP_IMPACT_BYTES;
}

bool ap_change_keeps_meaning(const ap_change *change)
{
    switch ((ap_change_kind)(change->row - ap_change_kind_descriptions)) {
    case AP_CHANGE_BYTE_ORDER:
    case AP_CHANGE_LAYOUT:
    case AP_CHANGE_VERSION:
    case AP_CHANGE_JOINT_MOVED:
    case AP_CHANGE_MESH_MOVED:
    case AP_CHANGE_GROUP_MOVED:
        return true;
    case AP_CHANGE_ROUNDING:
    case AP_CHANGE_KEY_COUNT:
        return false;
    default:
        return change->row->impact == AP_IMPACT_BYTES && !change->is_rounded;
    }
}

bool ap_changes_keep_meaning(const ap_changes *changes)
{
    const ap_change *change = changes->first;
    while (change != NULL && ap_change_keeps_meaning(change))
        change = change->next;
    return change == NULL;
}

static bool have_files_equal_bytes(const ap_compare_source *source)
{
    const ap_view *one = &source->old_input, *other = &source->new_input;
    return one->size == other->size && (one->size == 0 || memcmp(one->bytes, other->bytes, one->size) == 0);
}

void ap_add_format_change(const ap_format *old_format, const ap_format *new_format, ap_changes *changes)
{
    ap_change *change = ap_add_change_or_spare(
        changes, AP_CHANGE_FORMAT, "the file is %s instead of %s", new_format->title, old_format->title);
    ap_set_change_values(change, ap_text_value(old_format->name), ap_text_value(new_format->name));
}

bool ap_compare(const ap_format *format, const ap_compare_source *source, ap_changes *changes)
{
    if (have_files_equal_bytes(source))
        return true;
    if (format->compare != NULL && !format->compare(source, changes))
        return false;
    if (changes->first == NULL)
        (void)ap_add_change_or_spare(
            changes, AP_CHANGE_SPELLING, "the bytes differ, and the contents are equal");
    return !changes->arena->failed;
}
