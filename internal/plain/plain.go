// Package plain holds JSON as it leaves mailsim, and small things of texts that
// have no other home.
package plain

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// JSON is json.Marshal that leaves <, > and & as they are: what leaves is read by
// programs and people, not put into pages.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Event is the form in which events leave: the body of a webhook.
type Event struct {
	Type    string    `json:"type"`
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	Source  string    `json:"source"`
	Data    any       `json:"data"`
	Persona *Person   `json:"persona,omitempty"`
	CaseID  string    `json:"case_id,omitempty"`
}

// Person is whom an event is about.
type Person struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Addresses   []string          `json:"addresses"`
	ExternalIDs map[string]string `json:"external_ids"`
}

// DedupFold sorts a list without regard to case and drops what is there twice.
func DedupFold(list []string) []string {
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.CompactFunc(list, strings.EqualFold)
}

// OrList writes a list for a sentence: "a, b or c".
func OrList[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = string(s)
	}
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " or " + texts[n-1]
	}
	return strings.Join(texts, "")
}

// Cut returns the first n characters of s, never splitting one.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// Line makes a text fit for one line, such as a header value.
func Line(s string) string {
	if isLine(s) {
		return s
	}
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)), " ")
}

// isLine reports whether Line would surely change nothing, as for most texts.
func isLine(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}
