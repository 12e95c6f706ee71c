"""Pages: nobody frames them, and a mail's HTML does nothing on them."""
import html.parser
import os
import re
import ssl
import http.client
import subprocess
import tempfile

from harness import ALPHA, CELL, WORK, Server, Skip, attack, smtp_login

VECTORS = [
    "<script>alert(1)</script>", "<ScRiPt src=//evil.test/x.js></sCrIpT>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href=javascript:alert(1)>x</a>", "<a href='java\tscript:alert(1)'>x</a>", "<a href=' &#106;avascript:alert(1)'>x</a>", "<a href=data:text/html,<script>alert(1)</script>>x</a>", "<a href=vbscript:x>x</a>", "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>alert(1)</script>'>",
    "<object data=javascript:alert(1)>", "<embed src=//evil.test/x.swf>", "<form action=//evil.test><input name=p><button formaction=javascript:alert(1)>x", "<base href=//evil.test/>", "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>", "<link rel=stylesheet href=//evil.test/x.css>",
    "<style>@import '//evil.test/x.css';</style>", "<div style='background:url(//evil.test/x)'>x</div>", "<div style=\"width:expression(alert(1))\">x</div>", "<p style='position:fixed;top:0'>x</p>", "<body onload=alert(1)>", "<input autofocus onfocus=alert(1)>", "<details open ontoggle=alert(1)>", "<video><source onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<!--><img src=x onerror=alert(1)>-->", "<![CDATA[><img src=x onerror=alert(1)>]]>", "<title><img src=x onerror=alert(1)></title>", "<textarea></textarea><img src=x onerror=alert(1)>", "<xmp><img src=x onerror=alert(1)></xmp>", "<img src=x:x onerror\x0b=alert(1)>", "<img/src=x/onerror=alert(1)>",
    "<table background=javascript:alert(1)>", "<isindex action=javascript:alert(1)>", "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>", "<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) />", "<svg><foreignObject><iframe srcdoc=x>", "<template><script>alert(1)</script></template>", "<portal src=//evil.test>",
    "<img srcset='//evil.test/1 1x'>", "<a ping=//evil.test href=http://a.test>x</a>", "<div id=x name=y class=z onclick=alert(1)>x</div>", "<form id=x></form><button form=x formaction=javascript:alert(1)>", "<keygen onfocus=alert(1) autofocus>", "<x onclick=alert(1) tabindex=1 id=x>", "\x00<scr\x00ipt>alert(1)</script>", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
]

BAD_TAGS = {"script", "iframe", "object", "embed", "form", "input", "button", "base", "meta", "link", "svg", "math", "applet", "frame", "frameset", "portal", "template", "video", "audio", "source", "textarea", "select", "keygen", "isindex", "noscript", "xmp"}


class Judge(html.parser.HTMLParser):
    """Finds what acts or loads in HTML that was made safe."""

    def __init__(self):
        super().__init__()
        self.bad = []

    def handle_starttag(self, tag, attrs):
        if tag in BAD_TAGS:
            self.bad.append(tag)
        for name, value in attrs:
            value = (value or "").strip().lower()
            plain = re.sub(r"[\x00-\x20]", "", value)
            if name.startswith("on") or name in ("srcdoc", "formaction", "ping", "srcset", "background", "action"):
                self.bad.append(f"{tag} {name}")
            if re.match(r"(javascript|vbscript|data:(?!image/))", plain):
                self.bad.append(f"{tag} {name}={plain[:20]}")
            if name == "style" and re.search(r"url\(|expression|@import|position:fixed", plain):
                self.bad.append(f"{tag} style={plain[:30]}")
            if name == "src" and not plain.startswith(("data:image/", "cid:")) and plain:
                self.bad.append(f"{tag} src={plain[:30]}")

    handle_startendtag = handle_starttag


def judged(text):
    j = Judge()
    j.feed(text)
    j.close()
    return j.bad


@attack("mails made of scripts")
def scripts(t):
    with Server() as s:
        bad, pages, seen = [], [], 0
        for i, vector in enumerate(VECTORS):
            raw = (f"From: \"{vector.replace(chr(34), '').replace(chr(0), '')[:60]}\" <eve@evil.test>\r\nSubject: {vector.replace(chr(0), '')}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                   f"--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>begin</p>{vector}\r\n--b\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename=\"<img src=x onerror=alert(1)>.html\"\r\n\r\n<script>alert(1)</script>\r\n--b--\r\n")
            at = s.must("POST", "/inject", {"to": "app@ours.test", "raw": raw.replace("\x00", "")})
            path = f"/mailboxes/{at['address']}/messages/{at['folder']}/{at['uid']}"
            for query in ("", "?theme=light"):
                m = s.must("GET", path + query)
                bad += [f"{vector[:30]}: {b}" for b in judged(m["safe"]["html"])]
                seen += "begin" in m["safe"]["html"]
            share = s.must("POST", "/shares", {"address": at["address"], "folder": at["folder"], "uid": at["uid"]})
            page = s.call("GET", "/" + share["url"].partition("://")[2].partition("/")[2] if "://" in share["url"] else share["url"], at="", key=None)
            pages.append(page)
            body = page.text.partition("<body")[2]
            bad += [f"share of {vector[:30]}: {b}" for b in judged("<body" + body)]
            a = s.call("GET", path + "/attachments/0")
            if a.status == 200 and (a.headers.get("x-content-type-options") != "nosniff" or "sandbox" not in a.headers.get("content-security-policy", "") or not a.headers.get("content-disposition", "").startswith("attachment") or "\n" in a.headers["content-disposition"]):
                bad.append(f"attachment: {a.headers}")
        ok = all(p.status == 200 for p in pages)
        t.line(f"{len(VECTORS)} mails made of scripts", f"{len(bad)} act or load" + (f": {bad[0]}" if bad else "") + ("" if ok else ", some have no page"), "none", not bad and ok and seen > len(VECTORS))


