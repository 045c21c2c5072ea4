/* Copies an `.obj` with new vertex positions. */
#ifndef AP_OBJ_POSITIONS_H
#define AP_OBJ_POSITIONS_H

#include "core/base/span.h"
#include "core/files/writer.h"
#include "validators/memg/memg_positions.h"

/* Copies the scene, an .obj without errors, byte for byte except for the coordinates of vertices with known
   positions, which must be finite and are written with the fewest digits, 15 to 17, that read back as the same double.
   Returns false if the writer failed; the caller finishes the writer. */
bool ap_obj_write_positions(ap_view scene, const ap_memg_positions *positions, ap_writer *writer);

#endif
