package extract

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// target is what an address says of itself.
type target struct {
	act      opinion // a word that acts
	against  opinion // a word that turns away
	social   string
	store    bool // of apps
	site     bool // a blog, a manual, a forum, a meeting, shared papers: few of their links act
	home     bool // no path and no query to speak of
	token    bool // holds a secret
	titled   bool // its token ends a title
	numbered bool // holds a number that no one counts to
	opaque   bool // holds a few characters that no one chose to be read
	named    bool // holds a segment besides the words that act, as of whose group an invitation is
	personal bool // holds what differs from reader to reader, or something after the word that acts
}

func (t target) acts() bool { return t.act.class.acts() }

// secret tells an address that is for one reader, by a token of any length.
func (t target) secret() bool { return t.token || t.opaque }

// trades tells an address that names an order, a ticket, an article.
func (t target) trades() bool { return t.against.class == linkOther && !sitePlaces.has(t.against.word) }

func readTarget(raw string) target {
	var t target
	u, err := url.Parse(raw)
	if err != nil {
		return t
	}
	host := strings.ToLower(u.Hostname())
	for _, s := range socialHosts {
		if host == s || strings.HasSuffix(host, "."+s) {
			t.social = s
		}
	}
	for _, s := range storeHosts {
		t.store = t.store || host == s
	}
	path := strings.Trim(u.EscapedPath(), "/")
	query, fragment := u.RawQuery, u.EscapedFragment()
	t.home = path == "" && query == "" && fragment == ""
	t.readHost(host)
	t.readPath(path)
	t.readQuery(query)
	if strings.ContainsAny(fragment, "/=") {
		t.readPath(strings.TrimLeft(fragment, "!/"))
	} else if tokenLike(fragment) {
		t.token = true
	}
	return t
}

func (t *target) readHost(host string) {
	first, _, _ := strings.Cut(host, ".")
	t.site = siteHosts.has(first)
	if c, ok := actingHosts[first]; ok {
		t.act = opinion{c, first}
	}
	if c := pathClass(first); c == linkHelp || c == linkUnsubscribe || c == linkPreferences {
		t.against = opinion{c, first}
	}
}

func (t *target) readPath(path string) {
	for segment := range strings.SplitSeq(path, "/") {
		if name, args, ok := strings.Cut(segment, "?"); ok {
			t.readQuery(args)
			segment = name
		}
		if s, err := url.PathUnescape(segment); err == nil {
			segment = s
		}
		t.numbered = t.numbered || numbered(segment)
		if tokenLike(segment) {
			t.token, t.titled = true, t.titled || titled(segment)
			continue
		}
		before := t.act.class
		t.readWords(segment)
		t.named = t.named || segment != "" && pathClass(strings.ToLower(segment)) == 0
		if opaque(segment) {
			t.opaque, t.personal = t.opaque || len(segment) >= minSecret, true
		}
		if before.acts() && segment != "" && pathClass(strings.ToLower(segment)) == 0 {
			t.personal = true
			t.token = t.token || opaque(segment) && len(segment) >= minSecret || len(segment) >= 6 && allDigits(segment)
		}
	}
}

func (t *target) readQuery(query string) {
	for pair := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		key, value, _ := strings.Cut(pair, "=")
		key = strings.ToLower(key)
		if strings.HasPrefix(key, "utm_") || routineKeys.has(key) {
			t.numbered = t.numbered || key == "ref" && t.acts() && numbered(value) // of what is to be approved
			continue
		}
		if v, err := url.QueryUnescape(value); err == nil {
			value = v
		}
		if secretKeys.has(key) && (len(value) > minSecret || opaque(value)) || tokenLike(value) && !strings.Contains(value, "://") {
			t.token = true
		} else if value != "" {
			t.personal = true
			t.opaque = t.opaque || opaque(value) && len(value) >= minSecret
		}
		if !secretKeys.has(key) {
			t.readWords(key)
		}
		if len(value) <= 24 && !t.token && !strings.Contains(value, "@") {
			t.readWords(value)
		}
	}
}

// maxSlug is the most words of a path segment that names an action.
const maxSlug = 4

// readWords notes the words of a segment or a key, in any language.
func (t *target) readWords(segment string) {
	words := splitWords(normalise(segment))
	if len(words) > maxSlug {
		return // the title of an article
	}
	if len(words) > 1 {
		t.note(strings.Join(words, ""))
	}
	known := false
	for i, w := range words {
		known = t.note(w) || known
		if i > 0 {
			known = t.note(words[i-1]+w) || known
		}
	}
	if said := say(linkLexicon(), strings.Join(words, " ")); !known && said.class.acts() {
		t.noteAs(said.class, said.word)
	}
}

// note takes a word of an address, if it is known as one.
func (t *target) note(w string) bool {
	c := pathClass(w)
	t.noteAs(c, w)
	return c != 0
}

// noteAs takes a word. Those that act give way to earlier ones, those that turn away stay.
func (t *target) noteAs(c class, w string) {
	switch {
	case c.acts() && !t.act.class.acts():
		t.act = opinion{c, w}
	case !c.acts() && c != 0 && (t.against.class == 0 || t.against.class == linkOther || t.against.class == linkHelp):
		t.against = opinion{c, w}
	}
}

