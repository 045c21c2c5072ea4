#include "validators/recognize.h"

#include <string.h>
#include <strings.h>

#include "validators/md5/md5_kind.h"
#include "validators/md5anim/md5anim.h"
#include "validators/mrtk/mrtk.h"
#include "validators/registry.h"

/* Formats that are known and cannot be checked yet. */
typedef struct unchecked_format {
    const char *extension;
    ap_md5_kind kind;
    const char *what;
    const char *looks; /* "it is …" of a file with the mark and another name */
} unchecked_format;

static const unchecked_format unchecked_formats[] = {
    { ".md5mesh", AP_MD5_MESH, "an .md5mesh is not checked by itself yet; --mesh checks it with an .md5anim",
        "an .md5mesh; give it with --mesh" },
    { ".md5camera", AP_MD5_CAMERA, "an .md5camera is not checked yet", "an .md5camera" },
};

static const ap_recognition none = { NULL, NULL };

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcasecmp(name + length - wanted, ending) == 0;
}

static bool is_bin(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && memcmp(name + length - 4, ".bin", 4) == 0;
}

static bool begins_as_recording(const char *path)
{
    static const char recording[] = "InputAnimation";
    const char *slash = strrchr(path, '/');
    return strncmp(slash == NULL ? path : slash + 1, recording, sizeof recording - 1) == 0;
}

/* The three text formats' names decide alone. */
static ap_recognition by_name(const char *name)
{
    if (ends_in(name, ap_md5anim_format.extension))
        return (ap_recognition){ .format = &ap_md5anim_format };
    for (size_t i = 0; i < sizeof unchecked_formats / sizeof *unchecked_formats; i++) {
        if (ends_in(name, unchecked_formats[i].extension))
            return (ap_recognition){ .unchecked = unchecked_formats[i].what };
    }
    return none;
}

static bool is_known(ap_recognition r)
{
    return r.format != NULL || r.unchecked != NULL;
}

static const unchecked_format *marked_unchecked(ap_view input)
{
    const ap_md5_kind kind = ap_md5_marked(input);
    for (size_t i = 0; i < sizeof unchecked_formats / sizeof *unchecked_formats; i++) {
        if (unchecked_formats[i].kind == kind)
            return &unchecked_formats[i];
    }
    return NULL;
}

const char *ap_looks_unchecked(ap_view start)
{
    const unchecked_format *marked = marked_unchecked(start);
    return marked == NULL ? NULL : marked->looks;
}

static ap_recognition by_mark(ap_view input)
{
    const ap_recognition certain = { .format = ap_recognize(input, AP_MATCH_CERTAIN) };
    const unchecked_format *marked = certain.format == NULL ? marked_unchecked(input) : NULL;
    return marked == NULL ? certain : (ap_recognition){ .unchecked = marked->what };
}

/* What is asked of a .bin, and of a named file, beside the marks. */
static ap_recognition by_more(const char *name, ap_view input)
{
    if (input.size > 0)
        return (ap_recognition){ .format = ap_recognize(input, AP_MATCH_LIKELY) };
    if (is_bin(name) && begins_as_recording(name))
        return (ap_recognition){ .format = &ap_mrtk_format };
    return none;
}

ap_recognition ap_recognize_named(const char *name, ap_view input)
{
    ap_recognition found = by_name(name);
    if (!is_known(found))
        found = by_mark(input);
    if (!is_known(found))
        found = by_more(name, input);
    if (!is_known(found) && input.size > 0)
        found.format = ap_recognize(input, AP_MATCH_RESEMBLES);
    return found;
}

ap_recognition ap_recognize_met(const char *name, ap_view input)
{
    ap_recognition found = by_name(name);
    if (!is_known(found))
        found = by_mark(input);
    return is_known(found) || !is_bin(name) ? found : by_more(name, input);
}

bool ap_may_be(const ap_format *format, const char *name, ap_view input)
{
    return ends_in(name, format->extension) || format->recognize(input, AP_MATCH_CERTAIN) == AP_MATCH_CERTAIN;
}

bool ap_name_says_format(const char *name)
{
    return is_bin(name) || is_known(by_name(name));
}

bool ap_has_no_mark(ap_view start)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    if (ap_md5_may_be_marked(start))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->may_be_marked(start))
            return false;
    }
    return true;
}

const ap_format *ap_recognize(ap_view input, ap_match least)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const ap_format *best = NULL;
    ap_match best_match = AP_MATCH_NONE;
    for (size_t i = 0; i < count && best_match != AP_MATCH_CERTAIN; i++) {
        const ap_match asked = best_match >= least ? best_match + 1 : least;
        const ap_match match = formats[i]->recognize(input, asked);
        if (match >= asked) {
            best = formats[i];
            best_match = match;
        }
    }
    return best;
}
