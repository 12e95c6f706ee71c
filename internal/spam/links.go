package spam

import (
	"net/netip"
	"net/url"
	"path"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"
)

// maxLinks bounds the links that are judged.
const maxLinks = 1000

// countLinks judges the links of the HTML and the bare URLs of the text.
func (f *facts) countLinks() {
	for i, l := range f.content.Links {
		if i == maxLinks {
			return
		}
		host := f.countURL(l.URL)
		if host == "" {
			continue
		}
		if shown := hostShown(l.Text); shown != "" && !sameOrganization(shown, host) {
			f.mismatched++
		}
	}
	if f.HTML == "" {
		for _, u := range urlsIn(f.body) {
			f.countURL(u)
		}
	}
}

// countURL judges one URL and returns its host, "" when it is no web link.
func (f *facts) countURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	f.webLinks++
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if !f.isSender(host) {
		f.foreignLinks++
	}
	switch {
	case isNumeric(host):
		f.numeric++
	case shorteners()[strings.TrimPrefix(host, "www.")]:
		f.shortened++
	case riskyTLDs()[host[strings.LastIndexByte(host, '.')+1:]]:
		f.riskyDomain++
	}
	if u.User != nil || mixesScripts(host) || strings.Contains(host, "xn--") || u.Port() != "" && !isUsualPort(u.Port(), host) {
		f.deceptive++
	}
	return host
}

// isUsualPort takes the ports of the web and, for a server under test on the
// reader's own machine, any.
func isUsualPort(port, host string) bool {
	return port == "80" || port == "443" || port == "8080" || port == "8443" || isLocal(host)
}

// isLocal reports whether the host is a machine of one's own, where numbers
// and ports are usual.
func isLocal(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// isNumeric takes addresses in all forms that browsers understand: dotted,
// IPv6, one decimal or hexadecimal number.
func isNumeric(host string) bool {
	if host == "" || isLocal(host) {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	return strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") && strings.Trim(last[2:], "0123456789abcdef") == ""
}

// hostShown returns the host that the text of a link shows to the reader, ""
// when the text is no URL and no host name.
func hostShown(text string) string {
	s := strings.ToLower(strings.TrimSpace(text))
	if s == "" || strings.ContainsAny(s, " \t\n@") || len(s) > 500 {
		return ""
	}
	_, rest, isURL := strings.Cut(s, "://")
	if isURL {
		s = rest
	}
	if n := strings.IndexAny(s, "/?#:"); n >= 0 {
		s = s[:n]
	}
	s = strings.Trim(s, ".,;()<>[]\"'")
	if !strings.Contains(s, ".") || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return ""
	}
	// Without a scheme only what ends like a domain is a host: invoice.pdf,
	// backup.zip and v1.2 are none.
	if isURL || strings.HasPrefix(s, "www.") {
		return s
	}
	suffix, icann := publicsuffix.PublicSuffix(s)
	if fileSuffixes()[suffix] || !icann && !testDomain(suffix) {
		return ""
	}
	return s
}

// testDomain takes the names of RFC 2606, which no public list has.
func testDomain(tld string) bool {
	return tld == "test" || tld == "example" || tld == "invalid" || tld == "localhost"
}

// sameOrganization reports whether two hosts belong under one registered
// domain.
func sameOrganization(a, b string) bool {
	return organization(a) == organization(b)
}

func organization(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}

// isSender reports whether a host belongs to the organization of From.
func (f *facts) isSender(host string) bool { return f.sender != "" && organization(host) == f.sender }

// domainOf returns the domain of an address in lower case, "" without one.
func domainOf(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return ""
	}
	return strings.ToLower(strings.Trim(address[at+1:], " <>."))
}

// domainIn returns the domain of the address within a text, "" without one.
func domainIn(s string) string {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || s[at-1] == ' ' {
		return ""
	}
	d := s[at+1:]
	if n := strings.IndexAny(d, " >)\"',;"); n >= 0 {
		d = d[:n]
	}
	if !strings.Contains(d, ".") {
		return ""
	}
	return strings.ToLower(d)
}

// urlsIn returns the web URLs of plain text, at most maxLinks.
func urlsIn(s string) []string {
	var out []string
	for len(out) < maxLinks {
		n := strings.Index(s, "://")
		if n < 0 {
			return out
		}
		start := n
		for start > 0 && s[start-1]|0x20 >= 'a' && s[start-1]|0x20 <= 'z' {
			start--
		}
		end := n + len("://")
		for end < len(s) && s[end] > ' ' && !strings.ContainsRune("<>\"'()[]{}|", rune(s[end])) {
			end++
		}
		out = append(out, strings.TrimRight(strings.ToLower(s[start:n])+s[n:end], ".,;:!?"))
		s = s[end:]
	}
	return out
}

// pretendsBrand reports whether the display name is that of a company that
// phishing imitates ("PayPal", "PayPal Account Security"), on an address of
// another domain. With other words in it the name may be anyone's.
func (f *facts) pretendsBrand() bool {
	own := ""
	for _, w := range wordsOf(cut(f.FromName, 200)) {
		switch {
		case brands[w] != "":
			own = brands[w]
		case !serviceWords()[w]:
			return false
		}
	}
	if own == "" {
		return false
	}
	// paypal.de is PayPal's as well as paypal.com.
	label := own[:strings.IndexByte(own, '.')+1]
	return !strings.HasPrefix(f.sender, label)
}

