"""A thin client of a mailsim server. Standard library only, Python 3.9 and later.

    from mailsim import Client

    sim = Client()                                   # SERVICE_URL, SERVICE_API_KEY, SERVICE_UNIVERSE
    anna = sim.create_persona(name="Anna", addresses=["anna@client.test"], timing={"reply_rate": 1})
    sent = sim.send(sender="app@ours.test", to=["anna@client.test"], subject="Hello", text="Is Tuesday fine?")
    reply = sim.wait_for_reply(anna["id"], in_reply_to=sent["message_id"])
    print(reply["text"], reply["codes"], reply["magic_links"])
"""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Iterator, Optional

__all__ = ["Client", "MailsimError", "DEFAULT_URL", "DEFAULT_TIMEOUT"]
__version__ = "0.1.0"

DEFAULT_URL = "http://127.0.0.1:8025"
#: Seconds. A wait lasts up to 5 minutes on the server; a request outlives it.
DEFAULT_TIMEOUT = 330.0

# Seconds without a byte after which a stream counts as cut (it has a heartbeat
# every 15), and before one that brought nothing is opened again.
_SILENCE, _RETRY = 60.0, 2.0

# Seconds before a request that the server refuses for now is made again, at the least.
_PAUSE = 0.01


class MailsimError(Exception):
    """An answer that is no success: its HTTP status and the API's message.

    ``status`` is 0 when the server could not be reached.
    """

    def __init__(self, status: int, message: str):
        super().__init__(f"{status}: {message}" if status else message)
        self.status = status
        self.message = message


