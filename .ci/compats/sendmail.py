#!/usr/bin/env python3
"""sendmail -S host:port < mail, to the recipients of its header."""
import email
import email.utils
import smtplib
import sys

raw = sys.stdin.buffer.read().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
mail = email.message_from_bytes(raw)
to = [a for _, a in email.utils.getaddresses(mail.get_all("to", []) + mail.get_all("cc", []) + mail.get_all("bcc", []))]
with smtplib.SMTP(*sys.argv[sys.argv.index("-S") + 1].split(":")) as server:
    server.sendmail(email.utils.parseaddr(mail["from"])[1], to, raw)
