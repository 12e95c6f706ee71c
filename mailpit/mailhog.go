package mailpit

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// The shapes of MailHog's answers.

type hogMessage struct {
	ID      string
	From    *hogPath
	To      []*hogPath
	Content *hogContent
	Created time.Time
	MIME    *hogMIME
	Raw     *hogRaw
}

type hogPath struct {
	Relays  []string
	Mailbox string
	Domain  string
	Params  string
}

type hogContent struct {
	Headers map[string][]string
	Body    string
	Size    int
	MIME    *hogMIME
}

type hogMIME struct{ Parts []*hogContent }

type hogRaw struct {
	From string
	To   []string
	Data string
	Helo string
}

type hogPage struct {
	Total int          `json:"total"`
	Count int          `json:"count"`
	Start int          `json:"start"`
	Items []hogMessage `json:"items"`
}

// Bounds of MailHog's answers.
const (
	hogLimit    = 50
	hogMaxLimit = 250
	hogDepth    = 20 // of multiparts
	hogParts    = 1000
)

// hog makes the message of an accepted mail. MailHog takes the last line end for a part of
// the dot that ends DATA.
func hog(s *mailsim.Submission) hogMessage {
	data := strings.TrimSuffix(s.Raw, "\r\n")
	m := hogMessage{ID: s.ID, From: hogPathOf(s.Envelope.From), To: []*hogPath{}, Created: s.At,
		Raw: &hogRaw{From: s.Envelope.From, To: s.Envelope.To, Data: data, Helo: s.Envelope.Helo}}
	for _, to := range s.Envelope.To {
		m.To = append(m.To, hogPathOf(to))
	}
	m.Content = hogContentOf(data)
	room := hogParts
	m.MIME = m.Content.parts(hogDepth, &room)
	head := m.Content.Headers
	set := func(name, value string) {
		for have := range head {
			if strings.EqualFold(have, name) {
				name = have
			}
		}
		head[name] = append(head[name], value)
	}
	if !slices.ContainsFunc(mapKeys(head), func(name string) bool { return strings.EqualFold(name, "Message-ID") }) {
		head["Message-ID"] = []string{s.MessageID}
	}
	set("Received", "from "+s.Envelope.Helo+" by mailsim\r\n          id "+s.ID+"; "+s.At.Format(time.RFC1123Z))
	set("Return-Path", "<"+s.Envelope.From+">")
	return m
}

func mapKeys(m map[string][]string) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func hogPathOf(a string) *hogPath {
	mailbox, domain, _ := strings.Cut(a, "@")
	return &hogPath{Mailbox: mailbox, Domain: domain}
}