// countFiles judges attachments by name and type.
func (f *facts) countFiles() {
	for _, a := range f.Attachments {
		name := strings.ToLower(strings.TrimRight(a.Filename, ". "))
		ext := strings.TrimPrefix(path.Ext(name), ".")
		inner := strings.TrimPrefix(path.Ext(strings.TrimSpace(strings.TrimSuffix(name, "."+ext))), ".")
		switch {
		case riskyExtensions()[ext], riskyTypes()[mediaType(a.ContentType)], strings.ContainsRune(name, '\u202e'):
			f.riskyFiles++
		case webExtensions()[ext] || mediaType(a.ContentType) == "text/html" && ext == "":
			f.webFiles++
		case archiveExtensions()[ext]:
			// photo.jpg.zip hides what is in it as well as photo.jpg.exe.
			if riskyExtensions()[inner] {
				f.riskyFiles++
			}
			f.archives++
		}
	}
}

func mediaType(s string) string {
	s, _, _ = strings.Cut(s, ";")
	return strings.ToLower(strings.TrimSpace(s))
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	shorteners = sync.OnceValue(func() map[string]bool {
		return set(`0rz.tw adf.ly bc.vc bit.do bit.ly bitly.com bl.ink buff.ly clck.ru cli.gs cutt.ly db.tt dlvr.it
		f.ls fb.me goo.gl hyperurl.co ift.tt is.gd j.mp kutt.it lc.chat linktr.ee lnkd.in mcaf.ee n9.cl ow.ly
		po.st qr.ae rb.gy rebrand.ly s.id s.coop shorte.st shorturl.at snip.ly soo.gd su.pr surl.li t.co t.ly t.me t2m.io
		tiny.cc tiny.ie tinyurl.com tr.im trib.al u.to urlz.fr v.gd vk.cc x.co y2u.be yourls.org zpr.io`)
	})

	riskyTLDs = sync.OnceValue(func() map[string]bool {
		return set(`bid buzz cam cf cfd click country cyou date download fit ga gdn gq icu kim link loan men ml
		monster mov ooo party pw quest racing rest review sbs science stream surf tk top trade vip wang win work
		xin zip`)
	})

	freeMail = sync.OnceValue(func() map[string]bool {
		return set(`163.com 126.com aol.com fastmail.com freenet.de gmail.com gmx.com gmx.de gmx.net googlemail.com
		hotmail.co.uk hotmail.com hotmail.fr icloud.com inbox.com laposte.net libero.it live.com mail.com mail.ru
		mailfence.com me.com msn.com naver.com orange.fr outlook.com outlook.de proton.me protonmail.com qq.com
		rediffmail.com rocketmail.com seznam.cz t-online.de tutanota.com web.de wp.pl yahoo.co.jp yahoo.co.uk
		yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com zohomail.com`)
	})

	riskyExtensions = sync.OnceValue(func() map[string]bool {
		return set(`ade adp apk app application appx bat cab chm cmd com cpl dll dmg docm dotm exe gadget hta
		img inf ins iso isp jar jnlp js jse lnk mde msc msi msix msp mst nsh one pif potm ppam ppsm pptm ps1 ps2 psc1 psc2
		reg scf scr sct settingcontent-ms shb shs sldm sys udf url vb vbe vbs vhd vhdx vxd wsc wsf wsh xlam xll xlsm
		xltm`)
	})

	riskyTypes = sync.OnceValue(func() map[string]bool {
		return set(`application/hta application/java-archive application/javascript application/vnd.android.package-archive
		application/vnd.microsoft.portable-executable application/x-dosexec application/x-executable
		application/x-ms-dos-executable application/x-ms-installer application/x-msdos-program application/x-msdownload
		application/x-msi application/x-sh application/x-vbs text/javascript text/vbscript`)
	})

	webExtensions = sync.OnceValue(func() map[string]bool { return set("htm html mht mhtml shtml svg xhtml") })

	archiveExtensions = sync.OnceValue(func() map[string]bool { return set("7z ace arj bz2 gz lzh rar tar tgz xz zip zst") })

	// fileSuffixes are top-level domains that files end in more often.
	fileSuffixes = sync.OnceValue(func() map[string]bool { return set("ai app md mov pl ps py rs sh so zip") })

	// brands maps the names that phishing uses most to the domains they own.
	brands = map[string]string{
		"adobe": "adobe.com", "amazon": "amazon.com", "apple": "apple.com", "binance": "binance.com",
		"coinbase": "coinbase.com", "dhl": "dhl.com", "docusign": "docusign.net", "dropbox": "dropbox.com",
		"ebay": "ebay.com", "facebook": "facebook.com", "fedex": "fedex.com", "google": "google.com",
		"hsbc": "hsbc.com", "icloud": "apple.com", "instagram": "instagram.com", "linkedin": "linkedin.com",
		"mastercard": "mastercard.com", "metamask": "metamask.io", "microsoft": "microsoft.com", "netflix": "netflix.com",
		"paypal": "paypal.com", "spotify": "spotify.com", "usps": "usps.com", "whatsapp": "whatsapp.com",
	}

	// serviceWords stand beside a brand in the name of a sender.
	serviceWords = sync.OnceValue(func() map[string]bool {
		return set(`account accounts alert alerts billing care center centre customer department express help
		helpdesk inc info international limited mail ltd notice notification notifications online service services
		payment payments prime security shipping store support team the update verification`)
	})
)
