#include "validators/right_skeletons.h"

enum {
    FEWEST_FILES =
        3 /* a skeleton that is not served counts as right only if at least this number of files have it */
};

/* Chooses, among the skeletons akin to `own`, the skeleton that most files have. If `served`, only served skeletons count;
   otherwise only skeletons that FEWEST_FILES files or more have, and more files than have `own`. Returns AP_SET_NONE if no
   skeleton fits, or if two have most files. */
static size_t choose_most_frequent_skeleton(
    const ap_set_skeleton *skeletons, size_t count, size_t own, bool served)
{
    size_t most = 0, chosen = AP_SET_NONE;
    for (size_t i = 0; i < count; i++) {
        const ap_set_skeleton *one = &skeletons[i];
        const bool fits =
            served ? one->is_served : one->files >= FEWEST_FILES && one->files > skeletons[own].files;
        if (!skeletons[own].akin[i] || !fits || one->files < most)
            continue;
        chosen = one->files > most ? i : AP_SET_NONE;
        most = one->files;
    }
    return chosen;
}

static bool has_akin_served_skeleton(const ap_set_skeleton *skeletons, size_t count, size_t own)
{
    size_t i = 0;
    while (i < count && !(skeletons[own].akin[i] && skeletons[i].is_served))
        i++;
    return i < count;
}

void ap_choose_right_skeletons(
    const ap_set_file *files, size_t count, ap_set_skeleton *skeletons, size_t skeleton_count)
{
    for (size_t i = 0; i < count; i++) {
        ap_set_skeleton *skeleton = &skeletons[files[i].skeleton];
        skeleton->files++;
        skeleton->users += !files[i].is_companion;
        skeleton->companions += files[i].is_companion;
        skeleton->is_served = skeleton->is_served || files[i].fits_companion;
    }
    for (size_t i = 0; i < skeleton_count; i++)
        skeletons[i].is_served =
            skeletons[i].is_served || (skeletons[i].users > 0 && skeletons[i].companions > 0);
    for (size_t i = 0; i < skeleton_count; i++)
        skeletons[i].right = skeletons[i].is_served
                                 ? AP_SET_NONE
                                 : choose_most_frequent_skeleton(skeletons, skeleton_count, i,
                                     has_akin_served_skeleton(skeletons, skeleton_count, i));
}

size_t ap_find_right_skeleton(const ap_set_file *file, const ap_set_skeleton *skeletons)
{
    const ap_set_skeleton *own = &skeletons[file->skeleton];
    return file->is_paired || (file->is_companion && own->users > 0) ? AP_SET_NONE : own->right;
}
