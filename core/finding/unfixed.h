/* Reasons why rules have no automatic fix, each shared by several rules; docs/use/fix.md lists the rules that give each reason.
   */
#ifndef AP_UNFIXED_H
#define AP_UNFIXED_H

#define AP_UNFIXED_MISSING          "the file does not say what is missing, or where it belongs"
#define AP_UNFIXED_ANY_LEGAL        "several values are legal, and the file does not say which is meant"
#define AP_UNFIXED_NUMBER_LOST      "the file does not say what the number was"
#define AP_UNFIXED_KEY_OR_ORDER     "the time, the order or the key itself may be wrong"
#define AP_UNFIXED_CUT_OR_ORDER     "the cut, the order or the number of frames may be wrong"
#define AP_UNFIXED_COUNT_OR_LIST    "the count or the list may be wrong, and nothing else in the file says which"
#define AP_UNFIXED_WHICH_ENTRY      "the file does not say which entry is meant"
#define AP_UNFIXED_MODEL            "a fix would change the model"
#define AP_UNFIXED_MOTION           "a fix would change the motion"
#define AP_UNFIXED_NAME             "other files may refer to the name, and the right name may be only in other files"
#define AP_UNFIXED_NOTHING_RECORDED "the data was never recorded"
#define AP_UNFIXED_EITHER_FILE      "either of the two files may be wrong"
#define AP_UNFIXED_WHICH_PARENT     "the file does not say which parent is meant"
#define AP_UNFIXED_TWO_COUNTS                                                                                \
    "one of two counts is wrong, and a change of either count makes the file readable"
#define AP_UNFIXED_VALID        "the file is valid as it is"
#define AP_UNFIXED_ANOTHER_FILE "the file is of another kind, or has two versions of its content"

#endif
