"""Hostile YAML files cost what ordinary ones of their size cost."""
import os
import resource
import signal
import subprocess
import time

from harness import BINARY, MIB, WORK, WORLD, Server, attack


def check(text, memory=6 << 30, seconds=40):
    """The seconds of processor time, the MiB at most and the status of mailsimd -check."""
    path = os.path.join(WORK, "shape.yaml")
    with open(path, "wb") as f:
        f.write(text)

    def bounded():
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    p = subprocess.Popen([BINARY, "-check", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=bounded)
    said = p.stderr.read()
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, p.returncode, said.decode("utf-8", "replace")


def again(piece, size):
    return (piece * (size // len(piece) + 1))[:size].encode()


def people(size):
    """An ordinary file."""
    out, i = ["personas:\n"], 0
    length = len(out[0])
    while length < size:
        out.append(f"  - {{name: Anna Weber {i}, addresses: [anna{i}@client.test], temperament: responsive, style: {{length: short, links: wary}}}}\n")
        length += len(out[-1])
        i += 1
    return "".join(out).encode()


def wide(n, size):
    """Mappings of n keys each."""
    one = "  - {" + ", ".join(f"k{i}: 1" for i in range(n)) + "}\n"
    return ("personas:\n" + one * (size // len(one))).encode()


def wide_blocks(n, size):
    one = "  -\n" + "".join(f"    k{i}: 1\n" for i in range(n))
    return ("personas:\n" + one * (size // len(one))).encode()


def stairs(size):
    """Each line a level deeper."""
    out, i, length = [], 0, 0
    while length < size:
        out.append(" " * i + "a:\n")
        length += len(out[-1])
        i += 1
    return "".join(out).encode()


def laughs():
    text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for i in range(1, 30):
        text += f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]\n"
    return text.encode()


def merges():
    text = "m0: &m0 {a: 1, b: 2}\n"
    for i in range(1, 30):
        text += f"m{i}: &m{i} {{<<: [" + ", ".join([f"*m{i - 1}"] * 9) + "], c: 1}\n"
    return text.encode()


def shapes(size):
    return {
        "[": again("[", size), "{": again("{", size), "- ": again("- ", size), "? ": again("? ", size), ": ": again(": ", size), "[{": again("[{", size), "{a: ": again("{a: ", size), "[[],": again("[[],", size), "- - ? ": again("- - ? ", size),
        "? [": again("? [", size), "- {a: [": again("- {a: [", size), "! ": again("!a ", size), "&a ": again("&a ", size), "*a": again("*a ", size), "&a [": again("&a [", size), "stairs": stairs(size), "many anchors": b"".join(b"- &a%d x\n" % i for i in range(size // 12)),
        "many aliases": b"a: &a x\nb:\n" + again("  - *a\n", size), "laughs": laughs(), "merges": merges(), "a cycle": b"a: &a [*a]\n", "cycles": b"".join(b"a%d: &a%d [*a%d]\n" % (i, i, i) for i in range(2000)),
        "9,999 keys each": wide(9999, size), "9,999 keys each, in lines": wide_blocks(9999, size), "1,000 keys each": wide(1000, size), "one of 10,001 keys": wide(10001, 10001 * 12), "empty mappings": again("- {}\n", size), "empty lists": again("- []\n", size), "lists of 1": b"a: [" + again("1,", size) + b"]",
        "lines": again("\n", size), "blanks": again(" ", size), "tabs": again("\t", size), "comments": again("#\n", size), "a long comment": b"#" + again("a", size), "documents": again("---\n", size), "ends": again("...\n", size), "directives": again("%A b\n", size), "quotes": again("'", size), "double quotes": again('"', size),
        "escapes": b'a: "' + again("\\u0041", size) + b'"', "an open quote": b'a: "' + again("b ", size), "folded": b"a: >\n" + again("  b\n", size), "literal": b"a: |\n" + again("  b\n\n", size), "a long key": again("k", size) + b": 1", "a long number": b"a: " + again("1", size),
        "NUL": again("\0", size), "CR": again("\r", size), "BOM": again("\ufeff", size // 3), "not UTF-8": b"a: " + b"\xff" * size, "commas": again(",", size), "closing": again("]", size), "colons": again(":", size), "dashes": again("-", size), "pairs": b"a: [" + again("b: 1, ", size) + b"]", "unclosed pairs": again("{a: 1, ", size),
        "merge keys": again("<<: {}\n", size), "the same key": again("a: 1\n", size), "anchors in keys": again("? &a b\n: c\n", size), "half indented": again("a:\n b:\n  c:\n", size), "durations": b"retention: {mail_days: " + again("9", size) + b"}",
    }


@attack("hostile YAML", seconds=400)
def hostile(t):
    for size, name in ((MIB // 8, "128 KiB"),) if t.short else ((MIB, "1 MiB"),):
        unit, room, _, _ = check(people(size))
        unit = max(unit, 0.05)
        worst, heavy, broken = (0, ""), (0, ""), []
        for shape, text in shapes(size).items():
            cost, memory, status, said = check(text)
            worst, heavy = max(worst, (cost, shape)), max(heavy, (memory, shape))
            if status not in (0, 1) or "panic" in said or "goroutine " in said:
                broken.append(f"{shape}: status {status}")
        t.line(f"{len(shapes(100))} shapes of YAML of {name}", f"{len(broken)} broke it" + (": " + broken[0] if broken else ""), "none", not broken)
        t.ratio(f"YAML of {name}, the costliest ({worst[1]!r})", worst[0], unit, 12)
        t.line(f"YAML of {name}, the heaviest ({heavy[1]!r})", f"{heavy[0]:.0f} MiB (unharmed {room:.0f} MiB)", f"at most {3 * room + 100:.0f} MiB", heavy[0] <= 3 * room + 100)


# Whether such a file is taken or refused for its size: it costs no more than an ordinary one.
@attack("YAML of its utmost size", short=False, seconds=200)
def utmost(t):
    size = 16 * MIB - 100
    unit, room, _, _ = check(people(size), memory=12 << 30)
    for shape, text in (("mappings of 9,999 keys", wide(9999, size)), ("the same in lines", wide_blocks(9999, size)), ("brackets", again("[", size))):
        cost, memory, status, _ = check(text, memory=12 << 30, seconds=120)
        t.ratio(f"YAML of 16 MiB: {shape}", cost, unit, 12)
        t.line(f"YAML of 16 MiB: {shape}: memory", f"{memory:.0f} MiB (unharmed {room:.0f} MiB)", f"at most {3 * room + 100:.0f} MiB", memory <= 3 * room + 100 and status in (0, 1))


@attack("reloads of hostile YAML")
def reload(t):
    with Server() as s:
        held = s.settle()
        bad = [again("[", 300_000), b"id: [", b"", b"orgs: []\n", laughs(), b"\xff\xfe", wide(10001, 10001 * 12), WORLD.encode() + b"personas: [{name: x}]\n"]
        for text in bad * (1 if t.short else 5):
            s.file("world.yaml", text)
            os.kill(s.pid, signal.SIGHUP)
            time.sleep(0.1)
        ok = s.alive() and len(s.must("GET", "/accounts")) == 2
        t.line(f"{len(bad)} reloads of broken files", "it goes on with what it had" if ok else "it does not", "as it was", ok)
        t.memory("reloads of broken files: memory", s, 200, held)
