/* Tests the fixers of .md5anim, .md5mesh and .md5camera: the text that replaces a fault, or the reason for having no fix. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "validators/registry.h"
#include "validators/services/fixing/fixing.h"

enum { TEXT_BYTES = 2048, RULE_BYTES = 64 };

/* A fault in the valid file, and the expected result of the fixer of the first finding of `rule`. */
typedef struct fix_case {
    const char *rule;  /* id without the format */
    const char *from;  /* a part of the valid file */
    const char *fault; /* replaces `from` before the fix */
    bool unsafe;       /* the fix is made with --unsafe */
    const char *fixed; /* the text in place of `fault` after the fix; or the reason why there is no fix */
} fix_case;

#define HIPS               "\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )"
#define COMMENTS           "comments would be lost: --unsafe removes them"
#define UNDERIVED          "a key of the header is missing, and its value cannot be derived"
#define UNUSED_NUMBERS     "numbers of the frames that no joint uses would be lost: --unsafe leaves them out"
#define JOINTS(root, hips) "\t\"root\" -1 " root "\n\t\"hips\" 0 " hips "\n"
#define ROOT_HIPS          JOINTS("1 0", "63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )")
#define ALL                "( Tx Ty Tz Qx Qy Qz )"
#define UNKNOWN_COMPONENTS                                                                                   \
    "the intended components are unknown: a comment lists one twice or in another order"
#define FRAMES(first, second) "frame " first " {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n\nframe " second " {"

