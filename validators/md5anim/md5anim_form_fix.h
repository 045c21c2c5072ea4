/* The canonical form as a fix. */
#ifndef AP_MD5ANIM_FORM_FIX_H
#define AP_MD5ANIM_FORM_FIX_H

#include "validators/fixer.h"

/* Replaces the whole file. Refused where it has errors, and unless that is safe where it has comments other
   than those that exporters write beside a joint, or something after the last frame. */
void ap_md5anim_fix_form(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
