#include "validators/registry.h"

#include <assert.h>
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

static const ap_format *const formats[] = {
    &ap_mrtk_format,
    &ap_memg_format,
    &ap_md5anim_format,
    &ap_md5mesh_format,
    &ap_md5camera_format,
};

static const ap_rule_table tables[] = {
    { ap_file_rules, FILE_RULES },
    { ap_house_rules, HOUSE_RULES },
    { ap_mrtk_rules, MRTK_RULES },
    { ap_memg_rules, MEMG_RULES },
    { ap_obj_rules, OBJ_RULES },
    { ap_md5anim_rules, MD5ANIM_RULES },
    { ap_md5mesh_rules, MD5MESH_RULES },
    { ap_md5camera_rules, MD5CAMERA_RULES },
};

static const ap_rule_group groups[] = {
    { "file", "A file as a whole" },
    { "house", "What a project allows ([house] of its configuration)" },
    { "mrtk", "MRTK input animation (.bin)" },
    { "memg", "Compressed mesh-ensemble motion (.bin)" },
    { "obj", "The scene of a mesh-ensemble motion (.obj)" },
    { "md5anim", "id Tech 4 skeletal animation (.md5anim)" },
    { "md5mesh", "id Tech 4 mesh (.md5mesh)" },
    { "md5camera", "id Tech 4 camera path (.md5camera)" },
};

static_assert(COUNT(tables) == COUNT(groups), "each table of rules has a name and a title");

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
