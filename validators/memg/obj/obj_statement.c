#include "validators/memg/obj/obj_statement.h"

#include <stddef.h>
#include <string.h>

/* Keywords of Wavefront .obj, the most frequent first. */
static const struct {
    const char *word;
    ap_obj_statement statement;
} keywords[] = {
    { "v", AP_OBJ_V },
    { "f", AP_OBJ_F },
    { "vt", AP_OBJ_VT },
    { "vn", AP_OBJ_VN },
    { "g", AP_OBJ_G },
    { "fo", AP_OBJ_F }, /* an older spelling of f */
    { "s", AP_OBJ_WITHOUT_EFFECT },
    { "usemtl", AP_OBJ_WITHOUT_EFFECT },
    { "o", AP_OBJ_WITHOUT_EFFECT },
    { "mtllib", AP_OBJ_WITHOUT_EFFECT },
    { "l", AP_OBJ_WITHOUT_EFFECT },
    { "p", AP_OBJ_WITHOUT_EFFECT },
    /* free-form curves and surfaces */
    { "vp", AP_OBJ_WITHOUT_EFFECT },
    { "cstype", AP_OBJ_WITHOUT_EFFECT },
    { "deg", AP_OBJ_WITHOUT_EFFECT },
    { "bmat", AP_OBJ_WITHOUT_EFFECT },
    { "step", AP_OBJ_WITHOUT_EFFECT },
    { "curv", AP_OBJ_WITHOUT_EFFECT },
    { "curv2", AP_OBJ_WITHOUT_EFFECT },
    { "surf", AP_OBJ_WITHOUT_EFFECT },
    { "parm", AP_OBJ_WITHOUT_EFFECT },
    { "trim", AP_OBJ_WITHOUT_EFFECT },
    { "hole", AP_OBJ_WITHOUT_EFFECT },
    { "scrv", AP_OBJ_WITHOUT_EFFECT },
    { "sp", AP_OBJ_WITHOUT_EFFECT },
    { "end", AP_OBJ_WITHOUT_EFFECT },
    { "con", AP_OBJ_WITHOUT_EFFECT },
    { "mg", AP_OBJ_WITHOUT_EFFECT },
    { "ctech", AP_OBJ_WITHOUT_EFFECT },
    { "stech", AP_OBJ_WITHOUT_EFFECT },
    { "bsp", AP_OBJ_WITHOUT_EFFECT },
    { "bzp", AP_OBJ_WITHOUT_EFFECT },
    { "cdc", AP_OBJ_WITHOUT_EFFECT },
    { "cdp", AP_OBJ_WITHOUT_EFFECT },
    { "res", AP_OBJ_WITHOUT_EFFECT },
    /* display and rendering */
    { "bevel", AP_OBJ_WITHOUT_EFFECT },
    { "c_interp", AP_OBJ_WITHOUT_EFFECT },
    { "d_interp", AP_OBJ_WITHOUT_EFFECT },
    { "lod", AP_OBJ_WITHOUT_EFFECT },
    { "maplib", AP_OBJ_WITHOUT_EFFECT },
    { "usemap", AP_OBJ_WITHOUT_EFFECT },
    { "shadow_obj", AP_OBJ_WITHOUT_EFFECT },
    { "trace_obj", AP_OBJ_WITHOUT_EFFECT },
    /* general statements */
    { "call", AP_OBJ_CALL }, /* includes another file; csh is a shell command: neither is followed */
    { "csh", AP_OBJ_WITHOUT_EFFECT },
};

ap_obj_statement ap_obj_statement_of(ap_view keyword)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const char *word = keywords[i].word;
        if (keyword.bytes[0] == (uint8_t)word[0]
            && strncmp((const char *)keyword.bytes, word, keyword.size) == 0 && word[keyword.size] == '\0')
            return keywords[i].statement;
    }
    return AP_OBJ_UNKNOWN;
}
