/* assimp as a loader: assimp [--validate] FILE.md5anim

   Exit 0 when Assimp loads the file and it has an animation of at least one channel, 1 when it does not, 2
   for wrong usage. Assimp's messages go to standard error. With --validate, Assimp's own check of the loaded
   scene (aiProcess_ValidateDataStructure) runs, too, and refuses an unsound one. */
#include <stdio.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

/* Looks at each key, as a program that plays the animation does. */
static double look_at_channel(const struct aiNodeAnim *channel)
{
    double sum = 0;
    for (unsigned i = 0; i < channel->mNumPositionKeys; i++)
        sum += channel->mPositionKeys[i].mTime + (double)channel->mPositionKeys[i].mValue.x;
    for (unsigned i = 0; i < channel->mNumRotationKeys; i++)
        sum += channel->mRotationKeys[i].mTime + (double)channel->mRotationKeys[i].mValue.w;
    for (unsigned i = 0; i < channel->mNumScalingKeys; i++)
        sum += channel->mScalingKeys[i].mTime + (double)channel->mScalingKeys[i].mValue.x;
    return sum;
}

/* Channels of all animations, each looked at. */
static unsigned look_at(const struct aiScene *scene)
{
    volatile double seen = 0; /* so that no compiler leaves the looking out */
    unsigned channels = 0;
    for (unsigned a = 0; a < scene->mNumAnimations; a++) {
        const struct aiAnimation *animation = scene->mAnimations[a];
        for (unsigned c = 0; c < animation->mNumChannels; c++, channels++)
            seen += look_at_channel(animation->mChannels[c]);
    }
    return channels;
}

/* The file alone. Assimp reads nothing beside a .md5anim; a .md5mesh it would read with the .md5anim beside
   it. */
static const struct aiScene *import(const char *path, unsigned steps)
{
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, settings);
    aiReleasePropertyStore(settings);
    return scene;
}

static int load(const char *path, unsigned steps)
{
    const struct aiScene *scene = import(path, steps);
    if (scene == NULL) {
        fprintf(stderr, "%s\n", aiGetErrorString());
        return 1;
    }
    const unsigned channels = look_at(scene);
    fprintf(stderr, "%u animations, %u channels\n", scene->mNumAnimations, channels);
    aiReleaseImport(scene);
    return channels > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("assimp %u.%u.%u\n", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
        return 0;
    }
    const int validate = argc == 3 && strcmp(argv[1], "--validate") == 0;
    if (argc != 2 + validate) {
        fputs("usage: assimp [--validate] FILE.md5anim\n", stderr);
        return 2;
    }
    return load(argv[argc - 1], validate ? aiProcess_ValidateDataStructure : 0);
}
