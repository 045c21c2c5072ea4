/* Parts of SARIF that a report has very many of: messages, and where things are. Each is put in few pieces, not member by member,
   since a report of many findings is mostly them. */
#ifndef AP_SARIF_PARTS_H
#define AP_SARIF_PARTS_H

#include "core/json/json_put.h"
#include "core/report/report.h"

/* How the places of one file are written. */
typedef struct ap_sarif_places {
    const ap_report_file *file;
    bool github; /* which refuses a region without a line */
} ap_sarif_places;

/* The object of a message. `before`, unless it is NULL, and the offset come first. */
void ap_sarif_message(ap_batch *batch, const char *before, size_t offset, const char *message);

/* The member that names a file. */
void ap_sarif_artifact(ap_json_put *put, const char *name);

/* The members that say where a finding is, and what else it speaks of. */
void ap_sarif_locations(ap_json_put *put, const ap_sarif_places *places, const ap_finding *finding);

#endif
