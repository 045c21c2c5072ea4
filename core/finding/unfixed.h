/* Reasons why rules have no automatic fix, each shared by several rules; docs/use/fix.md lists the rules
   of each. */
#ifndef AP_UNFIXED_H
#define AP_UNFIXED_H

#define AP_UNFIXED_MISSING          "what is missing, or where it belongs, is nowhere in the file"
#define AP_UNFIXED_ANY_LEGAL        "any of the legal values may be meant"
#define AP_UNFIXED_NUMBER_LOST      "what the number was is not known"
#define AP_UNFIXED_KEY_OR_ORDER     "the time, the order or the key itself may be wrong"
#define AP_UNFIXED_CUT_OR_ORDER     "the cut, the order or the number of frames may be wrong"
#define AP_UNFIXED_COUNT_OR_LIST    "the count or the list may be wrong, and nothing else in the file says which"
#define AP_UNFIXED_WHICH_ENTRY      "which entry is meant is not known"
#define AP_UNFIXED_MODEL            "a fix would change the model"
#define AP_UNFIXED_MOTION           "a fix would change the motion"
#define AP_UNFIXED_NAME             "the name is also in other files, or in none"
#define AP_UNFIXED_NOTHING_RECORDED "nothing was recorded"
#define AP_UNFIXED_EITHER_FILE      "either of the two files may be wrong"
#define AP_UNFIXED_WHICH_PARENT     "which parent is meant is not known"
#define AP_UNFIXED_TWO_COUNTS       "one of two counts is wrong, and either reads on"
#define AP_UNFIXED_AS_IT_MAY_BE     "the file is as it may be"
#define AP_UNFIXED_BOUNDS           "bounds are computed from the mesh"
#define AP_UNFIXED_ANOTHER_FILE     "it is another file, or two"

#endif
