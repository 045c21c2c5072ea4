/* Lists the corpus formats, one for each format of validators/formats.h, and finds formats and defects by
   name. */
#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/formats.h"

#define DECLARE(name, NAME, title) extern const ap_corpus_format ap_##name##_corpus;
#define KIT_OF(name, NAME, title)  &ap_##name##_corpus,

AP_ROWS(AP_NO_ROW, DECLARE)

const ap_corpus_format *const *ap_corpus_formats(size_t *count)
{
    static const ap_corpus_format *const kits[] = { AP_ROWS(AP_NO_ROW, KIT_OF) };
    *count = sizeof kits / sizeof *kits;
    return kits;
}

const ap_corpus_format *ap_find_corpus_format(const char *format_name)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(kits[i]->generator->format->name, format_name) == 0)
            return kits[i];
    }
    return NULL;
}

const ap_generator *ap_find_generator(const char *format_name)
{
    const ap_corpus_format *kit = ap_find_corpus_format(format_name);
    return kit == NULL ? NULL : kit->generator;
}

const ap_defect *ap_format_defect(const ap_corpus_format *kit, size_t index)
{
    for (const ap_defect_table *const *table = kit->defects; *table != NULL; table++) {
        if (index < (*table)->count)
            return &(*table)->defects[index];
        index -= (*table)->count;
    }
    return NULL;
}

const ap_defect *ap_find_format_defect(const ap_corpus_format *kit, const char *name)
{
    for (const ap_defect_table *const *table = kit->defects; *table != NULL; table++) {
        for (size_t i = 0; i < (*table)->count; i++) {
            if (strcmp((*table)->defects[i].name, name) == 0)
                return &(*table)->defects[i];
        }
    }
    return NULL;
}

const char *ap_name_in_format(const ap_corpus_format *kit, const char *name)
{
    const char *format_name = kit->generator->format->name;
    const size_t length = strlen(format_name);
    return strncmp(name, format_name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

const ap_defect *ap_find_defect(const char *name)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const char *wanted = ap_name_in_format(kits[i], name);
        if (wanted != NULL)
            return ap_find_format_defect(kits[i], wanted);
    }
    return NULL;
}
