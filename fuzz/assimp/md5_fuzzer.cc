// A fuzz target for one of Assimp's MD5 formats: MD5_HINT is "md5mesh", "md5anim" or "md5camera".
//
// The importer is chosen by the name that a file has: without the hint no input is ever read as one of them. What was loaded is
// validated, as an index into it may lie outside.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, true);
    importer.ReadFileFromMemory(data, size, aiProcess_ValidateDataStructure, MD5_HINT);
    return 0;
}
