/* Lists all tables of rules and all formats. Reports list them in this order, and formats are recognised in
   this order. TABLE(name, NAME, title) is a table of rules without a format; FORMAT(name, NAME, title) is a
   format with its rules and its ap_corpus_format in corpus/. */
#ifndef AP_FORMATS_H
#define AP_FORMATS_H

#include "validators/file/file_table.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/obj/obj_table.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/services/policy/policy_table.h"

#define AP_ROWS(TABLE, FORMAT)                                                                               \
    TABLE(file, FILE, "A file as a whole")                                                                   \
    TABLE(policy, POLICY, "What a project allows ([policy] of its configuration)")                           \
    FORMAT(mrtk, MRTK, "MRTK input animation (.bin)")                                                        \
    FORMAT(memg, MEMG, "Compressed mesh-ensemble motion (.bin)")                                             \
    TABLE(obj, OBJ, "The scene of a mesh-ensemble motion (.obj)")                                            \
    FORMAT(md5anim, MD5ANIM, "id Tech 4 skeletal animation (.md5anim)")                                      \
    FORMAT(md5mesh, MD5MESH, "id Tech 4 mesh (.md5mesh)")                                                    \
    FORMAT(md5camera, MD5CAMERA, "id Tech 4 camera path (.md5camera)")

#define AP_NO_ROW(name, NAME, title)

#endif
