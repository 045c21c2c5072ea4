"""The signature of a crash: its kind, the message of an oracle or sanitizer, and the functions on the stack."""

import bisect
import functools
import re
import subprocess

DEPTH = 3  # innermost functions of the stack that are compared: callers further out differ between inputs that hit one fault

# Functions of sanitizers, the C library and engines, which are left out of stacks, since they occur in crashes of every cause.
RUNTIME = re.compile(
    r"^(_*interceptor_|__asan|__ubsan|__msan|__lsan|__sanitizer|__sanitizer_|fuzzer::|FuzzerDriver|LLVMFuzzer"
    r"|main$|_start$|__libc|abort$|raise$|gsignal$|pthread_kill|__pthread|fuzz_fail$|run_file$|run_directory$|run_file_or_directory$"
    r"|(m|c|re)alloc$|free$|mem(cpy|move|set|cmp|chr|mem)$|str[a-z]+$|v?f?printf|Strto|StrtolFixAndCheck"
    r"|operator (new|delete)|_Z.*(Strto|sanitizer|interception|fuzzer))")
RUNTIME_FILE = re.compile(r"(/libstdc\+\+|/libc[.-]|/libc\.so|ld-linux|libasan|libubsan|sanitizer_common|compiler-rt)")

FRAME = re.compile(r"^\s+#\d+ 0x[0-9a-f]+\s+(?:in (?P<name>.+?) (?=[/(<]))?(?P<place>.*)$")
MODULE = re.compile(r"\((?P<path>[^()]+?)\+0x(?P<offset>[0-9a-f]+)\)")
# kinds of memory faults, which count as one kind: one fault may be reported as several of them
MEMORY_KINDS = {"SEGV", "heap-buffer-overflow", "stack-buffer-overflow", "global-buffer-overflow", "dynamic-stack-buffer-overflow",
          "heap-use-after-free", "negative-size-param", "unknown-crash", "stack-buffer-underflow", "BUS",
          "container-overflow", "use-after-poison", "requested", "allocation-size-too-big", "out-of-memory"}  # fmt: skip

# Messages of AddressSanitizer that do not begin with the kind of the fault: a pattern of the message, and the kind as the
# summary line names it.
ADDRESS_SENTENCES = [
    (r"attempting double-free", "double-free"),
    (r"attempting free on address", "bad-free"),
    (r"attempting to call (\w+)", "bad-call"),
    (r"requested allocation size", "allocation-size-too-big"),
    (r"allocator is out of memory", "out-of-memory"),
    (r"(?:re|p?v)?[ac]*alloc(?:array)? parameters overflow", "allocation-overflow"),
    (r"invalid (?:allocation )?alignment", "invalid-alignment"),
    (r"specified RSS limit exceeded", "out-of-memory"),
]
# Messages that glibc prints before it aborts a program.
GLIBC_SENTENCES = [
    (r"(?:free\(\): )?double free (?:detected|or corruption)", "double-free"),
    (r"(?:free|realloc|munmap_chunk)\(\): invalid pointer", "bad-free"),
    (r"(?:\w+\(\): (?:invalid|corrupted|unaligned|unsorted)|corrupted size vs|corrupted double-linked)", "heap-corruption"),
    (r"\*\*\* stack smashing detected", "stack-smashing"),
    (r"\*\*\* buffer overflow detected", "buffer-overflow"),
]

KINDS = [
    (re.compile(r"^oracle: (.*)"), "oracle"),
    *[(re.compile(r"ERROR: AddressSanitizer: %s()" % sentence), kind) for sentence, kind in ADDRESS_SENTENCES],
    (re.compile(r"ERROR: AddressSanitizer: ([\w-]+)"), None),
    (re.compile(r"WARNING: MemorySanitizer: ([\w-]+)"), None),
    (re.compile(r"runtime error: (.*)"), "undefined"),
    (re.compile(r"ERROR: LeakSanitizer: (.*)"), "leak"),
    (re.compile(r"ERROR: libFuzzer: timeout()"), "timeout"),
    (re.compile(r"ERROR: libFuzzer: out-of-memory()"), "out-of-memory"),
    (re.compile(r"Assertion `(.*)' failed"), "assertion"),
    *[(re.compile(r"^(?:\*\*\* Error in [^:]*: )?%s()" % sentence), kind) for sentence, kind in GLIBC_SENTENCES],
    (re.compile(r"ERROR: libFuzzer: (.*)"), "signal"),
]


