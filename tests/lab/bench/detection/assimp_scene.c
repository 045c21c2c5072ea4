/* Prints what Debian's Assimp reads from an MD5 file, without its companion: assimp_scene FILE. The output has the nodes, the
   rates, durations and keys of animations, the faces of meshes, and the fields of view of cameras. A line has words: a keyword,
   names as '#' and hexadecimal bytes, and numbers. same_scenes.py compares the lines without their order. A second of processor
   time without a result is a hang, and ends the program by SIGXCPU. */
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <sys/resource.h>

static void print_name(const struct aiString *name)
{
    fputs(" #", stdout);
    for (unsigned i = 0; i < name->length; i++)
        printf("%02x", (unsigned char)name->data[i]);
}

static void print_number(double number)
{
    printf(" %.9g", number);
}

static void print_node(const struct aiNode *node)
{
    fputs("node", stdout);
    print_name(&node->mName);
    if (node->mParent != NULL)
        print_name(&node->mParent->mName);
    for (int i = 0; i < 16; i++)
        print_number((double)(&node->mTransformation.a1)[i]);
    putchar('\n');
    for (unsigned i = 0; i < node->mNumChildren; i++)
        print_node(node->mChildren[i]);
}

static void print_channel(const struct aiString *animation, const struct aiNodeAnim *channel)
{
    for (unsigned i = 0; i < channel->mNumPositionKeys; i++) {
        const struct aiVectorKey *key = &channel->mPositionKeys[i];
        fputs("position", stdout);
        print_name(animation);
        print_name(&channel->mNodeName);
        printf(" %.9g %.9g %.9g %.9g\n", key->mTime, (double)key->mValue.x, (double)key->mValue.y,
            (double)key->mValue.z);
    }
    for (unsigned i = 0; i < channel->mNumRotationKeys; i++) {
        const struct aiQuatKey *key = &channel->mRotationKeys[i];
        fputs("rotation", stdout);
        print_name(animation);
        print_name(&channel->mNodeName);
        printf(" %.9g %.9g %.9g %.9g %.9g\n", key->mTime, (double)key->mValue.w, (double)key->mValue.x,
            (double)key->mValue.y, (double)key->mValue.z);
    }
}

static void print_animation(const struct aiAnimation *animation)
{
    fputs("rate", stdout);
    print_name(&animation->mName);
    printf(" %.9g\nduration", animation->mTicksPerSecond);
    print_name(&animation->mName);
    printf(" %.9g\n", animation->mDuration);
    for (unsigned i = 0; i < animation->mNumChannels; i++)
        print_channel(&animation->mName, animation->mChannels[i]);
}

/* Prints a corner: position, texture coordinates if the mesh has some, and each weight after its bone's name. */
static void print_corner_with_weights(const struct aiMesh *mesh, unsigned vertex)
{
    fputs(" |", stdout);
    for (int i = 0; i < 3; i++)
        print_number((double)(&mesh->mVertices[vertex].x)[i]);
    for (int i = 0; i < 2 && mesh->mTextureCoords[0] != NULL; i++)
        print_number((double)(&mesh->mTextureCoords[0][vertex].x)[i]);
    for (unsigned b = 0; b < mesh->mNumBones; b++) {
        const struct aiBone *bone = mesh->mBones[b];
        for (unsigned w = 0; w < bone->mNumWeights; w++) {
            if (bone->mWeights[w].mVertexId == vertex) {
                print_name(&bone->mName);
                print_number((double)bone->mWeights[w].mWeight);
            }
        }
    }
}

static void print_mesh(const struct aiMesh *mesh)
{
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        fputs("face", stdout);
        print_name(&mesh->mName);
        for (unsigned corner = 0; corner < mesh->mFaces[i].mNumIndices; corner++)
            print_corner_with_weights(mesh, mesh->mFaces[i].mIndices[corner]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    const struct rlimit second = { 1, 2 };
    setrlimit(RLIMIT_CPU, &second);
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(argv[1], 0, NULL, settings);
    aiReleasePropertyStore(settings);
    if (scene == NULL) {
        fprintf(stderr, "%s\n", aiGetErrorString());
        return 1;
    }
    print_node(scene->mRootNode);
    for (unsigned i = 0; i < scene->mNumAnimations; i++)
        print_animation(scene->mAnimations[i]);
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        print_mesh(scene->mMeshes[i]);
    for (unsigned i = 0; i < scene->mNumCameras; i++) {
        fputs("camera", stdout);
        print_name(&scene->mCameras[i]->mName);
        printf(" %.9g\n", (double)scene->mCameras[i]->mHorizontalFOV);
    }
    aiReleaseImport(scene);
    return 0;
}