// splitWords cuts `verifyEmail-address` in lower-case words.
func splitWords(s string) []string {
	var words []string
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(s[start:end]))
		}
		start = end
	}
	for i := range len(s) {
		switch {
		case !isAlnum(s[i]) && s[i] < 0x80:
			flush(i)
			start = i + 1
		case isUpper(s[i]) && i > 0 && isLower(s[i-1]):
			flush(i)
		}
	}
	flush(len(s))
	return words
}

// routineKeys say where a reader comes from or goes, never who the reader is.
var routineKeys = setOf("lang", "locale", "hl", "ref", "source", "src", "campaign", "medium", "next", "return", "redirect", "redirect_uri",
	"return_to", "returnto", "continue", "client_id", "response_type", "scope", "v", "version", "theme", "gclid", "fbclid", "mc_cid", "tz")

// secretKeys hold a token, however it looks.
var secretKeys = setOf("token", "t", "key", "k", "code", "c", "otp", "sig", "signature", "hash", "h", "secret", "nonce", "ticket", "jwt", "auth",
	"tok", "hmac", "s", "access_token", "confirmation_token", "reset_password_token", "invitation_token", "oobcode", "verification_token", "magic",
	"link", "data", "payload", "eid", "id_token", "session", "pin", "challenge", "guid", "uuid", "upn",
	"jeton", "cle", "schluessel", "clave", "chave", "chiave", "sleutel", "nyckel", "klucz", "klic", "kulcs", "cheie", "anahtar", "avain", "codigo",
	"codice", "kod")

// minSecret is the shortest token that a word or a key announces.
const minSecret = 3

// opaque tells letters and digits mixed, as no word is, or many digits: too short for a token by itself, but it tells one reader from
// another where a word or a key announces it. Versions are none: v2.
func opaque(s string) bool {
	l := lettersOf(s)
	version := len(s) > 1 && (s[0] == 'v' || s[0] == 'V') && allDigits(s[1:])
	switch {
	case l.foreign || version || l.named(s):
		return false
	case l.others > 0: // river-42f
		parts := splitParts(s)
		return len(parts) < maxSlug && slices.ContainsFunc(parts, func(part string) bool { return len(part) >= minSecret && opaque(part) })
	case l.digits == 0:
		return l.turns >= 3 && len(s) < 12
	}
	return l.uppers+l.lowers > 0 || l.digits >= 6
}

// tokenLike tells a string no one chose to be read.
func tokenLike(s string) bool {
	if len(s) < 5 {
		return false
	}
	l := lettersOf(s)
	switch {
	case l.foreign:
		return false
	case l.others > 0:
		return mixedPart(s)
	case l.digits == 0:
		return l.scrambled(len(s))
	case l.digits == len(s):
		return len(s) >= 16
	case l.digits <= 2 && allDigits(s[len(s)-l.digits:]) && len(s) < 12, l.named(s):
		return false // ios18, step2
	}
	return true
}

// spelling counts what a string is made of.
type spelling struct {
	digits, uppers, lowers int
	turns                  int // capitals after a small letter
	others                 int // the marks that tokens hold
	foreign                bool
}

func lettersOf(s string) (l spelling) {
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			l.digits++
		case isUpper(c):
			l.uppers++
			if i > 0 && isLower(s[i-1]) {
				l.turns++
			}
		case isLower(c):
			l.lowers++
		case strings.IndexByte("-_.~=+:|%", c) >= 0:
			l.others++
		default:
			l.foreign = true
		}
	}
	return l
}

// named tells a word with a year or a number at its end: copperpot2019.
func (l spelling) named(s string) bool {
	return l.digits > 0 && l.digits <= 4 && l.lowers >= 4 && l.lowers+l.digits == len(s) && allDigits(s[len(s)-l.digits:])
}

// scrambled tells letters in no order a word has.
func (l spelling) scrambled(n int) bool {
	return n >= 10 && l.turns >= 3 && l.uppers >= 4 || n >= 20 && l.uppers >= 5 && l.lowers >= 5
}

// mixedPart tells a token of several parts, one of which no one chose to be read, from a title with a number in it.
func mixedPart(s string) bool {
	if words := splitWords(s); len(words) > maxSlug && !strings.ContainsAny(s, "=%+~") && readable(words) {
		return false
	}
	for _, part := range splitParts(s) {
		if l := lettersOf(part); l.digits > 0 && l.digits < len(part) && len(part) >= 4 || l.scrambled(len(part)) {
			return true
		}
	}
	return false
}

// titled tells words with a token among them, as addresses of articles have: how-to-verify-9c1d.
func titled(s string) bool {
	plain := 0
	for _, part := range splitParts(s) {
		if l := lettersOf(part); l.lowers == len(part) && len(part) > 1 {
			plain++
		}
	}
	return plain >= 2
}

// numbered tells a part that is a number of three digits or more, years aside.
func numbered(s string) bool {
	return slices.ContainsFunc(splitParts(s), func(part string) bool { return len(part) >= minSecret && allDigits(part) && !yearLike(part) })
}

func splitParts(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-_.~=+:|%", r) })
}

// readable tells words most of which are letters only, as in a title.
func readable(words []string) bool {
	plain := 0
	for _, w := range words {
		if strings.IndexFunc(w, unicode.IsDigit) < 0 {
			plain++
		}
	}
	return plain*3 >= len(words)*2
}