// hogContentOf parts a header and a body as MailHog does: of fields with the same name the
// last counts, and folded lines stay as they are.
func hogContentOf(data string) *hogContent {
	c := &hogContent{Headers: map[string][]string{}, Size: len(data)}
	header, body, ok := strings.Cut(data, "\r\n\r\n")
	if !ok {
		c.Body = data
		return c
	}
	c.Body = body
	lines := map[string][]string{} // of the field of each name
	last := ""
	for line := range strings.SplitSeq(header, "\r\n") {
		name, value, isField := strings.Cut(line, ": ")
		switch {
		case last != "" && (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")):
			lines[last] = append(lines[last], line)
		case isField:
			lines[name] = []string{value}
			last = name
		}
	}
	for name, list := range lines {
		c.Headers[name] = []string{strings.Join(list, "")}
	}
	return c
}

// parts parts the body of a multipart at its boundary, what stands before the first
// delimiter and behind the last among them, nil for what is none.
func (c *hogContent) parts(depth int, room *int) *hogMIME {
	types := c.Headers["Content-Type"]
	if len(types) == 0 || !strings.HasPrefix(types[0], "multipart/") {
		return nil
	}
	out := &hogMIME{}
	_, params, err := mime.ParseMediaType(types[0])
	if err != nil || params["boundary"] == "" || depth == 0 {
		return out
	}
	for text := range strings.SplitSeq(c.Body, "--"+params["boundary"]) {
		if text == "" {
			continue
		}
		if *room--; *room < 0 {
			break
		}
		p := hogContentOf(strings.Trim(text, "\r\n"))
		p.MIME = p.parts(depth-1, room)
		out.Parts = append(out.Parts, p)
	}
	return out
}

// hogFrame is a message as those who listen get it.
func (h *Handler) hogFrame(id string) []byte {
	s, err := h.u.Submission(id)
	if err != nil {
		return []byte("null")
	}
	b, _ := json.Marshal(hog(&s))
	return b
}

// hogList answers with a page of messages.
func (h *Handler) hogList(w http.ResponseWriter, r *http.Request, contentType string, finds func(*mailsim.Submission) bool) {
	start, limit := 0, hogLimit
	if n, err := strconv.Atoi(r.URL.Query().Get("start")); err == nil && n > 0 {
		start = n
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("limit")); err == nil && n > 0 {
		limit = min(n, hogMaxLimit)
	}
	var list []*entry
	h.locked(func(v *view) { list = v.choose(nil, time.Time{}) })
	out := hogPage{Start: start, Items: []hogMessage{}}
	for _, e := range list {
		inside := out.Total >= start && len(out.Items) < limit
		if finds == nil && !inside {
			out.Total++
			continue
		}
		s, err := h.u.Submission(e.id)
		if err != nil || finds != nil && !finds(&s) {
			continue
		}
		if out.Total++; inside {
			out.Items = append(out.Items, hog(&s))
		}
	}
	out.Count = len(out.Items)
	answerAs(w, http.StatusOK, contentType, out)
}

func (h *Handler) hogMessages(w http.ResponseWriter, r *http.Request) {
	h.hogList(w, r, "text/json", nil)
}

func (h *Handler) hogSearch(w http.ResponseWriter, r *http.Request) {
	kind, query := r.URL.Query().Get("kind"), strings.ToLower(r.URL.Query().Get("query"))
	if kind != "from" && kind != "to" && kind != "containing" || query == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	h.hogList(w, r, "application/json", func(s *mailsim.Submission) bool { return hogFinds(s, kind, query) })
}

// hogFinds tells whether a text, in lower case, stands in the addresses of a mail, or for
// containing in its raw text.
func hogFinds(s *mailsim.Submission, kind, query string) bool {
	if kind == "containing" {
		return contains(s.Raw, query)
	}
	list, field := s.Envelope.To, "To"
	if kind == "from" {
		list, field = []string{s.Envelope.From}, "From"
	}
	head, _, _ := strings.Cut(s.Raw, "\r\n\r\n")
	return slices.ContainsFunc(append(list, hogContentOf(head + "\r\n\r\n").Headers[field]...), func(a string) bool { return contains(a, query) })
}

// hogOf returns the message that a request names; nil, answered, when there is none.
func (h *Handler) hogOf(w http.ResponseWriter, r *http.Request) *mailsim.Submission {
	var id string
	h.locked(func(v *view) {
		if e := v.find(r.PathValue("id")); e != nil {
			id = e.id
		}
	})
	s, err := h.u.Submission(id)
	if err != nil {
		notFound(w)
		return nil
	}
	return &s
}

func (h *Handler) hogMessage(w http.ResponseWriter, r *http.Request) {
	if s := h.hogOf(w, r); s != nil {
		answerAs(w, http.StatusOK, "text/json", hog(s))
	}
}

func (h *Handler) hogDownload(w http.ResponseWriter, r *http.Request) {
	if s := h.hogOf(w, r); s != nil {
		w.Header().Set("Content-Type", "message/rfc822")
		w.Header().Set("Content-Disposition", `attachment; filename="`+s.ID+`.eml"`)
		_, _ = io.WriteString(w, bytesOf(s))
	}
}

func (h *Handler) hogPart(w http.ResponseWriter, r *http.Request) {
	s := h.hogOf(w, r)
	if s == nil {
		return
	}
	n, err := strconv.Atoi(r.PathValue("part"))
	m := hog(s)
	if err != nil || m.MIME == nil || n < 0 || n >= len(m.MIME.Parts) {
		notFound(w)
		return
	}
	p := m.MIME.Parts[n]
	body := []byte(p.Body)
	disposition := `attachment; filename="` + s.ID + "-part-" + strconv.Itoa(n) + `"`
	for name, values := range p.Headers {
		switch strings.ToLower(name) {
		case "content-disposition":
			disposition = values[0]
		case "content-type":
			w.Header().Set("Content-Type", headerValue(values[0]))
		case "content-transfer-encoding":
			if strings.EqualFold(strings.TrimSpace(values[0]), "base64") {
				if data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(p.Body), "")); err == nil {
					body = data
				}
			}
		}
	}
	w.Header().Set("Content-Disposition", headerValue(disposition))
	_, _ = w.Write(body)
}

// headerValue is what of a text can stand in a header.
func headerValue(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

func (h *Handler) hogDelete(w http.ResponseWriter, r *http.Request) {
	var err error
	h.locked(func(v *view) {
		if e := v.find(r.PathValue("id")); e != nil {
			err = h.deleteFound(r, v, []*entry{e})
		}
	})
	if err != nil {
		text(w, http.StatusInternalServerError, plainError(err))
		return
	}
	w.Header().Set("Content-Type", "text/json")
	w.WriteHeader(http.StatusOK)
}

// hogRelease hands a message to the relay of the universe, for one recipient. The server
// that a request names is not asked: nobody may send mail anywhere through this one.
func (h *Handler) hogRelease(w http.ResponseWriter, r *http.Request) {
	s := h.hogOf(w, r)
	if s == nil {
		return
	}
	var in struct{ Email string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		text(w, http.StatusInternalServerError, "Error decoding request body")
		return
	}
	if err := h.releaseTo(r.Context(), s.MessageID, []string{in.Email}); err != nil {
		text(w, http.StatusInternalServerError, plainError(err))
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (h *Handler) hogOutgoing(w http.ResponseWriter, _ *http.Request) { answer(w, struct{}{}) }

func (h *Handler) hogSocket(w http.ResponseWriter, r *http.Request) { h.socket(w, r, true) }
