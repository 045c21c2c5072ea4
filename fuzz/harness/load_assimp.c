/* Implements load() with the .md5anim reader of Debian's libassimp, as an example. */
#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "fuzz/harness/load.h"

int load(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 1024 * 1024)
        return 1;
    const struct aiScene *scene = aiImportFileFromMemory((const char *)data, (unsigned)size, 0, "md5anim");
    if (scene == NULL)
        return 1;
    aiReleaseImport(scene);
    return 0;
}
