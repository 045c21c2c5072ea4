/* Writes the frequent parts of SARIF: messages and locations. A message or location is written in a few large pieces instead of
   member by member, because they make up most of a report with many findings. */
#ifndef AP_SARIF_PARTS_H
#define AP_SARIF_PARTS_H

#include "core/json/json_put.h"
#include "core/report/report.h"

/* The settings for the locations of one file. */
typedef struct ap_sarif_location_options {
    const ap_report_file *file;
    bool
        github; /* true for GitHub, which rejects a region without a line: the regions of binary files get line 1 */
} ap_sarif_location_options;

/* Writes a message object. The text begins with `before` and the offset, unless `before` is NULL. */
void ap_sarif_put_message(ap_batch *batch, const char *before, size_t offset, const char *message);

/* Writes the member artifactLocation, which names a file. */
void ap_sarif_put_artifact(ap_json_put *put, const char *name);

/* Writes the members for the location of a finding and for its related positions. */
void ap_sarif_put_locations(
    ap_json_put *put, const ap_sarif_location_options *places, const ap_finding *finding);

#endif
