/* Runs Assimp as a loader. Usage: assimp [--validate | --values TIMES] FILE, or assimp --batch. FILE is a
   .md5anim, .md5mesh or .md5camera. Exit status 0: Assimp loads the file and finds its content, which is a
   channel of an animation, a face of a mesh, or a camera. 1: Assimp refuses the file or finds no content.
   2: wrong usage. Assimp's messages go to standard error. --validate also runs Assimp's check of the
   loaded scene (aiProcess_ValidateDataStructure), which refuses invalid scenes. --values prints the joint
   positions of an .md5anim at these times, one line of JSON per time and joint (docs/use/loaders.md). Nodes and keys
   are Assimp's; joints are nodes with a channel. --batch reads file names and times from standard input,
   and answers each line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

/* Numbers of loaded elements, by kind. */
typedef struct scene_contents {
    unsigned channels, faces, cameras;
} scene_contents;

static volatile double sink; /* keeps the compiler from removing the reads */

/* Reads the time and one number of each key, so that a read out of bounds is noticed. Returns the sum of what it read. */
static double sum_channel_keys(const struct aiNodeAnim *channel)
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

/* Reads each vertex that a face or a bone refers to, as a program that draws the mesh does. Returns the sum of the numbers. */
static double sum_mesh_vertices(const struct aiMesh *mesh)
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

/* Reads all channels, faces and bones of the scene, and counts channels, faces and cameras. */
static scene_contents read_scene(const struct aiScene *scene)
{
    scene_contents found = { .cameras = scene->mNumCameras };
    for (unsigned a = 0; a < scene->mNumAnimations; a++) {
        const struct aiAnimation *animation = scene->mAnimations[a];
        for (unsigned c = 0; c < animation->mNumChannels; c++, found.channels++)
            sink += sum_channel_keys(animation->mChannels[c]);
    }
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        sink += sum_mesh_vertices(scene->mMeshes[m]);
        found.faces += scene->mMeshes[m]->mNumFaces;
    }
    for (unsigned c = 0; c < scene->mNumCameras; c++)
        sink += (double)scene->mCameras[c]->mHorizontalFOV;
    return found;
}

/* Imports the file without its companion: without this setting, Assimp would load the .md5anim next to a
   .md5mesh too. */
static const struct aiScene *import_without_companion(const char *path, unsigned steps)
{
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, settings);
    aiReleasePropertyStore(settings);
    return scene;
}

/* Returns the index of the channel that moves a node; the number of channels if no channel does. */
static unsigned channel_of_node(const struct aiAnimation *animation, const struct aiNode *node)
{
    unsigned i = 0;
    while (
        i < animation->mNumChannels && strcmp(animation->mChannels[i]->mNodeName.data, node->mName.data) != 0)
        i++;
    return i;
}

/* Computes the node's transform in its parent's space from the channel, at a time in frames. */
static void node_transform_at(const struct aiNodeAnim *channel, double frame, struct aiMatrix4x4 *local)
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

/* Prints the positions of the joints at and below a node, in the model's space. Does not print nodes without a channel, such as
   the node with which Assimp rotates the model, and nodes with unequal numbers of position and rotation keys; ignores their
   transforms. */
static void print_joints(
    const struct aiAnimation *animation, const struct aiNode *node, struct aiMatrix4x4 at, const char *time)
{
    const unsigned joint = channel_of_node(animation, node);
    if (joint < animation->mNumChannels && animation->mChannels[joint]->mNumPositionKeys > 0
        && animation->mChannels[joint]->mNumPositionKeys == animation->mChannels[joint]->mNumRotationKeys) {
        struct aiMatrix4x4 local;
        node_transform_at(animation->mChannels[joint], atof(time) * animation->mTicksPerSecond, &local);
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

/* Returns the number of loaded elements of the kind that a file with this extension must have: channels, faces or cameras. */
static unsigned count_elements_of_required_kind(const char *path, scene_contents found)
{
    const char *ending = strrchr(path, '.');
    if (ending != NULL && strcmp(ending, ".md5mesh") == 0)
        return found.faces;
    return ending != NULL && strcmp(ending, ".md5camera") == 0 ? found.cameras : found.channels;
}

/* Loads a file and returns the exit status. `times` is the list of times for which to print values; NULL:
   print no values. */
static int load_file(const char *path, unsigned steps, char *times)
{
    const struct aiScene *scene = import_without_companion(path, steps);
    if (scene == NULL) {
        fprintf(stderr, "%s\n", aiGetErrorString());
        return 1;
    }
    const scene_contents found = read_scene(scene);
    fprintf(stderr, "%u animations, %u channels; %u meshes, %u faces; %u cameras\n", scene->mNumAnimations,
        found.channels, scene->mNumMeshes, found.faces, found.cameras);
    if (times != NULL)
        print_values(scene, times);
    aiReleaseImport(scene);
    return count_elements_of_required_kind(path, found) > 0 ? 0 : 1;
}

/* Answers each line "FILE <tab> COMPANION <tab> TIMES" of standard input with the values at these times and a last line "accept"
   or "refuse". Does not read the companion. */
static int load_files_of_stdin(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *rest = line;
        const char *path = strsep(&rest, "\t\n");
        (void)strsep(&rest, "\t\n");
        char *times = strsep(&rest, "\t\n");
        puts(load_file(path, 0, times) == 0 ? "accept" : "refuse");
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
        return load_files_of_stdin();
    const int validate = argc == 3 && strcmp(argv[1], "--validate") == 0;
    const int values = argc == 4 && strcmp(argv[1], "--values") == 0;
    if (argc != 2 + validate + 2 * values) {
        fputs("usage: assimp [--validate | --values TIMES] FILE, or assimp --batch\n", stderr);
        return 2;
    }
    return load_file(argv[argc - 1], validate ? aiProcess_ValidateDataStructure : 0, values ? argv[2] : NULL);
}
