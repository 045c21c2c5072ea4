#include "validators/md5/md5_pair.h"

bool ap_md5_read_or_write_vector_pair(
    ap_text *text, ap_md5_vector_pair *pair, const char *first, const char *second)
{
    return ap_text_vec3(text, first, pair->first, &pair->first_span)
           && ap_text_vec3(text, second, pair->second, &pair->second_span);
}
