/* The list of kits, and the ways to find something in them. */
#include <string.h>

#include "corpus/md5anim/md5anim_kit.h"
#include "corpus/md5camera/md5camera_kit.h"
#include "corpus/md5mesh/md5mesh_kit.h"
#include "corpus/memg/memg_kit.h"
#include "corpus/mrtk/mrtk_kit.h"

const ap_kit *const *ap_kits(size_t *count)
{
    static const ap_kit *const kits[] = { &ap_mrtk_kit, &ap_memg_kit, &ap_md5anim_kit, &ap_md5mesh_kit,
        &ap_md5camera_kit };
    *count = sizeof kits / sizeof *kits;
    return kits;
}

const ap_kit *ap_find_kit(const char *format_name)
{
    size_t count;
    const ap_kit *const *kits = ap_kits(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(kits[i]->maker->format->name, format_name) == 0)
            return kits[i];
    }
    return NULL;
}

const ap_maker *ap_find_maker(const char *format_name)
{
    const ap_kit *kit = ap_find_kit(format_name);
    return kit == NULL ? NULL : kit->maker;
}

const ap_defect *ap_kit_defect(const ap_kit *kit, size_t index)
{
    for (const ap_defect_table *const *table = kit->defects; *table != NULL; table++) {
        if (index < (*table)->count)
            return &(*table)->defects[index];
        index -= (*table)->count;
    }
    return NULL;
}

const ap_defect *ap_find_kit_defect(const ap_kit *kit, const char *name)
{
    for (const ap_defect_table *const *table = kit->defects; *table != NULL; table++) {
        for (size_t i = 0; i < (*table)->count; i++) {
            if (strcmp((*table)->defects[i].name, name) == 0)
                return &(*table)->defects[i];
        }
    }
    return NULL;
}

const char *ap_name_in_kit(const ap_kit *kit, const char *name)
{
    const char *format_name = kit->maker->format->name;
    const size_t length = strlen(format_name);
    return strncmp(name, format_name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

const ap_defect *ap_find_defect(const char *name)
{
    size_t count;
    const ap_kit *const *kits = ap_kits(&count);
    for (size_t i = 0; i < count; i++) {
        const char *wanted = ap_name_in_kit(kits[i], name);
        if (wanted != NULL)
            return ap_find_kit_defect(kits[i], wanted);
    }
    return NULL;
}
