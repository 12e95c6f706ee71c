"""aiosmtplib against mailsimd, and the end of TLS as OpenSSL wants it."""
import asyncio
import os
import socket
import ssl
from email.message import EmailMessage

import aiosmtplib

host, port, tls_port = "127.0.0.1", int(os.environ["SMTP_PORT"]), int(os.environ["SMTPS_PORT"])
login = {"username": "second@ours.test", "password": "second-secret"}


async def main():
    for way in ({"port": port, "start_tls": False}, {"port": port, "start_tls": True, **login}, {"port": tls_port, "use_tls": True, **login}):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "second@ours.test", "anna@client.test, gone+unknown@client.test", "Grüße"
        mail.set_content(".hällo\n.\n")
        errors, _ = await aiosmtplib.send(mail, hostname=host, validate_certs=False, rcpt_options=["NOTIFY=FAILURE"], **way)
        assert list(errors) == ["gone+unknown@client.test"], errors


asyncio.run(main())
context = ssl._create_unverified_context()
with context.wrap_socket(socket.create_connection((host, tls_port)), suppress_ragged_eofs=False) as s:
    s.sendall(b"QUIT\r\n")
    while s.recv(4096):  # raises when the connection ends without a close_notify
        pass
