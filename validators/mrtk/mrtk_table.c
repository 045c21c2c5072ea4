/* What can be wrong with an MRTK input animation; see rule.h for the fields. */
#include "validators/mrtk/mrtk_table.h"

const ap_rule ap_mrtk_rules[MRTK_RULES] = {
    [MRTK_MAGIC] = { .id = "mrtk/magic",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_PUBLISHED,
        .summary = "the file does not begin with the MRTK magic number",
        .points = "offset 0, length 8",
        .meaning = "The first 8 bytes are not c6 42 9e 0f 6e af 8f 6a, the magic as a little-endian int64. "
                   "The message says so when they are the magic byte-swapped. Nothing after a wrong magic is "
                   "read; a file of fewer than 8 bytes is mrtk/truncated.",
        .source = "\"The value of this number in hexadecimal notation is 0x6a8faf6e0f9e42c6 and can be used "
                  "to identify valid input animation files.\"",
        .breaks = "MRTK's reader throws an Exception",
        .mend = "Check that this is a recording of MRTK. If only these bytes are damaged, write the magic "
                "back; if they are swapped, write every number little-endian." },
    [MRTK_VERSION] = { .id = "mrtk/version",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_PUBLISHED,
        .summary = "the version is neither 1.0 nor 1.1",
        .points = "offset 8, length 8 (major and minor)",
        .meaning = "The version decides the layout of all that follows, so reading stops. The message says "
                   "so when the bytes look like the header of third-party recorders that write the magic and "
                   "no version: their flags sit where the version should be.",
        .source = "\"The next eight bytes are two Int32 values declaring the major and minor version number "
                  "of the file.\"; the page describes 1.0 and 1.1",
        .breaks = "MRTK's reader silently loads nothing above 1.1, and reads anything below as 1.0",
        .mend = "Record again with MRTK 2.0 to 2.5 (1.0) or 2.6 and later (1.1), or insert the missing "
                "version if the recorder left it out." },
    [MRTK_TRUNCATED] = { .id = "mrtk/truncated",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_WRITER,
        .summary = "the file ends inside a field",
        .points = "the field's first byte; length = the bytes of it that exist, 0 when it would start at the "
                  "end of the file",
        .meaning = "A field of fixed size is cut off or missing. A file of fewer than 8 bytes is always "
                   "this, whatever it holds; an empty file is what MRTK leaves when an empty recording is "
                   "saved. A file cut inside an array is mrtk/count-exceeds-file instead.",
        .source = "MRTK's reader needs every byte of a field",
        .breaks = "MRTK's reader throws EndOfStreamException",
        .mend = "Copy or transfer the file again; if it is short at its origin, record again. An empty file "
                "holds nothing to recover." },
    [MRTK_FLAG] = { .id = "mrtk/flag",
        .severity = AP_ERROR,
        .class = AP_INVALID,
        .grade = AP_PUBLISHED,
        .summary = "a has-camera, has-hand or has-gaze flag is neither 0 nor 1",
        .points = "the flag, length 1",
        .meaning = "The flags of a 1.1 file are one byte each, at 16, 17 and 18. Any other value is read on "
                   "as true, as MRTK does. A flag is judged before the next one is read.",
        .source = "\"three boolean values that indicate whether the animation contains Camera, Hand, and Eye "
                  "Gaze data\"",
        .breaks = "none known: MRTK's reader takes any other value as true",
        .mend = "Set the byte to 1 if the section is there, else to 0. A large value usually means that the "
                "header is damaged or shifted." },
    [MRTK_COUNT_NEGATIVE] = { .id = "mrtk/count-negative",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_DERIVED,
        .summary = "a key count or marker count is negative",
        .points = "the count, length 4",
        .meaning = "A number of keys or markers cannot be below 0, and nothing after a wrong count can be "
                   "found, so reading stops. The message names the smallest count with which the rest parses "
                   "to the end of the file, where one is found.",
        .source = "\"Number of keyframes\", an Int32; MRTK's reader uses it as a size",
        .breaks = "MRTK's reader throws OverflowException or OutOfMemoryException",
        .mend = "Write the inferred count if the message gives one; otherwise the bytes before it are "
                "damaged too, so restore or record again." },
    [MRTK_COUNT_EXCEEDS_FILE] = { .id = "mrtk/count-exceeds-file",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_DERIVED,
        .summary = "a key count or marker count needs more bytes than are left",
        .points = "the count, length 4 (never the array)",
        .meaning = "The count is compared with the bytes left before anything is read: 28 or 8 bytes a float "
                   "key by layout, 8 a boolean key, at least 5 a marker. A file that was cut inside an array "
                   "shows here even where the count is right. The message names the smallest count with "
                   "which the rest parses to the end, where one is found.",
        .source =
            "\"Number of keyframes\", an Int32, then that many keys; MRTK's reader reads as many as it says",
        .breaks = "MRTK's reader throws EndOfStreamException when the file ends inside the keys",
        .mend = "Write the inferred count if the message gives one; if the file was cut off, restore it; "
                "otherwise record again." },
    [MRTK_WRAP_MODE] = { .id = "mrtk/wrap-mode",
        .severity = AP_ERROR,
        .class = AP_INVALID,
        .grade = AP_PUBLISHED,
        .summary = "a wrap mode has bits other than 1, 2, 4 and 8",
        .points = "the pre- or post-wrap field, length 4",
        .meaning = "Pre- and post-wrap know 0 (default), 1 (once), 2 (loop), 4 (ping-pong) and 8 (clamp for "
                   "ever). A negative mode has unknown bits. Such a mode is not also reported as combined.",
        .source = "\"They are a combination of the following bits\"",
        .breaks = "none known: MRTK's reader takes any integer as a mode",
        .mend = "Write 8, which every real recording has, or the mode that was meant. An odd mode often "
                "means that an earlier count was wrong." },
    [MRTK_WRAP_MODE_COMBINED] = { .id = "mrtk/wrap-mode-combined",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_DERIVED,
        .summary = "a wrap mode combines several modes",
        .points = "the pre- or post-wrap field, length 4",
        .meaning = "More than one of the bits 1, 2, 4, 8 is set. The page calls the modes bits, but Unity's "
                   "WrapMode is a plain enumeration and has no meaning for a combination.",
        .source = "\"The semantics of Pre- and Post-Wrap modes follow the Unity WrapMode definition.\"",
        .breaks = "none known: MRTK's reader takes any integer as a mode",
        .mend = "Choose one of the modes; real recordings use 8." },
    [MRTK_WEIGHTED_MODE] = { .id = "mrtk/weighted-mode",
        .severity = AP_ERROR,
        .class = AP_INVALID,
        .grade = AP_PUBLISHED,
        .summary = "a key's weighted mode is not 0, 1, 2 or 3",
        .points = "the weighted mode, length 4",
        .meaning = "The mode says which weights of a 28-byte float key count: 0 none, 1 in, 2 out, 3 both. "
                   "The weights of a key with another mode are not judged.",
        .source = "\"The semantics of the Weighted mode follow the Unity WeightedMode definition.\"",
        .breaks = "none known: MRTK's reader takes any integer as a mode",
        .mend = "Write 3, which every key of a real 1.0 recording has, or the mode that was meant." },
    [MRTK_BOOLEAN_VALUE] = { .id = "mrtk/boolean-value",
        .severity = AP_ERROR,
        .class = AP_INVALID,
        .grade = AP_DERIVED,
        .summary = "a boolean key's value is neither 0.0 nor 1.0",
        .points = "the value, length 4",
        .meaning = "The four tracked and pinching curves are on or off, stored as float32. Any other value, "
                   "NaN included, is neither.",
        .source = "\"Boolean curves are simple sequences of on/off values.\"",
        .breaks = "none known",
        .mend = "Write 0.0 or 1.0. If many values are odd, look for a wrong count or key size before them." },
    [MRTK_BOOLEAN_NO_FLIP] = { .id = "mrtk/boolean-no-flip",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_PUBLISHED,
        .summary = "a boolean key repeats the value before it",
        .points = "the value, length 4",
        .meaning = "A key of a boolean curve stands for a change, so a repeated value says nothing. Only "
                   "compared where both values are 0 or 1.",
        .source = "\"On every keyframe the value of the curve flips immediately.\"",
        .breaks = "none known",
        .mend = "Remove the key; the curve plays the same without it." },
    [MRTK_TIME_NOT_FINITE] = { .id = "mrtk/time-not-finite",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_DERIVED,
        .summary = "a key's or marker's time is NaN or infinite",
        .points = "the time, length 4",
        .meaning = "A time that is no finite number has no place on the time axis. It takes part in no other "
                   "check of times.",
        .source = "MRTK's reader does not check times; a curve is a function of time",
        .breaks = "none known: MRTK's reader accepts it",
        .mend = "Give the key a time between its neighbours, or remove it." },
    [MRTK_TIME_ORDER] = { .id = "mrtk/time-order",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_DERIVED,
        .summary = "a key's time is not greater than the time of the key before",
        .points = "the time of the later key, length 4",
        .meaning = "Compared with the key just before, where both times are finite; -0 equals 0. Unity sorts "
                   "keys again and has no two keys at one time, so keys move or get lost on loading.",
        .source = "Unity's AnimationCurve.AddKey and AnimationCurve.keys; MRTK's reader does not check times",
        .breaks = "none known: MRTK's reader accepts it",
        .mend = "Sort the keys by time and keep one key for each time." },
    [MRTK_TIME_NEGATIVE] = { .id = "mrtk/time-negative",
        .severity = AP_NOTE,
        .class = AP_INFO,
        .grade = AP_WRITER,
        .summary = "a time in a 1.1 file is below 0",
        .points = "the time, length 4",
        .meaning =
            "The first camera and gaze time of a 1.1 recording is 0, so a time below 0 is unusual. In 1.0 "
            "negative first times are normal (a rolling buffer) and not reported. Said of keys and markers.",
        .source = "MRTK's writer: in 1.1 the first camera and gaze time is 0",
        .breaks = "none known",
        .mend =
            "Nothing need be done; to have the animation start at 0, add the same amount to every time." },
    [MRTK_VALUE_NOT_FINITE] = { .id = "mrtk/value-not-finite",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a float key's value is NaN or infinite",
        .points = "the value, length 4",
        .meaning =
            "A position, rotation or direction that is no finite number cannot be played back. Such a value "
            "takes part in no other check. For float keys alone; boolean values have mrtk/boolean-value.",
        .source = "the project's choice; the page says no more than \"Value\", a Float32",
        .breaks = "none known: MRTK's reader does not check values",
        .mend = "Replace the value with one between its neighbours, or remove the key from all curves of the "
                "vector or quaternion." },
    [MRTK_TANGENT_NAN] = { .id = "mrtk/tangent-nan",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a key's tangent is NaN",
        .points = "the tangent, length 4",
        .meaning = "A NaN tangent makes the curve next to the key undefined. Infinite tangents are "
                   "legitimate (stepped Unity curves) and not reported. Only 28-byte keys have tangents.",
        .source = "the project's choice; Unity's Keyframe gives infinite tangents a meaning, NaN none",
        .breaks = "none known",
        .mend = "Write 0, as every key of a real 1.0 recording has." },
    [MRTK_WEIGHT_RANGE] = { .id = "mrtk/weight-range",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a weight that the weighted mode uses is outside [0, 1] or NaN",
        .points = "the weight, length 4",
        .meaning = "Mode 1 uses the in-weight, 2 the out-weight, 3 both; weights that the mode leaves out "
                   "are not judged, nor those of an invalid mode.",
        .source = "the project's choice, after Unity's Keyframe and WeightedMode: \"Include inWeight and "
                  "outWeight when calculating curve segments.\"",
        .breaks = "none known",
        .mend = "Write a weight from 0 to 1 (recordings have 0), or a weighted mode that leaves it out." },
    [MRTK_COMPONENT_MISMATCH] = { .id = "mrtk/component-mismatch",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_WRITER,
        .summary = "the curves of one vector or quaternion differ in key count or times",
        .points = "the later curve's key count, or its first time that differs; length 4",
        .meaning = "The y, z and w curves of a position, rotation, origin or direction are compared with x "
                   "in turn, first the count, then the times exactly (NaN equals NaN); at most once each, "
                   "when the last curve was read. The message says so for the signature of MRTK 2.6.0 to "
                   "2.7.2: fewer w keys than x, y and z, which agree.",
        .source = "MRTK's recorder, which writes all components together; the page allows that \"Each curve "
                  "can have a different number of keyframes.\"",
        .breaks = "none refuses; with too few rotation-w keys (MRTK 2.6.0 to 2.7.2: pull request 10024, "
                  "issue 9831) the quaternions are off unit length",
        .mend = "Record again with MRTK 2.7.3 or later, or recompute the missing w keys from x, y and z." },
    [MRTK_QUATERNION_NORM] = { .id = "mrtk/quaternion-norm",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_DERIVED,
        .summary = "a rotation's length differs from 1 by more than 1e-3",
        .points = "the w value of the key, length 4",
        .meaning = "A rotation is a quaternion of unit length; its length is computed in double where the "
                   "four curves agree, strictly above the limit, once a key. Keys with a non-finite "
                   "component and zero quaternions are left out.",
        .source = "\"4 animation curves for the rotation quaternion\"; the limit of 1e-3 is the project's",
        .breaks = "none known: MRTK's reader does not check lengths",
        .mend = "Divide the four values by their length." },
    [MRTK_QUATERNION_ZERO] = { .id = "mrtk/quaternion-zero",
        .severity = AP_NOTE,
        .class = AP_INFO,
        .grade = AP_WRITER,
        .summary = "a rotation key is the zero quaternion",
        .points = "the w value of the first zero key of the pose, length 4",
        .meaning = "0 0 0 0 is no rotation. Real recordings hold it for the joint None, so it is only a "
                   "note, once a pose, and only where the four curves agree.",
        .source = "real recordings: the joint None is usually empty or holds zero quaternions",
        .breaks = "none known",
        .mend = "Nothing need be done for the joint None; elsewhere write 0 0 0 1 for no rotation, or remove "
                "the keys." },
    [MRTK_MARKER_NAME] = { .id = "mrtk/marker-name",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_WRITER,
        .summary = "a marker name's length prefix cannot be used",
        .points = "the length prefix: the bytes of it that exist, at most 5",
        .meaning =
            "The prefix is a 7-bit variable-length integer, low group first: its fifth byte asks for a "
            "sixth, bit 31 makes it negative, it is cut off, or the name runs past the end of the file. Bits "
            "above 32 are dropped, as MRTK does. A prefix of which no byte exists is mrtk/truncated.",
        .source = "MRTK's reader of strings; no published page mentions markers",
        .breaks = "MRTK's reader throws EndOfStreamException where the name or its prefix is cut off",
        .mend = "Write the name's length in UTF-8 bytes as its prefix, or restore the end of the file." },
    [MRTK_MARKER_NAME_OVERLONG] = { .id = "mrtk/marker-name-overlong",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_WRITER,
        .summary = "a marker name's length prefix is longer than it need be",
        .points = "the length prefix, its whole length",
        .meaning = "The writer always takes the fewest bytes. The length reads the same, but writing the "
                   "file again changes it. Bits above 32 make a prefix overlong too; one that also fails is "
                   "only mrtk/marker-name.",
        .source = "MRTK's writer (.NET BinaryWriter's string) writes the shortest prefix",
        .breaks = "none known",
        .mend = "Write the file again with animproof format." },
    [MRTK_MARKER_NAME_UTF8] = { .id = "mrtk/marker-name-utf8",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_WRITER,
        .summary = "a marker's name is not well-formed UTF-8",
        .points = "the name, its whole length",
        .meaning = "Strings are UTF-8 by RFC 3629. A name that is not loses bytes when it is decoded and "
                   "written again. NUL and a byte order mark are fine.",
        .source = "MRTK's writer (.NET BinaryWriter's string): byte length, then UTF-8",
        .breaks = "none known",
        .mend = "Write the name in UTF-8, with its new byte length in the prefix." },
    [MRTK_MARKER_ORDER] = { .id = "mrtk/marker-order",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a marker's time is before that of the marker before it",
        .points = "the time of the later marker, length 4",
        .meaning = "Markers are expected in the order of their times; equal times are fine. Compared with "
                   "the marker just before, where both times are finite.",
        .source = "the project's choice; MRTK's reader does not check times",
        .breaks = "none known: MRTK's reader accepts it",
        .mend = "Sort the markers by time." },
    [MRTK_LAYOUT_PUBLISHED] = { .id = "mrtk/layout-published",
        .severity = AP_WARNING,
        .class = AP_SUSPICIOUS,
        .grade = AP_WRITER,
        .summary = "the file follows the published page, which MRTK cannot load",
        .points = "offset 8, length 8 (the version)",
        .meaning = "MRTK ends every file with a marker list and writes 8-byte float keys in 1.1; the page "
                   "has no markers and 28-byte keys in both versions. Reported whenever the published layout "
                   "is the one in use, chosen or forced, also for a broken file.",
        .source = "MRTK's reader and writer: no published page mentions the markers, and the 28-byte key of "
                  "the page is the 1.0 key",
        .breaks = "MRTK's reader throws EndOfStreamException when it finds no marker list",
        .mend = "Write the file in the writer's layout with animproof convert. If the file is no such file "
                "but a broken one, try --mrtk-layout writer." },
    [MRTK_TRAILING_BYTES] = { .id = "mrtk/trailing-bytes",
        .severity = AP_ERROR,
        .class = AP_MALFORMED,
        .grade = AP_DERIVED,
        .summary = "bytes follow the last field",
        .points = "the first byte after the last field; length = how many follow",
        .meaning = "The layout in use does not consume the file exactly: a count is too low, two files were "
                   "joined, or it is another layout.",
        .source = "\"The rest of the file is taken up by animation data\"",
        .breaks = "none known: MRTK's reader ignores them",
        .mend = "Find what they are with animproof dump: raise the count that is too low, or cut them off." },
    [MRTK_NO_KEYS] = { .id = "mrtk/no-keys",
        .severity = AP_NOTE,
        .class = AP_INFO,
        .grade = AP_CHOICE,
        .summary = "no curve of the animation has a key",
        .points = "offset 8, length 8 (the version)",
        .meaning = "The animation is well-formed and empty. Said once all curves were read, also where "
                   "markers or trailing bytes are wrong, and for a 1.1 file without a curve.",
        .source = "the project's choice: the page lets a curve have any number of keyframes",
        .breaks = "none known",
        .mend = "Nothing need be done if the animation is meant to be empty; otherwise record again." },
};
