/* Lists the corpus formats, one for each format of validators/formats.h, and finds formats and defects by
   name. */
#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/formats.h"

#define DECLARE(name, NAME, title)   extern const ap_corpus_format ap_##name##_corpus;
#define FORMAT_OF(name, NAME, title) &ap_##name##_corpus,

AP_ROWS(AP_NO_ROW, DECLARE)

const ap_corpus_format *const *ap_corpus_formats(size_t *count)
{
    static const ap_corpus_format *const corpus_formats[] = { AP_ROWS(AP_NO_ROW, FORMAT_OF) };
    *count = sizeof corpus_formats / sizeof *corpus_formats;
    return corpus_formats;
}

const ap_corpus_format *ap_find_corpus_format(const char *format_name)
{
    size_t count;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(corpus_formats[i]->generator->format->name, format_name) == 0)
            return corpus_formats[i];
    }
    return NULL;
}

const ap_generator *ap_find_generator(const char *format_name)
{
    const ap_corpus_format *corpus_format = ap_find_corpus_format(format_name);
    return corpus_format == NULL ? NULL : corpus_format->generator;
}

const ap_defect *ap_nth_defect_of_format(const ap_corpus_format *corpus_format, size_t index)
{
    for (const ap_defect_table *const *table = corpus_format->defects; *table != NULL; table++) {
        if (index < (*table)->count)
            return &(*table)->defects[index];
        index -= (*table)->count;
    }
    return NULL;
}

const ap_defect *ap_find_defect_of_format(const ap_corpus_format *corpus_format, const char *name)
{
    for (const ap_defect_table *const *table = corpus_format->defects; *table != NULL; table++) {
        for (size_t i = 0; i < (*table)->count; i++) {
            if (strcmp((*table)->defects[i].name, name) == 0)
                return &(*table)->defects[i];
        }
    }
    return NULL;
}

const char *ap_defect_name_in_format(const ap_corpus_format *corpus_format, const char *name)
{
    const char *format_name = corpus_format->generator->format->name;
    const size_t length = strlen(format_name);
    return strncmp(name, format_name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

const ap_defect *ap_find_defect(const char *name)
{
    size_t count;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const char *wanted = ap_defect_name_in_format(corpus_formats[i], name);
        if (wanted != NULL)
            return ap_find_defect_of_format(corpus_formats[i], wanted);
    }
    return NULL;
}