class Signature:
    """kind: "SEGV", "oracle", …  message: the reported text, without numbers.  frames: functions, innermost first."""

    def __init__(self, kind, message, frames):
        self.kind, self.message, self.frames = kind, message, frames

    def key(self, depth=DEPTH):
        """Returns a text that is equal for two crashes if they count as one fault."""
        is_bound = self.kind == "undefined" and "out of bounds" in self.message
        fault = "memory|" if self.kind in MEMORY_KINDS or is_bound else "%s|%s" % (self.kind, self.message)
        return "%s|%s" % (fault, " < ".join(self.frames[:depth]))

    def __str__(self):
        message = ": " + self.message if self.message else ""
        return "%s%s in %s" % (self.kind, message, " < ".join(self.frames[:DEPTH]) or "?")


def without_numbers(message):
    """Replaces numbers and addresses, which differ from input to input, with N, and keeps at most 160 characters."""
    message = re.sub(r"0x[0-9a-fA-F]+", "N", message)
    return re.sub(r"(?<![\w-])-?\d[\d.]*(e[+-]?\d+)?", "N", message).strip()[:160]


@functools.lru_cache(maxsize=64)
def addresses_and_names_of_symbols(module):
    """Returns ([addresses], [names]) of a program. With them, symbolising a stack in Python saves a second for each crash."""
    try:
        listed = subprocess.run(["nm", "-n", "--defined-only", module], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, check=False).stdout.decode(errors="replace")
    except OSError:
        return [], []
    rows = [line.split(" ", 2) for line in listed.splitlines()]
    rows = [(int(row[0], 16), row[2]) for row in rows if len(row) == 3 and row[1] in "tTwW"]
    return [row[0] for row in rows], [row[1] for row in rows]


def name_or_module_offset_at(module, offset):
    addresses, names = addresses_and_names_of_symbols(module)
    at = bisect.bisect_right(addresses, offset) - 1
    if at < 0:
        return "%s+0x%x" % (module.rpartition("/")[2], offset)
    return names[at]


def function_or_empty_if_runtime(line):
    """Returns the function named by a stack line: "" for a runtime function (see RUNTIME), None if the line is not part of a
    stack.
    """
    frame = FRAME.match(line)
    if not frame:
        return None
    module = MODULE.search(frame.group("place"))
    name = frame.group("name")
    if RUNTIME_FILE.search(frame.group("place")):
        return ""
    if not name and module:
        name = name_or_module_offset_at(module.group("path"), int(module.group("offset"), 16))
    name = re.sub(r"\.(cold|part|constprop|isra|llvm)[.\d]*", "", name or "")
    name = re.sub(r"\(.*", "", name)
    return "" if RUNTIME.match(name) else name


def frames_of(lines):
    """Returns the functions of the first stack in a report, innermost first, each function once."""
    frames, started = [], False
    for line in lines:
        name = function_or_empty_if_runtime(line)
        if name is None:
            if started and not line.strip():
                break
            continue
        started = True
        if name and name not in frames:
            frames.append(name)
    return frames[:12]


def find_kind_message_and_line(lines):
    """Returns (kind, message, index of the line), or None if no line reports a fault."""
    for pattern, kind in KINDS:
        for number, line in enumerate(lines):
            found = pattern.search(line)
            if not found:
                continue
            if kind is None:
                return found.group(1), "", number
            return kind, without_numbers(found.groups()[-1] or ""), number
    return None


def signature_of_crash_or_none(report, status=None):
    """Returns the signature of a report (text) or of an exit status (subprocess's returncode); None if neither shows a crash."""
    lines = report.splitlines()
    found = find_kind_message_and_line(lines)
    if found:
        kind, message, number = found
        return Signature(kind, message, frames_of(lines[number:]))
    if status is not None and (status < 0 or status >= 128):
        return Signature("signal", "signal %d" % (-status if status < 0 else status - 128), frames_of(lines))
    return None
