#include "validators/recognize.h"

#include <string.h>
#include <strings.h>

#include "validators/registry.h"

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcasecmp(name + length - wanted, ending) == 0;
}

static const ap_shared_extension *find_shared_extension(const char *name)
{
    size_t count;
    const ap_shared_extension *shared = ap_shared_extensions(&count);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(name), wanted = strlen(shared[i].extension);
        if (length >= wanted && strcmp(name + length - wanted, shared[i].extension) == 0)
            return &shared[i];
    }
    return NULL;
}

static bool begins_with(const char *path, const char *prefix)
{
    const char *slash = strrchr(path, '/');
    return strncmp(slash == NULL ? path : slash + 1, prefix, strlen(prefix)) == 0;
}

/* Returns true if no other format has the extension of this format: the file name alone then decides the
   format. */
static bool does_extension_decide(const ap_format *format)
{
    return find_shared_extension(format->extension) == NULL;
}

static const ap_format *find_format_by_own_extension(const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (does_extension_decide(formats[i]) && ends_with(name, formats[i]->extension))
            return formats[i];
    }
    return NULL;
}

bool ap_is_extension_of_one_format(const char *name)
{
    return find_format_by_own_extension(name) != NULL;
}

/* Returns the format with a matching file name prefix, for an extension that formats share. */
static const ap_format *format_by_prefix(const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const ap_shared_extension *shared = find_shared_extension(name);
    for (size_t i = 0; i < count && shared != NULL; i++) {
        if (formats[i]->prefix != NULL && strcmp(formats[i]->extension, shared->extension) == 0
            && begins_with(name, formats[i]->prefix))
            return formats[i];
    }
    return NULL;
}

/* Recognises a file that has no format's mark: by its content if a format is likely, or, if the file is
   empty, by the prefix of its name. */
static const ap_format *format_by_content_or_prefix(const char *name, ap_view input)
{
    return input.size > 0 ? ap_recognize(input, AP_MATCH_LIKELY) : format_by_prefix(name);
}

const ap_format *ap_recognize_named(const char *name, ap_view input)
{
    const ap_format *found = find_format_by_own_extension(name);
    if (found == NULL)
        found = ap_recognize(input, AP_MATCH_CERTAIN);
    if (found == NULL)
        found = format_by_content_or_prefix(name, input);
    if (found == NULL && input.size > 0)
        found = ap_recognize(input, AP_MATCH_RESEMBLES);
    return found;
}

const ap_format *ap_recognize_walked(const char *name, ap_view input)
{
    const ap_format *found = find_format_by_own_extension(name);
    if (found == NULL)
        found = ap_recognize(input, AP_MATCH_CERTAIN);
    return found != NULL || find_shared_extension(name) == NULL ? found
                                                                : format_by_content_or_prefix(name, input);
}

bool ap_may_be_of_format(const ap_format *format, const char *name, ap_view input)
{
    return ends_with(name, format->extension)
           || format->recognize(input, AP_MATCH_CERTAIN) == AP_MATCH_CERTAIN;
}

static bool has_companion_extension(const char *name)
{
    const ap_companion *companion;
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        if (ends_with(name, companion->extension))
            return true;
    }
    return false;
}

const char *ap_why_unrecognized(const char *name, ap_view input)
{
    const ap_shared_extension *shared = find_shared_extension(name);
    if (has_companion_extension(name))
        return "it is a companion, which is linted only together with its file";
    if (input.size == 0)
        return "the file is empty";
    return shared != NULL ? shared->neither : "neither the name nor the content is that of an animation file";
}

bool ap_has_format_extension(const char *name)
{
    return find_shared_extension(name) != NULL || find_format_by_own_extension(name) != NULL;
}

bool ap_has_no_format_mark(ap_view start)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->may_be_marked(start))
            return false;
    }
    return true;
}

const ap_format *ap_recognize(ap_view input, ap_match_level least)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const ap_format *best = NULL;
    ap_match_level best_match = AP_MATCH_NONE;
    for (size_t i = 0; i < count && best_match != AP_MATCH_CERTAIN; i++) {
        const ap_match_level wanted = best_match >= least ? best_match + 1 : least;
        const ap_match_level match = formats[i]->recognize(input, wanted);
        if (match >= wanted) {
            best = formats[i];
            best_match = match;
        }
    }
    return best;
}
