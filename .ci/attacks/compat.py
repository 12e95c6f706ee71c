"""The APIs of Mailpit and MailHog: pages of others do nothing there, and hostile mail and
searches cost like ordinary ones."""
import json

from harness import KEY, MIB, Failed, Server, attack, fill, letter

FOREIGN = [{"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "rebound.evil.test"}, {"Origin": "http://localhost.evil.test"}]


@attack("pages of others at the compatible paths")
def foreign(t):
    with Server("-open") as s:
        fill(s, [letter(0)])
        send = json.dumps({"From": {"Email": "a@b.test"}, "To": [{"Email": "c@d.test"}]}).encode()
        let = []
        for head in FOREIGN:
            for method, path, body in [("DELETE", "/v1/messages", None), ("POST", "/v1/send", send), ("PUT", "/v1/messages", b"{}"), ("GET", "/v1/messages", None), ("DELETE", "/v1/messages/x", None), ("GET", "/v2/messages", None)]:
                answer = s.call(method, path, body, key=None, headers={**head, "Content-Type": "text/plain"})
                if answer.status not in (401, 403):
                    let.append((head, method, path, answer.status))
        left = s.call("GET", "/v1/messages").json["total"]
        t.line("foreign requests let in", len(let), "none", not let)
        t.line("messages left", left, "1", left == 1)
        if let:
            raise Failed(str(let[:5]))


@attack("hostile mail at the compatible paths")
def hostile(t):
    def cost(body):
        with Server("-rate=100000") as s:
            fill(s, [body])
            before = s.cpu()
            for path in ["/v1/messages", "/v1/search?query=x", "/v1/message/latest", "/v1/message/latest/html-check", "/v2/messages"]:
                s.call("GET", path)
            s.call("GET", "/latest.html?embed=1", at="/view")
            s.call("PUT", "/v1/tags", {"Tags": ["t%d" % i for i in range(100_000)], "IDs": ["x"] * 100_000})
            s.call("GET", "/v1/search?query=" + "%20".join(["a:b"] * 3000))
            spent = s.cpu() - before
            t.memory("the largest of them", s, 600)
            return spent

    head = b"From: a@strangers.test\r\nTo: app@ours.test\r\nSubject: x\r\n"
    size = 1 * MIB if t.short else 8 * MIB
    html = head + b"Content-Type: text/html\r\n\r\n"
    unit = max(cost(html + (b"<p>word word word word</p>\r\n" * (size // 28))), 0.05)
    for name, body in {
        "deep HTML": html + b"<div>\r\n" * (size // 7), "links": html + b"<a href=https://x.test/>x</a>\r\n" * (size // 31), "cid links": html + b"<img src=cid:x>\r\n" * (size // 17),
        "parts": head + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * (size // 10), "addresses": head + b"Cc: " + b"a+b+c@d.test,\r\n " * (size // 16) + b"e@f.test\r\n\r\nx\r\n",
    }.items():
        t.ratio(f"a mail of {name}", cost(body), unit, 15)
