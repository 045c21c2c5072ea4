/* The joints of a .md5mesh, to judge an animation against. */
#ifndef AP_MD5MESH_H
#define AP_MD5MESH_H

#include "core/finding.h"
#include "validators/format.h"

/* Reads a .md5mesh: its header and joints as strictly as an animation's, its mesh blocks token by token.
   The result and what it shows live in findings->arena, and it points into the input. NULL only when memory
   has run out. findings receives what is wrong with the mesh itself (rules md5mesh/...). */
ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings);

#endif