static const fix_case animations[] = {
    /* Fixes of the header */
    { "commandline", "commandline \"\"\n\nnumFrames 2\n", "numFrames 2\n", false,
        "commandline \"\"\nnumFrames 2\n" },
    { "commandline", "commandline \"\"", "commandline", false, "commandline \"\"" },
    { "commandline", "commandline \"\"\n\nnumF", "commandline\rnumF", false, "commandline \"\"\nnumF" },
    { "commandline", "commandline \"\"", "commandline a b", false, "commandline \"a b\"" },
    { "commandline", "commandline \"\"", "commandline 'a b'", false, "commandline \"a b\"" },
    { "commandline", "commandline \"\"", "commandline 'a b", false, "commandline \"'a b\"" },
    { "commandline", "commandline \"\"", "commandline '", false, "commandline \"'\"" },
    { "commandline", "commandline \"\"", "commandline a \"b\"", false,
        "the commandline has a quote inside but none around it, so its text is unknown" },
    { "header-key", "numFrames 2\nnumJoints 2\n", "numJoints 2\nnumFrames 2\n", false,
        "numFrames 2\nnumJoints 2\n" },
    { "header-key", "numFrames 2\n", "numFrames 2\nnumFrames 2\n", false, "numFrames 2\n" },
    { "header-key", "numFrames 2\n", "numFrames 2\nnumFrames 3\n", false,
        "a key of the header has two values" },
    { "header-key", "numFrames 2\n", "numFrames 2\nnumFrames 22\n", false,
        "a key of the header has two values" },
    { "header-key", "numFrames 2\n", "numframes 2\n", false, "numFrames 2\n" },
    { "header-key", "numFrames 2\n", "frames 2\n", false,
        "the header has a word that is not one of its keys" },
    { "header-key", "numJoints 2\n", "", false, "numJoints 2\n" },
    { "header-key", "frameRate 24\n", "", false, UNDERIVED },
    { "header-key", "numJoints 2\nframeRate 24\n", "frameRate 24 // fast\nnumJoints 2\n", false, COMMENTS },
    { "header-key", "numJoints 2\nframeRate 24\n", "frameRate 24 // fast\nnumJoints 2\n", true,
        "numJoints 2\nframeRate 24\n" },
    { "header-key", "MD5Version 10\ncommandline \"\"\n\nnumFrames 2\nnumJoints 2\n",
        "\nMD5Version 10\ncommandline \"\"\n\nnumJoints 2\nnumFrames 2\n", false,
        "\nMD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 2\n" },
    /* Fixes of whole numbers */
    { "frame-rate-fraction", "frameRate 24", "frameRate 24.5", false, "the value is not a whole number" },
    { "frame-rate-fraction", "frameRate 24", "frameRate 24.0", false, "frameRate 24" },
    { "integer", "frameRate 24", "frameRate +24", false, "frameRate 24" },
    { "integer", "frameRate 24", "frameRate 024", false, "the value is not a whole number" },
    { "integer", "\"hips\" 0 63 1", "\"hips\" 0 63. 1", false, "\"hips\" 0 63 1" },
    { "integer", "\"hips\" 0 63 1", "\"hips\" 0 +63.00 1", false, "\"hips\" 0 63 1" },
    { "integer", "\"hips\" 0 63 1", "\"hips\" 0 6x 1", false, "the value is not a whole number" },
    { "integer", "\"hips\" 0 63 1", "\"hips\" 0 x 1", false, "the value is not a whole number" },
    { "integer", "\"root\" -1 1 0", "\"root\" -1.0 1 0", false, "\"root\" -1 1 0" },
    { "root-parent", "\"root\" -1 1 0", "\"root\" -2 1 0", false, "\"root\" -1 1 0" },
    { "root-parent", "\"root\" -1 1 0", "\"root\" 0 1 0", false, "\"root\" -1 1 0" },
    { "root-parent", "\"root\" -1 1 0", "\"root\" 1 1 0", false, "another joint may be intended" },
    { "integer", "\"root\" -1 1 0", "\"root\" 00 1 0", false, "the value is not a whole number" },
    /* Fixes of decimal numbers */
    { "number", "( -1 -2 -3 )", "( -1 +2 -3 )", false, "( -1 2 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -02 -3 )", false, "( -1 -2 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -2.5f -3 )", false, "( -1 -2.5 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -2.5F -3 )", false, "( -1 -2.5 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -2E+1 -3 )", false, "( -1 -2e+1 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -2E-1 -3 )", false, "( -1 -2e-1 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -2e1e1 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -2.5.5 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -2e1.5 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -2f5 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -2x -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -2e1-5 -3 )", false, "the intended number is unknown" },
    { "decimal-comma", "( -1 -2 -3 )", "( -1,5 -2,5 -3 )", false, "( -1.5 -2.5 -3 )" },
    /* Fixes of the version */
    { "version-missing", "MD5Version 10", "md5version 10", false, "MD5Version 10" },
    { "version-missing", "MD5Version 10", "\"MD5Version\" 10", false, "MD5Version 10" },
    { "version-missing", "MD5Version 10", "MD5Versions 10", false, "the first word is not MD5Version" },
    { "version", "MD5Version 10", "MD5Version 10.00", false, "MD5Version 10" },
    { "version", "MD5Version 10", "MD5Version 010", false, "MD5Version 10" },
    { "version", "MD5Version 10", "MD5Version \"10\"", false, "MD5Version 10" },
    { "version", "MD5Version 10", "MD5Version 10.5", false, "the version is unknown or missing" },
    { "version", "MD5Version 10", "MD5Version 0", false, "the version is unknown or missing" },
    { "version", "MD5Version 10", "MD5Version 11", false, "the version is unknown or missing" },
    /* Fixes of frame indices */
    { "frame-index", "frame 1 {", "frame 2 {", false, "frame 1 {" },
    { "frame-index", "frame 0 {", "frame 1 {", false, "frame 0 {" },
    { "frame-index", "frame 1 {", "frame -1 {", false, "frame 1 {" },
    { "integer", "frame 1 {", "frame 1x {", false, "the value is not a whole number" },
    { "frame-surplus", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3\n}\nframe 3 {\n\t1\n\t1 1 1 0 0 0\n}\n", false,
        "the sections of the file imply different counts" },
    /* Fixes of counts and start indices */
    { "frame-count", "numFrames 2", "numFrames 3", false, "numFrames 2" },
    { "frame-count", "numFrames 2", "numFrames 0", false, "numFrames 2" },
    { "frame-count", "numFrames 2", "numFrames 99999", false, "numFrames 2" },
    { "integer", "numFrames 2", "numFrames 2.0", false, "numFrames 2" },
    { "integer", "numFrames 2", "numFrames 3.0", false, "numFrames 2" },
    { "joint-count", "numJoints 2", "numJoints 0", false, "numJoints 2" },
    { "joint-count", "numJoints 2", "numJoints 3", false, "numJoints 2" },
    { "component-sum", "numAnimatedComponents 7", "numAnimatedComponents 8", false,
        "numAnimatedComponents 7" },
    { "component-count-range", "numAnimatedComponents 7", "numAnimatedComponents -7", false,
        "numAnimatedComponents 7" },
    { "start-index-range", "\"hips\" 0 63 1", "\"hips\" 0 63 9", false, "\"hips\" 0 63 1" },
    { "start-index-range", "\"hips\" 0 63 1", "\"hips\" 0 63 -1", false, "\"hips\" 0 63 1" },
    /* Fixes of flags by the comments after joints */
    { "comment-flags", "\"root\" -1 1 0", "\"root\" -1 1 0 // ( Ty )", true, "\"root\" -1 2 0 // ( Ty )" },
    { "comment-flags", "\"root\" -1 1 0", "\"root\" -1 1  0 //( Qz )", true, "\"root\" -1 32  0 //( Qz )" },
    { "comment-flags", ROOT_HIPS, JOINTS("63 0 // ( Tx )", "1 1 // root " ALL), true,
        JOINTS("1 0 // ( Tx )", "63 1 // root " ALL) },
    { "comment-flags", ROOT_HIPS, JOINTS("63 0 // ( Tx )", "1 6 // root " ALL), true,
        "the start indices do not fit the components that the comments list" },
    { "comment-flags", "\"root\" -1 1 0", "\"root\" -1 1 0 // ( )", true,
        "numAnimatedComponents is not the number of the components that the comments list" },
    { "comment-flags", HIPS, "\"hips\" 0 63 1 // root ( Tx Ty Tz )", true,
        "numAnimatedComponents is not the number of the components that the comments list" },
    { "comment-flags", HIPS, "\"hips\" 0 63 1 // root ( Qx Qy Qz Tx Ty Tz )", true, UNKNOWN_COMPONENTS },
    { "comment-flags", "\"root\" -1 1 0", "\"root\" -1 1 0 // ( Tx Tx )", true, UNKNOWN_COMPONENTS },
    { "comment-flags", "\"root\" -1 1 0", "\"root\" -1 1 0 // hips ( Ty )", true,
        "the comment names another parent too, and may belong to another joint" },
    /* Fixes of block comments */
    { "comment-block", "numFrames 2\n", "numFrames 2 /* two */\n", false, "numFrames 2 // two \n" },
    { "comment-block", "numFrames 2\n", "numFrames 2 /* two */ \t\r\n", false, "numFrames 2 // two  \t\r\n" },
    { "comment-block", "numFrames 2\n", "numFrames /* two */ 2\n", false,
        "a comment inside a line would be lost: --unsafe removes it" },
    { "comment-block", "numFrames 2\n", "numFrames /* two */ 2\n", true, "numFrames   2\n" },
    { "comment-block", "numFrames 2\n", "numFrames 2 /* t\nwo */\n", false, "numFrames 2 // t\n//wo \n" },
    { "comment-block", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3\n} /* end */", false, "0.5 0.4 0.3\n} // end " },
    { "comment-block", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3 /* a */\n} // end", false,
        "0.5 0.4 0.3 // a \n} // end" },
    { "comment-block", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3 /* a */\n} /", false, "0.5 0.4 0.3 // a \n} /" },
    { "comment-block", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3 /* a */\n} /*", false, "0.5 0.4 0.3 // a \n} /*" },
    { "comment-block", "commandline \"\"\n", "commandline \"/* a\" /* b */\n", false,
        "commandline \"/* a\" // b \n" },
    { "comment-block", "numFrames 2\n", "numFrames 2 /* two */\n// a /* b */\n /*/ x\n", false,
        "numFrames 2 // two \n// a /* b */\n /*/ x\n" },
    /* Fixes that rewrite the file in canonical form */
    { "blank", HIPS, "\"hips\"\v0 63 1  // root", false, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v0 63 1  //\t" ALL, false, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v0 63 1  //\t( Qx )", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  //", false, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v0 63 1  // ( )", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // root (Tx Ty Tz Qx Qy Qz Qz)", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // \"root\"(TxTyTz QxQyQz)", false, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v0 63 1  // \"rootx\"", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // root\r", false, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v// root\n 0 63 1", false, COMMENTS },
    { "blank", "hierarchy {\n", "hierarchy {\v//\n", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // hips", false, COMMENTS },
    { "blank", ROOT_HIPS, "\t\"root\"\v-1 1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root\n", false,
        JOINTS("1 0", "63 1 // root") },
    { "blank", ROOT_HIPS, "\t\"root\"\v-1 1 0 // ( Ty )\n\t\"hips\" 0 63 1 // root\n", false, COMMENTS },
    { "blank", ROOT_HIPS, "\t\"root\"\v-1 1 0 // ( T\n\t\"hips\" 0 63 1 // root\n", false, COMMENTS },
    { "blank", ROOT_HIPS, "\t\"root\"\v-1 1 0 // hips\n\t\"hips\" 0 63 1 // root\n", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // roots", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // roo", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // root ( Ux )", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // root\n// mine", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // mine, and a name longer than any in the file of the test", false,
        COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1  // mine", true, "\"hips\" 0 63 1 // root" },
    { "blank", HIPS, "\"hips\"\v0 63 1// root", false, "\"hips\" 0 63 1 // root" },
    { "blank", "\"root\" -1 1 0", "\"root\"\v-1 1 0 // fifteen_letters", false, COMMENTS },
    { "blank", "numFrames 2\n", "numFrames\v2 // two\n", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1 /* root */", false, COMMENTS },
    { "blank", HIPS, "\"hips\"\v0 63 1 //\troot\t( Tx )", false, COMMENTS },
    { "start-index-order", ROOT_HIPS, JOINTS("1 1 // ( Ty )", "63 1 // root"), false, COMMENTS },
    { "start-index-order", ROOT_HIPS, JOINTS("1 1 // ( Tx )", "63 1 // hips"), false, COMMENTS },
    { "start-index-order", ROOT_HIPS, JOINTS("1 1", "63 1 // root"), false, UNUSED_NUMBERS },
    { "blank", ROOT_HIPS, "\t\"root\"\v-1 1 1\n\t\"hips\" 0 63 1 // root\n", false, UNUSED_NUMBERS },
    { "blank", "0.5 0.4 0.3\n}\n", "0.5\v0.4 0.3\n}\nmore\n", false, "content after the end would be lost" },
    { "decimal-comma", "( -1 -2 -3 )", "( -1,5 -2,x -3 )", false, "( -1.5 -2,x -3 )" },
    { "decimal-comma", "( -1 -2 -3 )", "( -1,5 x,5 -3 )", false, "( -1.5 x,5 -3 )" },
    { "number", "( -1 -2 -3 )", "( 1E5 -2 -3 )", false, "( 1e5 -2 -3 )" },
    { "number", "( -1 -2 -3 )", "( 007.5 -2 -3 )", false, "( 7.5 -2 -3 )" },
    { "header-key", "numFrames 2\nnumJoints 2\n", "numJoints 2\nnumFrames \"2\"\n", false,
        "a key of the header has no value" },
    { "header-key", "numFrames 2\nnumJoints 2\nframeRate 24\n", "numJoints 2\nnumFrames frameRate 24\n",
        false, "a key of the header has no value" },
    /* Fixes of content after the last frame */
    { "trailing-content", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3\n}\nmore\n", false,
        "the content after it would be lost: --unsafe cuts it off" },
    { "trailing-content", "0.5 0.4 0.3\n}\n", "0.5 0.4 0.3\n}\nmore\n", true, "0.5 0.4 0.3\n}\n" },
    /* Fixes of line ends */
    { "encoding", "numFrames 2\nnum", "numFrames 2\rnum", false, "numFrames 2\nnum" },
    /* Files with more faults than the one that is fixed */
    { "frame-index", FRAMES("0", "1"), FRAMES("5", "x"), false,
        "the sections of the file imply different numbers of frames" },
    { "frame-index", FRAMES("0", "1"), FRAMES("5", "12345678901"), false,
        "the sections of the file imply different numbers of frames" },
    { "frame-index", FRAMES("0", "1"), FRAMES("5", "1234567890"), false,
        "the intended frame is unknown: several indices are wrong" },
    { "frame-index", FRAMES("0", "1"), FRAMES("5", "6"), false, FRAMES("0", "1") },
    { "frame-index", FRAMES("0", "1"), FRAMES("1", "0"), false,
        "the intended frame is unknown: several indices are wrong" },
    { "frame-index", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n",
        "frame 7 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\nMD5Version 10\nframe 9 {\n}\n", false,
        "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\nMD5Version 10\nframe 9 {\n}\n" },
    { "start-index-range", "\"root\" -1 1 0\n\t\"hips\" 0 63 1", "\"root\" -1 1x 0\n\t\"hips\" 0 63 9", false,
        "the flags do not determine the value" },
    { "start-index-range", "\"root\" -1 1 0\n\t\"hips\" 0 63 1", "\"root\" -1 64 0\n\t\"hips\" 0 63 9", false,
        "the flags do not determine the value" },
    { "commandline",
        "MD5Version 10\ncommandline \"\"\n\nnumFrames 2\nnumJoints 2\nframeRate 24\nnumAnimatedComponents "
        "7\n",
        "MD5Version 10\r\ncommandline a b\r\nnumFrames 2\nnumJoints 2\nframeRate 24\nnumAnimatedComponents "
        "7\n",
        false,
        "MD5Version 10\r\ncommandline \"a b\"\r\nnumFrames 2\r\nnumJoints 2\r\nframeRate "
        "24\r\nnumAnimatedComponents "
        "7\n" },
    { "header-key", "numFrames 2\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 7\n\nhierarchy",
        "numJoints 2\nnumFrames 2\nframeRate 24\nnumAnimatedComponents 7\n\nHierarchy", false,
        "the header has a word that is not one of its keys" },
    { "header-key", "numFrames 2\nnumJoints 2\nframeRate 24\n", "framerate 24\nNUMJOINTS 2\nnumFrames 2\n",
        false, "numFrames 2\nnumJoints 2\nframeRate 24\n" },
    { "number", "( -1 -2 -3 )", "( -1 -2e -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 + -2 -3 )", false, "( -1  -2 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -02E+ -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 --2 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 +-2 -3 )", false, "the intended number is unknown" },
    { "number", "( -1 -2 -3 )", "( -1 -00 -3 )", false, "( -1 -0 -3 )" },
    { "number", "( -1 -2 -3 )", "( -1 -00.5 -3 )", false, "( -1 -0.5 -3 )" },
    { "frame-rate-fraction", "frameRate 24", "frameRate 24.000", false, "frameRate 24" },
    { "integer", "\"hips\" 0 63 1", "\"hips\" 0 5000000000 1", false, "32 bits cannot store the value" },
    { "integer", "frameRate 24", "frameRate 24..", false, "the value is not a whole number" },
    { "integer", "frameRate 24", "frameRate 24.0.0", false, "the value is not a whole number" },
    { "version", "MD5Version 10", "MD5Version 10.", false, "MD5Version 10" },
    { "version", "MD5Version 10", "MD5Version 0010.0", false, "MD5Version 10" },
    { "version", "MD5Version 10", "MD5Version 10.01", false, "the version is unknown or missing" },
    { "version", "MD5Version 10", "MD5Version 100", false, "the version is unknown or missing" },
    { "version", "MD5Version 10", "MD5Version 1", false, "the version is unknown or missing" },
    { "version", "MD5Version 10", "MD5Version \"11\"", false, "the version is unknown or missing" },
    { "decimal-comma", "( -1 -2 -3 )", "( -1,5 2,55 -3,0 )", false, "( -1.5 2.55 -3.0 )" },
    { "decimal-comma", "( -1 -2 -3 )", "( -1,5 -2,5,5 -3 )", false, "( -1.5 -2.5.5 -3 )" },
    { "header-key", "commandline \"\"", "commandline \"\" \"\"", false,
        "the header has a word that is not one of its keys" },
};

static const fix_case meshes[] = {
    { "count-exceeds-file", "numJoints 2", "numJoints 9999", false, "numJoints 2" },
    { "count-exceeds-file", "numMeshes 1", "numMeshes 9999", false, "numMeshes 1" },
    { "count-exceeds-file", "numverts 3", "numverts 9999", false, "the number of entries is unknown" },
    { "integer", "numverts 3", "numverts 3.0", false, "numverts 3" },
    { "integer", "numverts 3", "numverts x", false, "the value is not a whole number" },
    { "integer", "numJoints 2", "numJoints 3.0", false,
        "the count differs from the number of entries in the file" },
    { "integer", "numJoints 2", "numJoints 2.0", false, "numJoints 2" },
    { "integer", "numMeshes 1", "numMeshes 2.0", false,
        "the count differs from the number of entries in the file" },
    { "integer", "numJoints 2", "numJoints x", false, "numJoints 2" },
    { "joint-count-range", "numJoints 2", "numJoints 0", false, "numJoints 2" },
    { "mesh-count-range", "numMeshes 1", "numMeshes 0", false, "numMeshes 1" },
    { "shader-unquoted", "\"skin\"", "skin", false, "\"skin\"" },
    { "header-key", "numJoints 2\n", "", false, "numJoints 2\n" },
    { "header-key", "numMeshes 1\n", "", false, "numMeshes 1\n" },
    { "header-key", "numJoints 2\nnumMeshes 1\n\njoints {", "numMeshes 1\n\njoints {\n(", false, UNDERIVED },
    { "blank", "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root",
        "\"hips\"\v0 ( 7 8 9 ) ( 0.4 0.5 0.6 ) // mine", false, COMMENTS },
    { "blank", "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root",
        "\"hips\"\v0 ( 7 8 9 ) ( 0.4 0.5 0.6 ) // hips", false, COMMENTS },
    { "blank", "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root",
        "\"hips\"\v0 ( 7 8 9 ) ( 0.4 0.5 0.6 ) // root", false,
        "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 ) // root" },
    { "blank", "( 4 5 6 )\n}\n", "( 4 5 6\v)\n}\nmore\n", false, "content after the end would be lost" },
};

static const fix_case cameras[] = {
    { "count-exceeds-file", "numFrames 4", "numFrames 9999", false, "numFrames 4" },
    { "integer", "numCuts 2", "numCuts 2.0", false, "numCuts 2" },
    { "integer", "numFrames 4", "numFrames x", false, "numFrames 4" },
    { "integer", "numFrames 4", "numFrames 3.0", false,
        "the count differs from the number of entries in the file" },
    { "frame-rate-fraction", "frameRate 24", "frameRate 24.0", false, "frameRate 24" },
    { "frame-count-range", "numFrames 4", "numFrames 0", false, "numFrames 4" },
    { "cut-count-range", "numCuts 2", "numCuts -2", false, "numCuts 2" },
    { "integer", "numCuts 2", "numCuts 3.0", false,
        "the count differs from the number of entries in the file" },
    { "header-key", "numFrames 4\n", "", false, "numFrames 4\n" },
    { "header-key", "frameRate 24\n", "", false, UNDERIVED },
    { "header-key", "numFrames 4\nframeRate 24\nnumCuts 2\n\ncuts {\n\t1\n\t3\n}\n\ncamera {",
        "frameRate 24\nnumCuts 2\n\ncuts {\n\t1\n\t3\n}\n\ncamera {\n(", false, UNDERIVED },
    { "blank", "numCuts 2\n", "numCuts\v2\n", false, "numCuts 2\n" },
    { "blank", "numCuts 2\n", "numCuts\v2\n // mine\n", false, COMMENTS },
    { "blank", "0 1 ) 60\n}\n", "0 1 )\v60\n}\nmore\n", false, "content after the end would be lost" },
};

/* Removes empty lines in place, because the canonical form and a rewritten header have empty lines at other positions. */
static const char *remove_empty_lines(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != '\n' || to == text || to[-1] != '\n')
            *to++ = *from;
    }
    *to = '\0';
    return text;
}

