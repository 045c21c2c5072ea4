"""Recognises mrtk files that a transfer in text mode has damaged: converted line ends, or re-encoded bytes."""

from mrtk_structure import fits_a_layout

MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")


def reencoded_magics():
    """Yields the bytes that the magic becomes when its bytes are re-encoded as text."""
    yield MAGIC.decode("latin-1").encode("utf-8")
    # Windows-1252 has no character 8f, so that byte is read as Latin-1.
    yield b"".join(bytes([byte]).decode("latin-1" if byte == 0x8F else "cp1252").encode("utf-8") for byte in MAGIC)
    for instead in (b"\xef\xbf\xbd", b"?"):
        yield b"".join(bytes([byte]) if byte < 0x80 else instead for byte in MAGIC)


def reencoded_magic_length(data):
    """Returns the length in bytes of the re-encoded magic at the start of the file; 0 if there is no such magic."""
    return next((len(spelling) for spelling in reencoded_magics() if data.startswith(spelling)), 0)


def offset_of_first_converted_line_end(data, minor):
    """The offset of the first 0d 0a in a file with converted line ends; None for any other file."""
    if b"\n" not in data or data.count(b"\n") != data.count(b"\r\n"):
        return None
    if fits_a_layout(data, minor) or not fits_a_layout(data.replace(b"\r\n", b"\n"), minor):
        return None
    return data.index(b"\r\n")
