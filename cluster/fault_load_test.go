package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/smtp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tale is what was asked of a universe, and what was acknowledged.
type tale struct {
	id    string
	mu    sync.Mutex
	n     int
	asked map[string]string // box by subject
	acked map[string]bool   // subjects
	took  []stroke          // what was acknowledged of the tries that measure, in order
	clock [2]int            // minutes by which its clock was moved: for certain, and at most
	began time.Time         // of its clock
	last  int64             // event of the log that was read
	at    string            // its time
	story []string          // the log, an event each
	boxes []string
}

// stroke is a try that was acknowledged.
type stroke struct{ began, ended time.Time }

func (u *tale) ask(box, kind string) (subject string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.n++
	subject = fmt.Sprintf("%s %s %d", u.id, kind, u.n)
	u.asked[subject] = box
	return subject
}

func (u *tale) ack(subject string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.acked[subject] = true
}

func (u *tale) count() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.acked)
}

// words are the text of a mail.
func words(subject string) string { return strings.Repeat("This is "+subject+".\r\n", 30) }

func letter(from, to, subject string) string {
	return fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\n\r\n%s", from, to, subject, words(subject))
}

// patience of a client.
const patience = 5 * time.Second

func dialed(addr string) (net.Conn, error) {
	c, err := net.DialTimeout("tcp", addr, patience)
	if err == nil {
		_ = c.SetDeadline(time.Now().Add(patience))
	}
	return c, err
}

// bySMTP sends a mail to a box and to a person, who may answer.
func bySMTP(p *process, box, person, subject string) error {
	nc, err := dialed(p.SMTP)
	if err != nil {
		return err
	}
	defer nc.Close()
	c, err := smtp.NewClient(nc, "127.0.0.1")
	if err != nil {
		return err
	}
	if err := c.Auth(smtp.PlainAuth("", box, "secret", "127.0.0.1")); err != nil {
		return err
	}
	if err := errors.Join(c.Mail(box), c.Rcpt(box), c.Rcpt(person)); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	_, _ = io.WriteString(w, letter(box, box, subject))
	return w.Close()
}

// imapLogin begins a session; say returns what comes up to the answer, literals whole.
func imapLogin(p *process, box string) (say func(line string) (string, []string, error), end func(), err error) {
	nc, err := dialed(p.IMAP)
	if err != nil {
		return nil, nil, err
	}
	r, n := bufio.NewReader(nc), 0
	say = func(line string) (all string, literals []string, err error) {
		n++
		tag := fmt.Sprintf("a%d ", n)
		_ = nc.SetDeadline(time.Now().Add(2 * patience))
		if _, err := io.WriteString(nc, tag+line+"\r\n"); err != nil {
			return "", nil, err
		}
		for {
			got, err := r.ReadString('\n')
			if err != nil {
				return all, literals, fmt.Errorf("after %q: %w", all, err)
			}
			if i := strings.LastIndexByte(got, '{'); i >= 0 && strings.HasSuffix(got, "}\r\n") {
				if size, err := strconv.Atoi(got[i+1 : len(got)-3]); err == nil {
					b := make([]byte, size)
					if _, err := io.ReadFull(r, b); err != nil {
						return all, literals, err
					}
					literals = append(literals, string(b))
					continue
				}
			}
			all += got
			switch {
			case strings.HasPrefix(got, tag+"OK"):
				return all, literals, nil
			case strings.HasPrefix(got, tag), strings.HasPrefix(got, "* BYE"):
				return all, literals, errors.New(got)
			}
		}
	}
	if _, _, err = say("LOGIN " + box + " secret"); err != nil {
		nc.Close()
		return nil, nil, err
	}
	return say, func() { nc.Close() }, nil
}

func byIMAP(p *process, box, _, subject string) error {
	say, end, err := imapLogin(p, box)
	if err != nil {
		return err
	}
	defer end()
	m := letter(box, box, subject)
	_, _, err = say(fmt.Sprintf("APPEND INBOX {%d+}\r\n%s", len(m), m))
	return err
}

// request asks the API, with a client's patience.
func request(p *process, wait time.Duration, universe, method, path string, body any) (status int, text string, err error) {
	var b []byte
	if body != nil {
		if b, err = json.Marshal(body); err != nil {
			return 0, "", err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, p.HTTP+path, strings.NewReader(string(b)))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+adminKey)
	r.Header.Set("X-Service-Universe", universe)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(all), err
}

// byHTTP files a mail in a universe.
func byHTTP(p *process, wait time.Duration, universe, box, subject string) error {
	status, text, err := request(p, wait, universe, "POST", "/api/inject", map[string]string{"to": box, "raw": letter(box, box, subject)})
	if err == nil && status != 200 {
		err = fmt.Errorf("%d %s", status, text)
	}
	return err
}