/* Stores in `out` the text after the fix of the case's rule, or the fixer's reason for having no fix. */
static void write_fixed_text_or_refusal(const char *format, const char *text, const fix_case *one, char *out)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    char id[RULE_BYTES];
    snprintf(id, sizeof id, "%s/%s", format, one->rule);
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, ap_find_format(format), text_view(text)));
    ap_text_version *version = &fixing.versions[fixing.now];
    const ap_finding *finding = find_finding_of_rule(&version->findings, id);
    cr_assert(finding != NULL, "%s has no finding of %s", one->fault, id);
    const ap_fix_job job = { version->text, fixing.format, NULL, &version->findings, one->unsafe,
        &version->arena, NULL, NULL };
    ap_fix fix = { .refused = NULL };
    const ap_fixer *fixer = ap_find_fixer(fixing.format, finding->rule);
    cr_assert(fixer != NULL, "%s has no fixer", id);
    ap_run_fixer(fixer, &job, finding, &fix);
    if (fix.refused != NULL)
        snprintf(out, TEXT_BYTES, "%s", fix.refused);
    else
        snprintf(out, TEXT_BYTES, "%.*s%.*s%s", (int)fix.span.offset, text, (int)fix.text.size,
            (const char *)fix.text.bytes, text + ap_span_end(fix.span));
}