@attack("framing")
def framing(t):
    with Server(world=CELL) as s:
        at = s.must("POST", "/inject", {"to": "alpha@ours.test", "from": "a@b.test", "subject": "x", "text": "y"}, key=ALPHA)
        share = s.must("POST", "/shares", {"address": at["address"], "folder": at["folder"], "uid": at["uid"]}, key=ALPHA)["url"]
        share = "/" + share.partition("://")[2].partition("/")[2] if "://" in share else share
        missing, n = [], 0
        for path in ("/docs", share, "/share/nothing", "/", "/healthz", "/nothing", "/api/nothing", "/api/status", "/api/openapi.json"):
            a = s.call("GET", path, at="", key=None if "api" not in path else ALPHA)
            n += 1
            page = a.headers.get("content-type", "").startswith("text/html")
            policy = a.headers.get("content-security-policy", "")
            if page and not re.search(r"frame-ancestors '(none|self)'", policy):
                missing.append(f"{path}: no frame-ancestors")
            if a.headers.get("x-content-type-options") != "nosniff" and a.raw:
                missing.append(f"{path}: no nosniff")
        t.line(f"framing and sniffing of {n} pages", missing[0][:48] if missing else "none can be framed or sniffed", "none", not missing)


@attack("cookies over TLS")
def cookies(t):
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True).stdout.strip() if os.environ.get("PATH") else ""
    dir = tempfile.mkdtemp(dir=WORK)
    made = subprocess.run(["go", "run", os.path.join(root, "src/crypto/tls/generate_cert.go"), "-host", "127.0.0.1", "-ecdsa-curve", "P256"], cwd=dir, capture_output=True, text=True)
    if made.returncode:
        raise Skip("no certificate could be made")
    with Server(f"-tls-cert={dir}/cert.pem", f"-tls-key={dir}/key.pem", "-https=127.0.0.1:0", world=CELL) as s:
        tls = ssl.create_default_context()
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        host, port = s.ready["https"].partition("://")[2].split(":")

        def call(method, path, body=None, cookie=None):
            con = http.client.HTTPSConnection(host, int(port), context=tls, timeout=20)
            head = {"Content-Type": "application/json", "X-Service-Universe": "u_alpha"}
            if cookie:
                head["Cookie"] = cookie
            con.request(method, "/api" + path, body, head)
            res = con.getresponse()
            res.read()
            return res

        res = call("POST", "/signin", b'{"email": "kim@alpha.test", "password": "kim-secret-1"}')
        cookie = res.getheader("Set-Cookie") or ""
        wanted = cookie.startswith("__Host-") and all(x in cookie for x in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/")) and "Domain" not in cookie
        t.line("the session's cookie over TLS", cookie.partition("=")[0] or "none", "__Host-, Secure, HttpOnly, Strict", wanted)
        value = cookie.partition(";")[0]
        other = "mailsim_session=" + value.partition("=")[2]
        fixed, real = call("GET", "/me", cookie=other).status, call("GET", "/me", cookie=value).status
        t.line("a cookie that any host can set, over TLS", f"status {fixed}, the real one {real}", "401 and 200", fixed == 401 and real == 200)


@attack("pages of other origins")
def origins(t):
    with Server(world=CELL) as s:
        a = s.call("POST", "/signin", {"email": "kim@alpha.test", "password": "kim-secret-1"}, key=None)
        cookie = a.headers["set-cookie"].partition(";")[0]
        let = []
        for name, headers in (("another Origin", {"Origin": "http://evil.test"}), ("Sec-Fetch-Site", {"Sec-Fetch-Site": "cross-site"}), ("no header of the universe", {}), ("Origin null", {"Origin": "null"})):
            h = {"Cookie": cookie, **headers}
            if headers:
                h["X-Service-Universe"] = "u_alpha"
            for path, body in (("/cases/c1", {"title": "x"}), ("/clock/freeze", None)):
                got = s.call("PUT" if body else "POST", path + ("?universe=u_alpha" if not headers else ""), body, key=None, headers=h)
                if got.status == 200:
                    let.append(f"{name} {path}")
        form = s.call("POST", "/send", b"a=b", key=None, headers={"Cookie": cookie, "Content-Type": "text/plain", "X-Service-Universe": "u_alpha"})
        if form.status == 200:
            let.append("a form")
        t.line("changes by pages of other origins", f"{len(let)} let through" + (f": {let[0]}" if let else ""), "none", not let)
