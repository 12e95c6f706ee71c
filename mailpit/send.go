package mailpit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/mail"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/rng"
)

// outgoing is the body of POST /api/v1/send.
type outgoing struct {
	From    person
	To      []person
	Cc      []person
	Bcc     []string
	ReplyTo []person
	Subject string
	Text    string
	HTML    string
	Tags    []string
	Headers map[string]string

	Attachments []struct{ Content, Filename, ContentType, ContentID string }
}

type person struct{ Name, Email string }

// jsonError is an error of /api/v1/send.
func jsonError(w http.ResponseWriter, status int, msg string) {
	answerAs(w, status, "application/json", struct{ Error string }{msg})
}

func (h *Handler) send(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		jsonError(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	var in outgoing
	if err == nil {
		err = json.Unmarshal(body, &in)
	}
	if err != nil {
		jsonError(w, http.StatusBadRequest, err.Error())
		return
	}
	id, err := h.submit(r, &in)
	if err != nil {
		jsonError(w, http.StatusBadRequest, plainError(err))
		return
	}
	answer(w, struct{ ID string }{id})
}

// submit sends a mail as SMTP would and returns the id of its message.
func (h *Handler) submit(r *http.Request, in *outgoing) (id string, err error) {
	to, err := in.recipients()
	if err != nil {
		return "", err
	}
	if err := in.checkHeaders(); err != nil {
		return "", err
	}
	h.sending.Lock() // ids are drawn by what came before
	defer h.sending.Unlock()
	mid := h.newMessageID(in.From.Email)
	raw, mid, err := in.build(mid, h.u.Now())
	if err != nil {
		return "", err
	}
	remote, _, _ := net.SplitHostPort(r.RemoteAddr)
	s := h.u.NewSession(mailsim.SessionInfo{Proto: "api", Remote: remote})
	defer s.Close()
	if err := taken(s, to, len(raw)); err != nil {
		return "", err
	}
	if user, _, ok := r.BasicAuth(); ok {
		h.locked(func(v *view) { v.senders[mid] = user })
	}
	_, err = s.Submit(r.Context(), mailsim.Envelope{From: in.From.Email, To: to}, raw)
	h.locked(func(v *view) {
		delete(v.senders, mid)
		if e := v.find(mid); e != nil && err == nil {
			id = e.id
		}
	})
	return id, err
}

// taken tells why the universe takes no such mail, nil when it does.
func taken(s mailsim.Session, to []string, size int) error {
	if err := s.MailAllowed(); err != nil {
		return err
	}
	if err := s.RoomFor(int64(size)); err != nil {
		return err
	}
	var why mailsim.SMTPReply
	for _, a := range to {
		refused, ok := s.Verify(a)
		if ok {
			return nil
		}
		why = refused
	}
	return fmt.Errorf("%d %s %s", why.Code, why.Enhanced, why.Text)
}

// newMessageID draws a Message-ID, which depends on all that happened before.
func (h *Handler) newMessageID(from string) string {
	_, domain, _ := strings.Cut(from, "@")
	if !plainDomain(domain) {
		domain = h.u.Domain()
	}
	r := rng.Seed(h.u.Seed()).Draw("mailpit/send/1", from, strconv.FormatInt(int64(h.u.Mark()), 10))
	return "<" + r.Text("0123456789abcdef", 24) + "@" + domain + ">"
}

// plainDomain tells whether a text can stand behind the @ of an id.
func plainDomain(s string) bool {
	return s != "" && len(s) < 254 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") == ""
}

// recipients checks the addresses and lists those of the envelope.
func (in *outgoing) recipients() (to []string, err error) {
	for _, l := range []struct {
		name string
		list []person
	}{{"To", in.To}, {"Cc", in.Cc}, {"Bcc", bare(in.Bcc)}, {"Reply-To", in.ReplyTo}} {
		for _, p := range l.list {
			if a, err := mail.ParseAddress(p.Email); err != nil || a.Address != p.Email || !mailsim.ValidAddress(p.Email) {
				return nil, fmt.Errorf("invalid %s address: %s", l.name, p.Email)
			}
			if l.name != "Reply-To" && !slices.Contains(to, p.Email) {
				to = append(to, p.Email)
			}
		}
	}
	switch {
	case len(to) == 0:
		return nil, errors.New("error building message: no to, cc, or bcc set")
	case len(to) > maxRecipients:
		return nil, fmt.Errorf("error building message: at most %d recipients", maxRecipients)
	case !mailsim.ValidAddress(in.From.Email):
		return nil, fmt.Errorf("invalid From address: %s", in.From.Email)
	}
	return to, nil
}

// maxRecipients bounds the recipients of one mail.
const maxRecipients = 1000

func bare(list []string) (out []person) {
	for _, a := range list {
		out = append(out, person{Email: a})
	}
	return out
}

// ownHeaders are the fields that have a place of their own.
var ownHeaders = []string{"To", "From", "Cc", "Bcc", "Reply-To", "Date", "Subject", "Content-Type", "Mime-Version"}

func (in *outgoing) checkHeaders() error {
	for _, name := range slices.Sorted(maps.Keys(in.Headers)) {
		taken := slices.ContainsFunc(ownHeaders, func(own string) bool { return strings.EqualFold(own, name) }) || len(in.Tags) > 0 && strings.EqualFold(name, "X-Tags")
		if taken {
			return fmt.Errorf("cannot overwrite header: %q", name)
		}
	}
	return nil
}
