/* The statements of an `.obj`, by keyword. */
#ifndef AP_OBJ_STATEMENT_H
#define AP_OBJ_STATEMENT_H

#include "core/base/span.h"
#include "validators/memg/obj/obj_number.h"

typedef enum ap_obj_statement {
    /* AP_OBJ_V, AP_OBJ_VT and AP_OBJ_VN equal the kind of the index that refers to them */
    AP_OBJ_V = AP_OBJ_VERTEX,
    AP_OBJ_VT = AP_OBJ_TEXTURE,
    AP_OBJ_VN = AP_OBJ_NORMAL,
    AP_OBJ_F,
    AP_OBJ_G,
    AP_OBJ_CALL,           /* includes another file, which is not read */
    AP_OBJ_WITHOUT_EFFECT, /* known statements without effect on groups and faces; their arguments are not
                              checked */
    AP_OBJ_UNKNOWN
} ap_obj_statement;

ap_obj_statement ap_obj_statement_of(ap_view keyword);

#endif
