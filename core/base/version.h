/* Which release this is. */
#ifndef AP_VERSION_H
#define AP_VERSION_H

#define AP_PROGRAM "animproof"
#define AP_VERSION "0.1.0"

#endif
