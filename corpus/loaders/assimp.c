/* assimp as a loader: assimp [--validate | --values TIMES] FILE, or assimp --batch

   FILE is a .md5anim, .md5mesh or .md5camera. Exit 0 when Assimp loads it and there is what the file is for: a
   channel of an animation, a face of a mesh, or a camera. 1 when it does not, 2 for wrong usage. Assimp's
   messages go to standard error. With --validate, Assimp's own check of the loaded scene
   (aiProcess_ValidateDataStructure) runs, too, and refuses an unsound one. With --values, where the joints of an
   .md5anim are at these times, a line of JSON each (docs/use/loaders.md); nodes and keys are Assimp's, joints are its
   channels. With --batch, files are named on standard input, with the times, and each is answered. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

/* What a file is for. */
typedef struct contents {
    unsigned channels, faces, cameras;
} contents;

static volatile double seen; /* so that no compiler leaves the looking out */

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

/* Looks at each vertex that a face or a bone names, as a program that draws the mesh does. */
static double look_at_mesh(const struct aiMesh *mesh)
{
    double sum = 0;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        for (unsigned corner = 0; corner < mesh->mFaces[i].mNumIndices; corner++)
            sum += (double)mesh->mVertices[mesh->mFaces[i].mIndices[corner]].x;
    }
    for (unsigned i = 0; i < mesh->mNumBones; i++) {
        const struct aiBone *bone = mesh->mBones[i];
        for (unsigned w = 0; w < bone->mNumWeights; w++)
            sum += (double)bone->mWeights[w].mWeight * (double)mesh->mVertices[bone->mWeights[w].mVertexId].y;
    }
    return sum;
}

/* All of the scene, each part looked at. */
static contents look_at(const struct aiScene *scene)
{
    contents found = { .cameras = scene->mNumCameras };
    for (unsigned a = 0; a < scene->mNumAnimations; a++) {
        const struct aiAnimation *animation = scene->mAnimations[a];
        for (unsigned c = 0; c < animation->mNumChannels; c++, found.channels++)
            seen += look_at_channel(animation->mChannels[c]);
    }
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        seen += look_at_mesh(scene->mMeshes[m]);
        found.faces += scene->mMeshes[m]->mNumFaces;
    }
    for (unsigned c = 0; c < scene->mNumCameras; c++)
        seen += (double)scene->mCameras[c]->mHorizontalFOV;
    return found;
}

/* The file alone: without the setting, Assimp reads the .md5anim beside a .md5mesh, too. */
static const struct aiScene *import(const char *path, unsigned steps)
{
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, settings);
    aiReleasePropertyStore(settings);
    return scene;
}

/* The number of the channel that moves a node; the count of channels where none does. */
static unsigned channel_of(const struct aiAnimation *animation, const struct aiNode *node)
{
    unsigned i = 0;
    while (
        i < animation->mNumChannels && strcmp(animation->mChannels[i]->mNodeName.data, node->mName.data) != 0)
        i++;
    return i;
}

/* Where the channel puts its node at a time in frames, in its parent's space. */
static void pose(const struct aiNodeAnim *channel, double frame, struct aiMatrix4x4 *local)
{
    const unsigned last = channel->mNumPositionKeys - 1;
    const unsigned first = frame >= last ? last : (unsigned)frame, next = first < last ? first + 1 : last;
    const float share = (float)(frame - first);
    const struct aiVector3D *from = &channel->mPositionKeys[first].mValue,
                            *to = &channel->mPositionKeys[next].mValue;
    const struct aiVector3D size = { 1, 1, 1 };
    const struct aiVector3D at = { from->x + share * (to->x - from->x), from->y + share * (to->y - from->y),
        from->z + share * (to->z - from->z) };
    struct aiQuaternion turn;
    aiQuaternionInterpolate(
        &turn, &channel->mRotationKeys[first].mValue, &channel->mRotationKeys[next].mValue, share);
    aiMatrix4FromScalingQuaternionPosition(local, &size, &turn, &at);
}

/* Joints of the node and all below it. What no channel moves, Assimp's own turn of the model among it, is left out. */
static void print_joints(
    const struct aiAnimation *animation, const struct aiNode *node, struct aiMatrix4x4 at, const char *time)
{
    const unsigned joint = channel_of(animation, node);
    if (joint < animation->mNumChannels && animation->mChannels[joint]->mNumPositionKeys > 0
        && animation->mChannels[joint]->mNumPositionKeys == animation->mChannels[joint]->mNumRotationKeys) {
        struct aiMatrix4x4 local;
        pose(animation->mChannels[joint], atof(time) * animation->mTicksPerSecond, &local);
        aiMultiplyMatrix4(&at, &local);
        printf("{\"at\": %s, \"joint\": %u, \"value\": [%.9g, %.9g, %.9g]}\n", time, joint, (double)at.a4,
            (double)at.b4, (double)at.c4);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        print_joints(animation, node->mChildren[i], at, time);
}

static void print_values(const struct aiScene *scene, char *times)
{
    for (char *time = strtok(times, ","); time != NULL && scene->mNumAnimations > 0;
         time = strtok(NULL, ",")) {
        struct aiMatrix4x4 none;
        aiIdentityMatrix4(&none);
        print_joints(scene->mAnimations[0], scene->mRootNode, none, time);
    }
}

/* How much there is of what a file with this ending is for. */
static unsigned of_use(const char *path, contents found)
{
    const char *ending = strrchr(path, '.');
    if (ending != NULL && strcmp(ending, ".md5mesh") == 0)
        return found.faces;
    return ending != NULL && strcmp(ending, ".md5camera") == 0 ? found.cameras : found.channels;
}

/* times: of values that are printed; NULL: none. */
static int load(const char *path, unsigned steps, char *times)
{
    const struct aiScene *scene = import(path, steps);
    if (scene == NULL) {
        fprintf(stderr, "%s\n", aiGetErrorString());
        return 1;
    }
    const contents found = look_at(scene);
    fprintf(stderr, "%u animations, %u channels; %u meshes, %u faces; %u cameras\n", scene->mNumAnimations,
        found.channels, scene->mNumMeshes, found.faces, found.cameras);
    if (times != NULL)
        print_values(scene, times);
    aiReleaseImport(scene);
    return of_use(path, found) > 0 ? 0 : 1;
}

/* "FILE <tab> COMPANION <tab> TIMES" a line. */
static int load_all(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *rest = line;
        const char *path = strsep(&rest, "\t\n");
        (void)strsep(&rest, "\t\n");
        char *times = strsep(&rest, "\t\n");
        puts(load(path, 0, times) == 0 ? "accept" : "refuse");
        fflush(stdout);
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("assimp %u.%u.%u\n", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--batch") == 0)
        return load_all();
    const int validate = argc == 3 && strcmp(argv[1], "--validate") == 0;
    const int values = argc == 4 && strcmp(argv[1], "--values") == 0;
    if (argc != 2 + validate + 2 * values) {
        fputs("usage: assimp [--validate | --values TIMES] FILE, or assimp --batch\n", stderr);
        return 2;
    }
    return load(argv[argc - 1], validate ? aiProcess_ValidateDataStructure : 0, values ? argv[2] : NULL);
}
