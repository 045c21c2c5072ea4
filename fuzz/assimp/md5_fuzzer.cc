// A fuzz target for one of Assimp's MD5 formats: MD5_HINT is "md5mesh", "md5anim" or "md5camera".
//
// Assimp chooses the importer by the name of a file: without the hint, no input is read as an MD5 file. Assimp validates the loaded
// scene, because its indices may be out of range.
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
