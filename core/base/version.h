/* Which release this is. */
#ifndef AP_VERSION_H
#define AP_VERSION_H

#define AP_PROGRAM "animproof"
#define AP_VERSION "0.1.0"

/* Where docs/ can be read, for reports that name a page about a rule. A distribution sets its own. */
#ifndef AP_DOCS
#define AP_DOCS "https://animproof.invalid/docs/"
#endif

#endif
