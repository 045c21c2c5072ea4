/* Fixes .md5mesh files. */
#include "validators/fixer.h"
#include "validators/md5/fixes/md5_fixes.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/md5mesh/md5mesh_table.h"

#define SHARED_RULE(name) (&ap_md5mesh_rules[MD5_##name])

static const ap_md5_header_count counts[] = {
    { "numJoints", "joints", AP_TOKEN_OPEN_PARENTHESIS, 2, SHARED_RULE(INTEGER) },
    { "numMeshes", "mesh", AP_TOKEN_OPEN_BRACE, 0, SHARED_RULE(INTEGER) },
    { .key = NULL },
};

static const char *const header_keys[] = { "commandline", "numJoints", "numMeshes", NULL };

static bool count_entries_of_key(const ap_fix_job *job, size_t key, size_t *value)
{
    static const ap_md5_header_count *const counted[] = { NULL, &counts[0], &counts[1] };
    return counted[key] != NULL && ap_md5_count_entries(job, counted[key], value);
}

static const ap_md5_header_keys header = { header_keys, "joints", count_entries_of_key };
static const ap_md5_canonical_form_loss_checks form = { "joints", AP_MD5MESH_RULE(TRAILING_CONTENT), NULL };

static const ap_fixer fixers[] = {
    AP_MD5_TEXT_FIXERS(ap_md5mesh_rules),
    AP_MD5_JOINT_FIXERS(ap_md5mesh_rules),
    { AP_MD5MESH_RULE(SHADER_UNQUOTED), "puts the shader in quotes", false, true,
        .fix = ap_md5_fix_missing_quotes },
    AP_MD5_HEADER_FIXERS(ap_md5mesh_rules, &header),
    AP_MD5_TRAILING_FIXER(AP_MD5MESH_RULE(TRAILING_CONTENT), "block"),
    AP_MD5_COUNT_FIXERS(ap_md5mesh_rules, ap_md5_fix_count, counts),
    AP_MD5_COUNT_FIXER(SHARED_RULE(JOINT_COUNT_RANGE), "joints", counts),
    AP_MD5_COUNT_FIXER(AP_MD5MESH_RULE(MESH_COUNT_RANGE), "mesh blocks", counts),
    AP_MD5_FORM_FIXERS(ap_md5mesh_rules, &form),
};

const ap_fixer_table ap_md5mesh_fixers = { fixers, sizeof fixers / sizeof *fixers };