static void check_fixes(const char *format, const char *text, const fix_case *cases, size_t count)
{
    for (const fix_case *one = cases; one < cases + count; one++) {
        char result[TEXT_BYTES];
        char *broken =
            md5_text_with_edits(text, (const char *const[]){ one->from, one->fault }, 1, one->rule);
        char *wanted =
            md5_text_with_edits(text, (const char *const[]){ one->from, one->fixed }, 1, one->rule);
        write_fixed_text_or_refusal(format, broken, one, result);
        cr_expect(strcmp(result, one->fixed) == 0
                      || strcmp(remove_empty_lines(result), remove_empty_lines(wanted)) == 0,
            "fix of %s: '%s' became\n%s", one->rule, one->fault, result);
        free(broken);
        free(wanted);
    }
}

#define CHECK(format, text, cases)                                                                           \
    Test(md5_fix_cases, faults_of_##cases##_are_fixed_or_refused)                                            \
    {                                                                                                        \
        check_fixes(#format, text, cases, sizeof cases / sizeof *cases);                                     \
    }

/* A second file after the first is cut off only if it is equal. */
Test(md5_fix_cases, a_second_file_is_cut_off_if_it_is_equal)
{
    char text[TEXT_BYTES], fixed[TEXT_BYTES];
    const fix_case one = { "trailing-content", "", "a second file", false, "" };
    snprintf(text, sizeof text, "%s%s", md5_animation, md5_animation);
    write_fixed_text_or_refusal("md5anim", text, &one, fixed);
    cr_expect_str_eq(fixed, md5_animation);
    *strrchr(text, '3') = '2';
    write_fixed_text_or_refusal("md5anim", text, &one, fixed);
    cr_expect_str_eq(fixed, "the content after it would be lost: --unsafe cuts it off");
}

/* A header in a file without line ends gets lines that end with LF. */
Test(md5_fix_cases, a_header_is_rewritten_in_a_file_without_line_ends)
{
    char fixed[TEXT_BYTES];
    const fix_case one = { "header-key", "", "a header without line ends", false, "" };
    write_fixed_text_or_refusal("md5anim",
        "MD5Version 10 commandline \"\" numJoints 1 numFrames 1 frameRate 24 numAnimatedComponents 0 "
        "hierarchy { "
        "\"a\" -1 0 0 } bounds { ( 0 0 0 ) ( 1 1 1 ) } baseframe { ( 0 0 0 ) ( 0 0 0 ) } frame 0 { }",
        &one, fixed);
    cr_expect_not_null(
        strstr(fixed, "numFrames 1\nnumJoints 1\nframeRate 24\n"), "the fixed file is:\n%s", fixed);
}

CHECK(md5anim, md5_animation, animations)
CHECK(md5mesh, md5_mesh, meshes)
CHECK(md5camera, md5_camera, cameras)
