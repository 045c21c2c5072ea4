/* Where the memory of findings comes from. */
#ifndef CLI_FINDINGS_MEMORY_H
#define CLI_FINDINGS_MEMORY_H

#include "core/base/arena.h"

/* Memory whose large blocks lie in huge pages, where the system has these. */
extern const ap_memory cli_findings_memory;

#endif
