/* Rules on the content of a mesh. They need a file without errors. */
#ifndef AP_MD5MESH_CONTENT_H
#define AP_MD5MESH_CONTENT_H

#include "validators/md5mesh/md5mesh_skin.h"

/* The vertices of a mesh in the bind pose. */
typedef struct ap_md5mesh_bind_vertices {
    double (*verts)[3]; /* positions of the vertices of all blocks, in the order of the file */
    ap_md5mesh_box box;
    double size; /* diagonal of the box */
} ap_md5mesh_bind_vertices;

/* Returns true unless the rule settings turn off all rules on the content. */
bool ap_md5mesh_is_content_checked(const ap_findings *findings);

/* Checks the content of a mesh. Called after ap_md5mesh_finish_model. Does nothing if the file has an error, and counts skipped
   checks if the vertices name too many weights. */
void ap_md5mesh_check_content(ap_md5_mesh *mesh);

/* Reports the first vertex with weights that give different positions, if most vertices have such weights. `size` is
   ap_md5mesh_bind_vertices.size. */
void ap_md5mesh_check_weight_positions(ap_md5_mesh *mesh, double size);

/* Checks that the triangles of a closed model face outwards. */
void ap_md5mesh_check_winding(ap_md5_mesh *mesh, const ap_md5mesh_bind_vertices *shape);

#endif
