#include "validators/registry.h"

#include <string.h>

#include "validators/file/file_table.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/obj/obj_table.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/services/house/house_table.h"
#include "validators/services/mending/mending.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A row each: a table of rules, or a format with its table, in the order in which they are listed and asked. */
#define ROWS(TABLE, FORMAT)                                                                                  \
    TABLE(file, FILE, "A file as a whole")                                                                   \
    TABLE(house, HOUSE, "What a project allows ([house] of its configuration)")                              \
    FORMAT(mrtk, MRTK, "MRTK input animation (.bin)")                                                        \
    FORMAT(memg, MEMG, "Compressed mesh-ensemble motion (.bin)")                                             \
    TABLE(obj, OBJ, "The scene of a mesh-ensemble motion (.obj)")                                            \
    FORMAT(md5anim, MD5ANIM, "id Tech 4 skeletal animation (.md5anim)")                                      \
    FORMAT(md5mesh, MD5MESH, "id Tech 4 mesh (.md5mesh)")                                                    \
    FORMAT(md5camera, MD5CAMERA, "id Tech 4 camera path (.md5camera)")

#define NONE(name, NAME, title)
#define FORMAT_OF(name, NAME, title) &ap_##name##_format,
#define RULES_OF(name, NAME, title)  { ap_##name##_rules, NAME##_RULES },
#define GROUP_OF(name, NAME, title)  { #name, title },

static const ap_format *const formats[] = { ROWS(NONE, FORMAT_OF) };
static const ap_rule_table tables[] = { ROWS(RULES_OF, RULES_OF) };
static const ap_rule_group groups[] = { ROWS(GROUP_OF, GROUP_OF) };

const ap_format *const *ap_formats(size_t *count)
{
    *count = COUNT(formats);
    return formats;
}

const ap_rule_table *ap_rule_tables(size_t *count)
{
    *count = COUNT(tables);
    return tables;
}

const ap_rule_group *ap_rule_groups(size_t *count)
{
    *count = COUNT(groups);
    return groups;
}

const ap_shared_extension *ap_shared_extensions(size_t *count)
{
    static const ap_shared_extension shared[] = {
        { ".bin", "the content is neither mrtk nor memg" },
    };
    *count = COUNT(shared);
    return shared;
}

const ap_companion *ap_companion_at(size_t index)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (formats[i]->companion != NULL && index-- == 0)
            return formats[i]->companion;
    }
    return NULL;
}

const ap_format *ap_find_format(const char *name)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    }
    return NULL;
}

const ap_fixer *ap_fixer_of(const ap_rule *rule)
{
    const ap_fixer *fixer = NULL;
    for (size_t i = 0; i < COUNT(formats) && fixer == NULL; i++)
        fixer = ap_find_fixer(formats[i], rule);
    return fixer;
}

/* Ids of a group are "group/name". */
static bool is_of_group(const char *id, const char *group)
{
    const size_t length = strlen(group);
    return strncmp(id, group, length) == 0 && id[length] == '/';
}

const ap_rule *ap_find_rule(const char *id)
{
    size_t t = 0;
    while (t < COUNT(tables) && !is_of_group(id, groups[t].name))
        t++;
    for (size_t r = 0; t < COUNT(tables) && r < tables[t].count; r++) {
        if (strcmp(tables[t].rules[r].id, id) == 0)
            return &tables[t].rules[r];
    }
    return NULL;
}
