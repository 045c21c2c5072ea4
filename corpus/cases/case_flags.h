/* Flags of a corpus case say what the case tests in a reader: the kind of mistake in the file, such as count-wraps-32, or
   "companion", "near-miss" or "several-rules". They are computed from the case's defect, companion and expected findings. The
   manifest lists the flags, but programs that read a manifest compute them again. */
#ifndef AP_CASE_FLAGS_H
#define AP_CASE_FLAGS_H

#include "corpus/cases/manifest.h"

typedef struct ap_case_flag {
    const char *name;   /* name of the flag, as "count-wraps-32" */
    const char *effect; /* one line: the mistake in the file, and what a careless reader does */
    const char *cves;   /* ids of known vulnerabilities of this kind, separated by blanks; NULL if no
                           vulnerability is known */
    /* patterns of the names of defects that have the flag, NULL-terminated; "*" matches any characters, also
       "/"; empty if the flag does not depend on the defect's name */
    const char *defects[24];
} ap_case_flag;

/* Returns all flags and stores their number in *count. */
const ap_case_flag *ap_case_flags(size_t *count);

/* Returns true if the case has the flag. */
bool ap_has_flag(const ap_manifest_case *entry, const ap_case_flag *flag);

/* Returns true if a pattern of flag->defects matches the name of the defect ("mrtk/magic_high-bit"). */
bool ap_does_flag_match_defect(const ap_case_flag *flag, const char *defect);

/* Writes the JSON members "flags", "notes" (the effect of each flag), "cves", and "breaks": which known readers fail on files
   that break the rule of the case's defect, and how; null if the case is a valid file or a near miss, if this version does not
   know the defect, or if the rule has no such text. */
void ap_put_flags_notes_cves_and_breaks(ap_json_put *put, const ap_manifest_case *entry);

#endif