// load asks everything of all universes at all nodes until stop is closed.
func (f *field) load(stop <-chan struct{}, box func(*tale) string) *sync.WaitGroup {
	var all sync.WaitGroup
	ended := func(pause time.Duration) bool {
		select {
		case <-stop:
			return true
		case <-time.After(pause):
			return false
		}
	}
	some := func(do func(p *process)) {
		all.Go(func() {
			for !ended(time.Duration(20+rand.IntN(60)) * time.Millisecond) {
				p, well := f.any()
				if well || rand.IntN(4) == 0 {
					do(p)
				}
			}
		})
	}
	for _, u := range f.tales {
		at, person := box(u), "anna@"+u.id+".client.test"
		for kind, by := range map[string]func(p *process, box, person, subject string) error{"smtp": bySMTP, "imap": byIMAP} {
			some(func(p *process) {
				s := u.ask(at, kind)
				if err := by(p, at, person, s); err == nil {
					u.ack(s)
				} else {
					f.refused(kind, err)
				}
			})
		}
		some(func(p *process) {
			u.mu.Lock()
			u.clock[1]++
			u.mu.Unlock()
			status, text, err := request(p, patience, u.id, "POST", "/api/clock/advance", map[string]string{"by": "1m"})
			if err == nil && status == 200 {
				u.mu.Lock()
				u.clock[0]++
				u.mu.Unlock()
			} else {
				f.refused("clock", fmt.Errorf("%d %s %w", status, text, err))
			}
		})
		all.Go(func() { // what measures: a client that goes to nodes that are well
			for !ended(20 * time.Millisecond) {
				p, well := f.any()
				if !well {
					continue
				}
				s, began := u.ask(at, "http"), time.Now()
				if err := byHTTP(p, 2*time.Second, u.id, at, s); err != nil {
					f.refused("http", err)
					continue
				}
				u.ack(s)
				u.mu.Lock()
				u.took = append(u.took, stroke{began, time.Now()})
				u.mu.Unlock()
			}
		})
	}
	return &all
}

// after returns how long after an instant the first try that began later was acknowledged.
func (u *tale) after(at time.Time) (time.Duration, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	i := slices.IndexFunc(u.took, func(s stroke) bool { return s.began.After(at) })
	if i < 0 {
		return 0, false
	}
	return u.took[i].ended.Sub(at), true
}

// inspect reads the mails of a box whole: what was acknowledged is there once, and nothing
// twice, or that nobody sent.
func (u *tale) inspect(p *process, box string) (n int, err error) {
	say, end, err := imapLogin(p, box)
	if err != nil {
		return 0, err
	}
	defer end()
	if _, _, err := say("SELECT INBOX"); err != nil {
		return 0, err
	}
	_, mails, err := say("FETCH 1:* (BODY.PEEK[])")
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{}
	u.mu.Lock()
	defer u.mu.Unlock()
	var wrong []error
	for _, m := range mails {
		_, rest, _ := strings.Cut("\r\n"+m, "\r\nSubject: ")
		subject, _, _ := strings.Cut(rest, "\r\n")
		if head, _, _ := strings.Cut(m, "\r\n\r\n"); !strings.Contains(head, "From: <"+box+">") {
			continue // somebody has answered
		}
		switch _, text, _ := strings.Cut(m, "\r\n\r\n"); {
		case seen[subject]:
			wrong = append(wrong, fmt.Errorf("%q is there twice", subject))
		case u.asked[subject] != box:
			wrong = append(wrong, fmt.Errorf("nobody sent %q", subject))
		case text != words(subject):
			wrong = append(wrong, fmt.Errorf("%q has another text: %q", subject, text))
		}
		seen[subject] = true
	}
	for s := range u.acked {
		if u.asked[s] != box {
			continue
		}
		if n++; !seen[s] {
			wrong = append(wrong, fmt.Errorf("%q was acknowledged and is lost", s))
		}
	}
	if wrong != nil {
		err = &broken{errors.Join(wrong...)}
	}
	return n, err
}

// broken is a promise that was.
type broken struct{ error }

// read goes on with the log of a universe from an event: it has no gap, and time does not go back.
func (u *tale) read(p *process, last int64, at string) (story []string, err error) {
	for {
		status, text, err := request(p, 4*patience, u.id, "GET", fmt.Sprintf("/api/events?after=%d&limit=1000", last), nil)
		if err != nil || status != 200 {
			return nil, fmt.Errorf("%d %s %w", status, text, err)
		}
		var page struct {
			Events []struct {
				ID   int64
				At   time.Time
				Type string
			}
			Last, Gone int64
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			return nil, err
		}
		if page.Gone != 0 || page.Last < last {
			return nil, &broken{fmt.Errorf("the log of %s ends at %d, after %d; up to %d it is gone", u.id, page.Last, last, page.Gone)}
		}
		if len(page.Events) == 0 {
			return story, nil
		}
		for _, e := range page.Events {
			now := e.At.UTC().Format("2006-01-02T15:04:05.000000000")
			if e.ID != last+1 || now < at {
				return nil, &broken{fmt.Errorf("in %s event %d at %s follows event %d at %s", u.id, e.ID, now, last, at)}
			}
			last, at = e.ID, now
			story = append(story, now+" "+e.Type)
		}
	}
}

// follow reads what is new of the log, and looks at the clock.
func (u *tale) follow(p *process) error {
	more, err := u.read(p, u.last, u.at)
	if err != nil {
		return err
	}
	if len(more) > 0 {
		u.story = append(u.story, more...)
		u.last, u.at = u.last+int64(len(more)), more[len(more)-1][:29]
	}
	status, text, err := request(p, patience, u.id, "GET", "/api/clock", nil)
	var clock struct{ Now time.Time }
	if err != nil || status != 200 || json.Unmarshal([]byte(text), &clock) != nil {
		return fmt.Errorf("%d %s %w", status, text, err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if least, most := u.began.Add(time.Duration(u.clock[0])*time.Minute), u.began.Add(time.Duration(u.clock[1])*time.Minute); clock.Now.Before(least) || clock.Now.After(most) {
		return &broken{fmt.Errorf("the clock of %s says %v: it was moved to %v at least, and to %v at most", u.id, clock.Now, least, most)}
	}
	return nil
}

// again reads the whole log anew: it is the story that was read bit by bit.
func (u *tale) again(p *process) error {
	story, err := u.read(p, 0, "")
	if err == nil && !slices.Equal(story, u.story) {
		err = &broken{fmt.Errorf("the log of %s has changed", u.id)}
	}
	return err
}
