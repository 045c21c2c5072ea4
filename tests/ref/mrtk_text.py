"""Whether an mrtk file was handled as text: its line ends converted, or its bytes re-encoded."""

from mrtk_structure import consumed

MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")


def spellings():
    """What the magic becomes when its bytes are taken for characters."""
    yield MAGIC.decode("latin-1").encode("utf-8")
    # Windows-1252 has no character 8f: it stays what it is in Latin-1.
    yield b"".join(bytes([byte]).decode("latin-1" if byte == 0x8F else "cp1252").encode("utf-8") for byte in MAGIC)
    for instead in (b"\xef\xbf\xbd", b"?"):
        yield b"".join(bytes([byte]) if byte < 0x80 else instead for byte in MAGIC)


def reencoded(data):
    """How many bytes the re-encoded magic at the beginning has; 0 where there is none."""
    return next((len(spelling) for spelling in spellings() if data.startswith(spelling)), 0)


def converted_line_end(data, minor):
    """The offset of the first 0d 0a of a file whose line ends were converted, None for any other."""
    if b"\n" not in data or data.count(b"\n") != data.count(b"\r\n"):
        return None
    if consumed(data, minor) or not consumed(data.replace(b"\r\n", b"\n"), minor):
        return None
    return data.index(b"\r\n")