class Client:
    """Calls one server. Arguments left out come from the environment.

    :param url: the server's address without ``/api``; SERVICE_URL, else http://127.0.0.1:8025
    :param key: an API key; SERVICE_API_KEY, else none
    :param universe: sent as the universe header; SERVICE_UNIVERSE, else none. A key needs none.
    :param timeout: seconds that a request may take, 330 by default
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        universe: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT,
    ):
        env = os.environ.get
        self.url = (url or env("SERVICE_URL") or DEFAULT_URL).rstrip("/")
        self.key = key if key is not None else env("SERVICE_API_KEY") or ""
        self.universe = universe if universe is not None else env("SERVICE_UNIVERSE") or ""
        self.timeout = timeout
        # Nothing of the environment's proxies: the server is near.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: Optional[dict] = None,
        timeout: Optional[float] = None,
        content_type: str = "application/json",
    ) -> Any:
        """Calls ``path`` below ``/api`` and returns the decoded answer, bytes when it is no JSON.

        Entries of ``query`` that are None are left out. With another ``content_type``
        ``body`` is sent as it is: bytes, or a file. Raises MailsimError. A request that the
        server refuses for now (429) is made again when the server says so, within the timeout.
        """
        try:
            with self._send(method, path, body, query, {"Content-Type": content_type} if body is not None else {}, self.timeout if timeout is None else timeout) as res:
                return _decode(res.headers.get_content_type(), res.read())
        except (OSError, http.client.HTTPException) as e:
            raise self._no_answer(e) from e

    def events(self, *, after: Optional[int] = None, type: Optional[str] = None) -> Iterator[dict]:
        """The events of the log as they happen, from now on or after an id.

        A stream that is cut goes on where it was: each event comes once, in
        order. Where events have been pruned, ``{"type": "gap", "id": 9, "data":
        {"from": 1, "to": 9}}`` stands for them. Where the server has another log,
        which has not come to the last id yet, the stream begins anew after
        ``{"type": "restart", "id": 0, "data": {"after": 17, "last": 3}}``. ``type``
        is a comma list; a name ending in * matches a prefix. When access has ended
        (the key was deleted, the session is over, the organization is suspended)
        ``{"type": "end", "id": 17, "data": {"why": "..."}}`` is the last one. It ends
        before when the loop is left.
        """
        last = self.request("GET", "/events", query={"limit": 1})["last"] if after is None else after
        first = True
        while True:
            heard = False
            try:
                with self._send("GET", "/events/stream", None, {"type": type}, {"Last-Event-ID": str(last)}, _SILENCE) as res:
                    first = False
                    for event in _messages(res):
                        heard = True
                        if event["type"] == "end":
                            yield {**event, "id": last}
                            return
                        last = event["id"]
                        yield event
            except (OSError, http.client.HTTPException) as e:
                if first:
                    raise self._no_answer(e) from e
            if not heard:
                time.sleep(_RETRY)

    def _send(self, method: str, path: str, body: Any, query: Optional[dict], headers: dict, timeout: float) -> Any:
        url = f"{self.url}/api{path}"
        pairs = [(k, _text(v)) for k, v in (query or {}).items() if v is not None]
        if pairs:
            url += "?" + urllib.parse.urlencode(pairs)
        headers = {"Accept": "application/json, text/event-stream", **headers}
        data = None
        if body is not None:
            data = json.dumps(body).encode() if headers["Content-Type"] == "application/json" else body
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        if self.universe:
            headers["X-Service-Universe"] = self.universe
        again = data is None or isinstance(data, bytes)  # a file has been read
        end = time.monotonic() + timeout
        while True:
            req = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                return self._open(req, timeout=timeout)
            except urllib.error.HTTPError as e:
                with e:
                    refusal = MailsimError(e.code, _message(e.read(), e.reason))
                after = e.headers.get("Retry-After", "")
            wait = max(float(after), _PAUSE) if after.isascii() and after.isdigit() else None
            if refusal.status != 429 or wait is None or not again or time.monotonic() + wait > end:
                raise refusal
            time.sleep(wait)

    def _no_answer(self, e: Exception) -> MailsimError:
        return MailsimError(0, f"no answer from {self.url}: {getattr(e, 'reason', e)}")

    # Mail

    def wait_for_email(self, to: str, *, timeout: Any = None, **filters: Any) -> dict:
        """The next email to an address: a message with ``codes`` and ``magic_links``.

        Filters: sender, subject, contains, folder, existing, after. ``timeout`` is
        milliseconds or a duration such as "45s". Raises MailsimError 408.
        """
        if "sender" in filters:
            filters["from"] = filters.pop("sender")
        return self.request("GET", "/wait", query={"to": to, "timeout": timeout, **filters})

    def wait_for_reply(
        self, sender: str, *, in_reply_to: Optional[str] = None, fast: Optional[bool] = None, timeout: Any = None
    ) -> dict:
        """The next email that a person (id or address) sends.

        Raises MailsimError 409 when they decided not to reply or the mail bounced off them, 408 on time-out.
        """
        query = {"from": sender, "in_reply_to": in_reply_to, "fast": fast, "timeout": timeout}
        return self.request("GET", "/wait/reply", query=query)

    def extract(self, text: str = "", html: str = "") -> dict:
        """The codes and links found in a text."""
        return self.request("POST", "/extract", {"text": text, "html": html})

    def send(self, *, sender: str, to: list, **fields: Any) -> dict:
        """Sends a mail as SMTP would: ``{"status": "sent", "message_id": ...}``."""
        return self.request("POST", "/send", {"from": sender, "to": to, **fields})

    def health(self, message_id: str) -> dict:
        """The spam and health report of a message."""
        return self.request("GET", "/inspect", query={"message_id": message_id})

    def release(self, message_id: str, *, to: Optional[list] = None, wait: bool = True) -> dict:
        """Hands a mail to the relay: the job, with ``wait`` after its first attempt."""
        body = {"message_id": message_id, "wait": wait}
        return self.request("POST", "/release", body if to is None else {**body, "to": to})

    def provider_sends(self, provider: str, **filters: Any) -> list:
        """The mails that a mail provider's door was given, newest first. Filters: before, limit."""
        return self.request("GET", f"/providers/{urllib.parse.quote(provider, safe='')}/sends", query=filters)

    def suppressions(self, provider: str, list: Optional[str] = None) -> Any:
        """The addresses to which a mail provider sends nothing, on one of its lists or on all."""
        return self.request("GET", f"/providers/{urllib.parse.quote(provider, safe='')}/suppressions", query={"list": list})

    def suppress(self, provider: str, *addresses: str, list: Optional[str] = None) -> Any:
        """Puts addresses on a list of a mail provider, by default that of addresses that bounce."""
        body = {"addresses": [*addresses]}
        return self.request("POST", f"/providers/{urllib.parse.quote(provider, safe='')}/suppressions", body if list is None else {**body, "list": list})

    def unsuppress(self, provider: str, address: str, list: Optional[str] = None) -> Any:
        """Takes an address off one list of a mail provider, or off all: where it was."""
        return self.request("DELETE", f"/providers/{urllib.parse.quote(provider, safe='')}/suppressions", query={"address": address, "list": list})

    def import_mail(self, archive: Any, content_type: str = "application/mbox", **query: Any) -> dict:
        """Takes in an archive, bytes or a file: ``{"mails": ..., "failed": ..., "errors": [...]}``.

        ``content_type`` is application/mbox, message/rfc822, application/zip or
        application/x-ndjson; ``query`` is ``to``, ``folder``, ``deliver``, ``format``.
        """
        return self.request("POST", "/import", archive, query=query, content_type=content_type)

    def export_mail(self, format: str = "mbox", **query: Any) -> bytes:
        """All mail as an archive, or that of an ``address`` or ``folder``."""
        return self.request("GET", "/export", query={"format": format, **query})

    def mails(self, **filters: Any) -> dict:
        """A page of all mail, each once with its copies, newest first: ``{"mails": [...], "next": ..., "last": ...}``.

        Filters: q, address, persona_id, case_id, thread, origin, unread, before, limit.
        """
        return self.request("GET", "/mails", query=filters)

    def mail(self, mail_id: str) -> dict:
        """One mail whole, by its id or Message-ID: texts, header, parts, and what became of it for each recipient."""
        return self.request("GET", "/mails/" + urllib.parse.quote(mail_id, safe=""))

    def delete_mail(self, mail_id: str) -> dict:
        """Takes a mail out of all folders and ends what people were to do about it."""
        return self.request("DELETE", "/mails/" + urllib.parse.quote(mail_id, safe=""))

    def conversation(self, mail_id: str) -> dict:
        """The conversation of a mail, of all mailboxes, oldest first, and what is planned."""
        return self.request("GET", "/threads/" + urllib.parse.quote(mail_id, safe=""))

    def story(self, **filters: Any) -> dict:
        """What happened, in sentences: ``{"lines": [...], "more": ..., "last": ...}``.

        Filters: case_id, persona_id, message_id, thread, after, before, limit.
        """
        return self.request("GET", "/story", query=filters)

    # People and cases

    def personas(self) -> list:
        """Every person, sorted by name."""
        return self.request("GET", "/personas")

    def create_persona(self, **fields: Any) -> dict:
        """Adds a person; ``addresses`` is required."""
        return self.request("POST", "/personas", fields)

    def push_case(self, case_id: str, **fields: Any) -> dict:
        """Makes a case, or changes the fields given."""
        return self.request("PUT", "/cases/" + urllib.parse.quote(case_id, safe=""), fields)

    # The clock

    def clock(self) -> dict:
        """The simulated clock."""
        return self.request("GET", "/clock")

    def advance(self, by: Optional[str] = None, *, to: Optional[str] = None, jobs: Optional[int] = None) -> dict:
        """Moves the clock by a duration such as "2d", to a time, or until so many jobs have run."""
        body = {k: v for k, v in (("by", by), ("to", to), ("jobs", jobs)) if v is not None}
        return self.request("POST", "/clock/advance", body)

    def freeze(self, frozen: bool = True) -> dict:
        """Lets the clock stand, or run again."""
        return self.request("POST", "/clock/freeze", {"frozen": frozen})

    def speed(self, factor: float) -> dict:
        """Sets how many simulated seconds pass in a real one."""
        return self.request("POST", "/clock/speed", {"factor": factor})


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _messages(lines: Any) -> Iterator[dict]:
    """The messages of a stream of server-sent events that came whole."""
    fields: dict = {}
    for line in lines:
        text = line.decode(errors="replace").rstrip("\n")  # where the stream was cut, half a character may stand
        if text:
            name, _, value = text.partition(": ")
            fields[name] = value
            continue
        if "data" in fields:
            data = json.loads(fields["data"])  # gap, restart and end are no events
            yield data if "type" in data else {"type": fields["event"], "id": int(fields.get("id", 0)), "data": data}
        fields = {}


def _decode(content_type: str, data: bytes) -> Any:
    if content_type == "application/json":
        return json.loads(data or b"null")
    return data


def _message(data: bytes, reason: str) -> str:
    try:
        return str(json.loads(data)["error"])
    except (ValueError, KeyError, TypeError):
        return str(reason)
