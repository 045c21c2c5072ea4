#include "validators/file_type.h"

#include <string.h>

#include "core/base/utf8.h"

enum { LONGEST_CHARACTER = 4 };

static const char get_it_again[] = "download the file itself again";
static const char unpack_it[] = "unpack it";
static const char export_it[] = "export an animation from it";
static const char apply_it[] = "apply it to the file that it changes";
static const char restore_it[] = "look for the right file";

/* The first type that matches is used, so the order matters. */
static const ap_file_type kinds[] = {
    { "\x1f\x8b", "gzip-compressed data", unpack_it, false, true },
    { "\x28\xb5\x2f\xfd", "zstd-compressed data", unpack_it, false, true },
    { "PK\x03\x04", "a zip archive", unpack_it, false, true },
    { "glTF", "a binary glTF file", export_it, false, true },
    { "Kaydara FBX Binary", "an FBX file", export_it, false, true },
    { "BLENDER", "a Blender file", export_it, false, true },
    { "IDPO", "a Quake model", restore_it, false, false },
    { "IDP3", "a Quake 3 model", restore_it, false, false },
    { "INTERQUAKEMODEL", "an IQM model", restore_it, false, false },
    { "\x89PNG", "a PNG image", restore_it, false, false },
    { "\xff\xd8\xff", "a JPEG image", restore_it, false, false },
    { "\x93NUMPY", "a NumPy array (.npy)", "write its numbers in the format's own layout", false, false },
    { "MATLAB 5.0 MAT-file", "a MATLAB file", export_it, false, false },
    { "\x80\x02", "a Python pickle", export_it, false, false },
    { "\x80\x03", "a Python pickle", export_it, false, false },
    { "\x80\x04\x95", "a Python pickle", export_it, false, false },
    { "\x80\x05\x95", "a Python pickle", export_it, false, false },
    { "BZh", "bzip2-compressed data", unpack_it, false, false },
    { "\xfd"
      "7zXZ",
        "xz-compressed data", unpack_it, false, false },
    { "xkKeD26vj2", "base64 text of an MRTK recording", "decode it", false, false },
    { "\x7f"
      "ELF",
        "a program", restore_it, false, false },
    { "MZ", "a Windows program", restore_it, false, false },
    { "\xff\xfe", "UTF-16 text", "save it as plain text", false, false },
    { "\xfe\xff", "UTF-16 text", "save it as plain text", false, false },
    { "version https://git-lfs", "a Git LFS pointer", "fetch the file itself with git lfs pull", true, true },
    { "<!doctype html", "an HTML page", get_it_again, true, true },
    { "<html", "an HTML page", get_it_again, true, true },
    { "<?xml", "an XML file", get_it_again, true, true },
    { "<", "markup, such as HTML or XML", get_it_again, true, true },
    { "{", "JSON", restore_it, true, true },
    { "[", "JSON", restore_it, true, true },
    { "; FBX", "an FBX text file", export_it, true, true },
    { "%YAML", "a YAML file, as Unity writes them", export_it, true, true },
    { "diff --git", "a patch", apply_it, true, true },
    { "--- ", "a patch", apply_it, true, true },
    { "Index: ", "a patch", apply_it, true, true },
    { "HIERARCHY\tROOT\t", "a BVH motion file", "convert it, or export an animation from its scene", true,
        true },
};

const ap_file_type *ap_file_types(size_t *count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

/* Returns true for a space and for the control characters 0x01 to 0x1f. */
static bool is_blank(uint8_t byte)
{
    return byte >= 0x01 && byte <= 0x20;
}

static size_t skip_blanks(ap_view view, size_t at)
{
    while (at < view.size && is_blank(view.bytes[at]))
        at++;
    return at;
}

static uint8_t lower_case_of(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte | 0x20) : byte;
}

/* Returns true if a byte of the file matches a letter of the type's pattern. Only a pattern that blanks may precede, and that has
   no tab, ignores the case of letters: the words of a pattern with a tab are keywords of a format that distinguishes case. */
static bool matches_pattern_letter(const ap_file_type *kind, uint8_t byte, uint8_t wanted)
{
    if (!kind->after_blanks || strchr(kind->bytes, '\t') != NULL)
        return byte == wanted;
    return lower_case_of(byte) == lower_case_of(wanted);
}

static bool matches_type_at(const ap_file_type *kind, ap_view start, size_t at)
{
    for (const char *wanted = kind->bytes; *wanted != '\0'; wanted++) {
        const size_t next = *wanted == '\t' ? skip_blanks(start, at) : at + 1;
        if (at == start.size || next == at
            || (*wanted != '\t' && !matches_pattern_letter(kind, start.bytes[at], (uint8_t)*wanted)))
            return false;
        at = next;
    }
    return true;
}

const ap_file_type *ap_find_file_type(ap_view start)
{
    const size_t first = skip_blanks(start, 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (matches_type_at(&kinds[i], start, kinds[i].after_blanks ? first : 0))
            return &kinds[i];
    }
    return NULL;
}

/* Returns the offset after the first occurrence of `tag`, such as "<title", in letters of either case; SIZE_MAX if the page has
   no such tag. `tag` is in small letters. */
static size_t find_end_of_tag_name(ap_view page, const char *tag)
{
    const size_t length = strlen(tag);
    for (size_t at = 0; at + length < page.size; at++) {
        size_t i = 0;
        while (i < length && lower_case_of(page.bytes[at + i]) == (uint8_t)tag[i])
            i++;
        if (i == length)
            return at + length;
    }
    return SIZE_MAX;
}

bool ap_html_title(ap_view page, char title[AP_HTML_TITLE_BYTES])
{
    size_t at = find_end_of_tag_name(page, "<title"), length = 0;
    while (at < page.size && page.bytes[at] != '>')
        at++;
    if (at >= page.size)
        return false;
    at = skip_blanks(page, at + 1);
    for (; at < page.size && page.bytes[at] != '<' && length < AP_HTML_TITLE_BYTES - 1; at++) {
        if (page.bytes[at] < 0x20 || page.bytes[at] > 0x7e)
            break;
        title[length++] = (char)page.bytes[at];
    }
    while (length > 0 && title[length - 1] == ' ')
        length--;
    title[length] = '\0';
    return length > 0 && skip_blanks(page, at) < page.size && page.bytes[skip_blanks(page, at)] == '<';
}

bool ap_has_only_zero_bytes(ap_view view)
{
    for (size_t i = 0; i < view.size; i++) {
        if (view.bytes[i] != 0)
            return false;
    }
    return true;
}

/* Returns true if the view is UTF-8 without control characters below 0x20, other than tab, line feed, form feed and carriage
   return. After the first character, a sequence that begins in the last three bytes with a byte of 0xc0 or more is not checked,
   because the end of the view may have cut it off. */
static bool is_text(ap_view view)
{
    for (size_t i = 0; i < view.size;) {
        const size_t length = ap_utf8_character_length(view.bytes + i, view.size - i);
        if (length == 0)
            return view.size - i < LONGEST_CHARACTER && i > 0 && view.bytes[i] >= 0xc0;
        if (view.bytes[i] == '\0' || (view.bytes[i] < 0x20 && strchr("\t\n\r\f", view.bytes[i]) == NULL))
            return false;
        i += length;
    }
    return true;
}

const char *ap_content_kind_name(ap_view start)
{
    if (ap_has_only_zero_bytes(start))
        return "zero bytes";
    return is_text(start) ? "text" : "binary data";
}
