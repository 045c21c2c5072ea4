#include "validators/mrtk/mrtk_text.h"

#include <string.h>

/* Returns the offset of the next 0d 0a at or after `at`; the file's size if no more follow. */
static size_t next_line_end(ap_view input, size_t at)
{
    if (at >= input.size)
        return input.size;
    const uint8_t *feed = memchr(input.bytes + at, '\n', input.size - at);
    return feed == NULL ? input.size : (size_t)(feed - input.bytes) - 1;
}

/* Copies byte by byte: the requested ranges are short, and a 0d 0a may be anywhere in them. */
static const uint8_t *copy_restored_bytes(ap_edited_file_bytes *overlay, size_t at, size_t count)
{
    ap_mrtk_crlf_overlay *ends = (ap_mrtk_crlf_overlay *)overlay;
    for (; at + ends->skipped >= ends->next && ends->next < ends->input.size; ends->skipped++)
        ends->next = next_line_end(ends->input, ends->next + 2);
    size_t from = at + ends->skipped;
    assert(count <= sizeof ends->shown);
    for (size_t i = 0; i < count; i++, from++) {
        from += from + 1 < ends->input.size && ends->input.bytes[from + 1] == '\n';
        ends->shown[i] = ends->input.bytes[from];
    }
    return ends->shown;
}

bool ap_mrtk_open_overlay_if_all_lines_crlf(ap_view input, size_t soon, ap_mrtk_crlf_overlay *ends)
{
    if (memchr(input.bytes, '\n', soon < input.size ? soon : input.size) == NULL)
        return false;
    *ends = (ap_mrtk_crlf_overlay){ .overlay = { copy_restored_bytes }, .input = input, .first = input.size };
    const uint8_t *end = input.bytes + input.size, *feed = input.bytes;
    for (; (feed = memchr(feed, '\n', (size_t)(end - feed))) != NULL; feed++) {
        if (feed == input.bytes || feed[-1] != '\r')
            return false;
        if (ends->count++ == 0)
            ends->first = (size_t)(feed - input.bytes) - 1;
    }
    ap_mrtk_restart_crlf_overlay(ends);
    return ends->count > 0;
}

void ap_mrtk_restart_crlf_overlay(ap_mrtk_crlf_overlay *ends)
{
    ends->skipped = 0;
    ends->next = ends->first;
}

size_t ap_mrtk_find_magic_after_start(ap_view input)
{
    for (size_t at = 1; at <= AP_MRTK_FURTHEST_MAGIC && at + sizeof(uint64_t) <= input.size; at++) {
        if (ap_load_u64(input.bytes + at, false) == AP_MRTK_MAGIC)
            return at;
    }
    return 0;
}
