/* Flags of a case: what kind of trap it is, for those who choose cases or count them. They follow from the case's defect, its
   companion and what must be found in it; a manifest tells them, and none is read from one. */
#ifndef AP_CASE_FLAGS_H
#define AP_CASE_FLAGS_H

#include "corpus/cases/manifest.h"

typedef struct ap_case_flag {
    const char *name;   /* "count-wraps-32" */
    const char *effect; /* one line: what such a file does to a reader that is not careful */
    const char *cves;   /* ids of known vulnerabilities of that kind, between blanks; NULL: none is known */
    /* Names of defects that have it, "*" for any letters; NULL ends the list. Empty: it is not the defect's. */
    const char *defects[24];
} ap_case_flag;

/* All flags; *count is how many. */
const ap_case_flag *ap_case_flags(size_t *count);

/* Whether a case has the flag. */
bool ap_has_flag(const ap_manifest_case *entry, const ap_case_flag *flag);

/* Whether the flag's list names the defect ("mrtk/magic_high-bit"). */
bool ap_flag_names(const ap_case_flag *flag, const char *defect);

/* Puts the members "flags", "notes" (each flag's effect), "cves", and "breaks": the known readers that fail on files that break
   the defect's rule, null where the case breaks none. */
void ap_put_case_flags(ap_json_put *put, const ap_manifest_case *entry);

#endif
