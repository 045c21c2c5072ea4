/* Fixes .md5camera files. */
#include "validators/fixer.h"
#include "validators/md5/fixes/md5_fixes.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5camera/md5camera_table.h"

#define SHARED_RULE(name) (&ap_md5camera_rules[MD5_##name])

static const ap_md5_header_count counts[] = {
    { "numFrames", "camera", AP_TOKEN_OPEN_PARENTHESIS, 2, SHARED_RULE(INTEGER) },
    { "numCuts", "cuts", AP_TOKEN_WORD, 1, SHARED_RULE(INTEGER) },
    { .key = NULL },
};

static const char *const header_keys[] = { "commandline", "numFrames", "frameRate", "numCuts", NULL };

static bool count_entries_of_key(const ap_fix_job *job, size_t key, size_t *value)
{
    static const ap_md5_header_count *const counted[] = { NULL, &counts[0], NULL, &counts[1] };
    return counted[key] != NULL && ap_md5_count_entries(job, counted[key], value);
}

static const ap_md5_header_keys header = { header_keys, "cuts", count_entries_of_key };
static const ap_md5_canonical_form_loss_checks form = { NULL, AP_MD5CAMERA_RULE(TRAILING_CONTENT), NULL };

static const ap_fixer fixers[] = {
    AP_MD5_TEXT_FIXERS(ap_md5camera_rules),
    AP_MD5_HEADER_FIXERS(ap_md5camera_rules, &header),
    AP_MD5_RATE_FIXER(AP_MD5CAMERA_RULE(FRAME_RATE_FRACTION)),
    AP_MD5_TRAILING_FIXER(AP_MD5CAMERA_RULE(TRAILING_CONTENT), "section"),
    AP_MD5_COUNT_FIXERS(ap_md5camera_rules, ap_md5_fix_count, counts),
    AP_MD5_COUNT_FIXER(AP_MD5CAMERA_RULE(FRAME_COUNT_RANGE), "frames", counts),
    AP_MD5_COUNT_FIXER(AP_MD5CAMERA_RULE(CUT_COUNT_RANGE), "cuts", counts),
    AP_MD5_FORM_FIXERS(ap_md5camera_rules, &form),
};

const ap_fixer_table ap_md5camera_fixers = { fixers, sizeof fixers / sizeof *fixers };
