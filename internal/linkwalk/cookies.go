package linkwalk

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	maxCookies     = 64
	maxCookieBytes = 4 << 10
)

// jar keeps the cookies of one visit, and forgets them with it. Unlike that of
// net/http it judges Expires by the simulated instant of the visit.
type jar struct {
	at      time.Time
	cookies []cookie
}

type cookie struct {
	host  string
	below bool // sent to the names below host too
	*http.Cookie
}

// keep takes the cookies of an answer (RFC 6265 section 5.3).
func (j *jar) keep(t target, res *http.Response) {
	for _, c := range res.Cookies() {
		if len(c.Name)+len(c.Value)+len(c.Path) > maxCookieBytes || c.Secure && t.url.Scheme != "https" {
			continue
		}
		k := cookie{host: t.host, Cookie: c}
		if domain := strings.ToLower(strings.TrimPrefix(c.Domain, ".")); domain != "" && domain != t.host {
			if !strings.Contains(domain, ".") || !strings.HasSuffix(t.host, "."+domain) || t.addr.IsValid() {
				continue
			}
			k.host, k.below = domain, true
		} else if domain != "" {
			k.below = !t.addr.IsValid()
		}
		if !strings.HasPrefix(c.Path, "/") {
			c.Path = "/"
			if i := strings.LastIndexByte(t.url.Path, '/'); i > 0 {
				c.Path = t.url.Path[:i]
			}
		}
		j.cookies = slices.DeleteFunc(j.cookies, func(o cookie) bool {
			return o.host == k.host && o.Name == k.Name && o.Path == k.Path
		})
		if !j.expired(c) && len(j.cookies) < maxCookies {
			j.cookies = append(j.cookies, k)
		}
	}
}

func (j *jar) expired(c *http.Cookie) bool {
	if c.MaxAge != 0 {
		return c.MaxAge < 0
	}
	return !c.Expires.IsZero() && !c.Expires.After(j.at)
}

// add puts the cookies for t on the request, in the order they came.
func (j *jar) add(t target, req *http.Request) {
	for _, c := range j.cookies {
		same := c.host == t.host || c.below && strings.HasSuffix(t.host, "."+c.host)
		if same && under(t.url.Path, c.Path) && (!c.Secure || t.url.Scheme == "https") {
			req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value, Quoted: c.Quoted})
		}
	}
}

// under tells whether path lies in dir (RFC 6265 section 5.1.4).
func under(path, dir string) bool {
	if path == "" {
		path = "/"
	}
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(dir, "/"))
}
