"""A TestCase whose mail goes through mailsimd."""

import json
import os
import subprocess
import sys
import tempfile
import time

from django.test import TestCase, override_settings

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../clients/python"))
from mailsim import Client  # noqa: E402


class MailsimTestCase(TestCase):
    """Starts the program that MAILSIMD names, or the one in the path, for the class.

    ``self.sim`` is its client. Django's test runner puts mail into a list in memory
    (``mail.outbox``); the settings here put the SMTP backend back.
    """

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        ready = os.path.join(work.name, "ready.json")
        any_port = "127.0.0.1:0"
        program = subprocess.Popen(
            [os.environ.get("MAILSIMD", "mailsimd"), "-demo=false", "-frozen", "-http", any_port, "-smtp", any_port, "-smtps=", "-imap=", "-imaps=", "-ready", ready],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        cls.addClassCleanup(lambda: (program.terminate(), program.wait()))
        for _ in range(600):
            if os.path.exists(ready) or program.poll() is not None:
                break
            time.sleep(0.1)
        with open(ready) as f:
            there = json.load(f)
        host, port = there["smtp"].rsplit(":", 1)
        settings = override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_HOST=host, EMAIL_PORT=int(port))
        settings.enable()
        cls.addClassCleanup(settings.disable)
        cls.sim = Client(url=there["http"], key=there["key"])
