/* Name and version of the program. */
#ifndef AP_VERSION_H
#define AP_VERSION_H

#define AP_PROGRAM "animproof"
#define AP_VERSION "0.1.0"

/* AP_DOCS, which a distribution may define, is the address of docs/ on the web:
   "https://example.org/animproof/docs/". If AP_DOCS is NULL, links lead to the installed page of rules, or
   are left out. */
#ifndef AP_DOCS
#define AP_DOCS NULL
#endif

#endif
