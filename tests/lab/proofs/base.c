/* Includes the headers of core/base for the prover. All functions of these headers are inline. */
#include "core/base/bytes.h"
#include "core/base/span.h"
