package mailsimtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// Connect returns the same helpers for a universe on a running server, such as mailsimd. An
// empty url or key is read from SERVICE_URL and SERVICE_API_KEY; if there is no key there
// either, requests carry none, as for a server with -open. What needs the universe in the
// process (Site, Every, Fork, the acts of a Person, in-memory listeners) fails the test and
// says so. The function given to Idle is called when an advance has ended. The universe stays
// as it is when the test ends. Nobody else may use it meanwhile: waits could return their mail.
// A request that the server refuses for now (429) is made again when the server says so, for at
// most 30 seconds or, in a wait, until the wait times out.
//
// mailsimd offers STARTTLS with a certificate of its own, which net/smtp does not trust. For
// a program that uses it, start mailsimd with -starttls never, or send with [Server.SendMail].
func Connect(t TB, url, key string) *Server {
	t.Helper()
	r := &remote{
		base: strings.TrimRight(cmp.Or(url, os.Getenv("SERVICE_URL")), "/"), key: cmp.Or(key, os.Getenv("SERVICE_API_KEY")),
		client: &http.Client{}, marks: map[mailsim.Mark]places{},
	}
	s := &Server{core: &core{world: r, conf: &config{timeout: defaultTimeout}}, t: t}
	if r.base == "" {
		t.Fatalf("mailsimtest: no server: give its URL, or set SERVICE_URL and SERVICE_API_KEY")
		return s
	}
	r.client.Transport = &keyed{key: r.key, next: &http.Transport{}}
	r.fail = func(err error) { t.Helper(); s.must("server "+r.base, err) }
	if err := r.call(context.Background(), "GET", "/connection", nil, nil, &r.connection); err != nil {
		t.Fatalf("mailsimtest: connect to %s: %v", r.base, err)
		return s
	}
	s.began = r.Mark()
	t.Cleanup(func() {
		if t.Failed() {
			s.explain()
		}
		s.Close()
	})
	return s
}

// remote is a universe that a server holds.
type remote struct {
	base, key  string
	client     *http.Client
	fail       func(error) // fails the test, where a method returns no error
	connection mailsim.Connection

	mu    sync.Mutex
	marks map[mailsim.Mark]places
	idle  []*func(context.Context)
}

// places are the newest UIDs of the folders that waits look at. The API has no
// finer place than an event; with these, mail filed without one is not missed.
type places map[boxFolder]uint32

// longestWait is how long a call waits for a server that takes no more requests, in all.
const longestWait = 30 * time.Second

// call makes a request. It is made again when the server has taken too many, at the time
// that the server says, unless that is too late.
func (r *remote) call(ctx context.Context, method, path string, query url.Values, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	u := r.base + "/api" + path
	if len(query) > 0 {
		u += "?" + query.Encode()
	}
	end := time.Now().Add(longestWait)
	if limit, ok := ctx.Deadline(); ok && limit.Before(end) {
		end = limit
	}
	for {
		status, after, data, err := r.once(ctx, method, u, body)
		if err != nil {
			return err
		}
		if status == http.StatusOK {
			return decode(data, out)
		}
		wait, told := retryIn(after)
		if status != http.StatusTooManyRequests || !told || time.Now().Add(wait).After(end) {
			return remoteError(status, data)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// retryIn reads Retry-After, which is seconds in what our server sends. It is never nothing at all,
// so that no server is asked without a pause.
func retryIn(after string) (time.Duration, bool) {
	n, err := strconv.ParseUint(after, 10, 16)
	return max(time.Duration(n)*time.Second, 10*time.Millisecond), err == nil
}

// once makes a request once.
func (r *remote) once(ctx context.Context, method, u string, body []byte) (status int, retryAfter string, data []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, method, u, bytes.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := r.client.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer res.Body.Close()
	data, err = io.ReadAll(res.Body)
	return res.StatusCode, res.Header.Get("Retry-After"), data, err
}

// decode reads an answer.
func decode(data []byte, out any) error {
	if raw, ok := out.(*[]byte); ok {
		*raw = data
		return nil
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(data, out)
}

// kinds of errors by status.
var kinds = map[int]mailsim.Kind{
	400: mailsim.ErrInvalid, 401: mailsim.ErrUnauthorized, 402: mailsim.ErrPlan, 403: mailsim.ErrForbidden, 404: mailsim.ErrNotFound,
	408: mailsim.ErrTimeout, 409: mailsim.ErrConflict, 429: mailsim.ErrTooMany,
	503: mailsim.ErrUnavailable, 507: mailsim.ErrFull,
}

func remoteError(status int, body []byte) error {
	var e struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &e) != nil || e.Error == "" {
		e.Error = fmt.Sprintf("%d %s", status, http.StatusText(status))
	}
	return &mailsim.Error{Kind: cmp.Or(kinds[status], mailsim.ErrInternal), Message: e.Error}
}

// read is a call that fails the test.
func read[T any](r *remote, path string, query url.Values) (out T) {
	if err := r.call(context.Background(), "GET", path, query, nil, &out); err != nil {
		r.fail(err)
	}
	return out
}

// do is a call with a body and an answer.
func do[T any](ctx context.Context, r *remote, method, path string, in any) (out T, err error) {
	err = r.call(ctx, method, path, nil, in, &out)
	return out, err
}

func (r *remote) Seed() string   { return "(the server's)" }
func (r *remote) Now() time.Time { return read[mailsim.Clock](r, "/clock", nil).Now }
func (r *remote) Close() error   { r.client.CloseIdleConnections(); return nil }

func (r *remote) OnIdle(f func(context.Context)) (stop func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own := &f
	r.idle = append(r.idle, own)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.idle = slices.DeleteFunc(slices.Clone(r.idle), func(f *func(context.Context)) bool { return f == own })
	}
}

func (r *remote) advance(ctx context.Context, how map[string]any) (mailsim.Advanced, error) {
	out, err := do[mailsim.Advanced](ctx, r, "POST", "/clock/advance", how)
	r.mu.Lock()
	idle := slices.Clone(r.idle)
	r.mu.Unlock()
	for _, f := range idle {
		(*f)(ctx)
	}
	return out, err
}

func (r *remote) Advance(ctx context.Context, d time.Duration) (mailsim.Advanced, error) {
	if d%time.Second == 0 {
		return r.advance(ctx, map[string]any{"by": fmt.Sprintf("%ds", d/time.Second)})
	}
	return r.AdvanceTo(ctx, r.Now().Add(d))
}

func (r *remote) AdvanceTo(ctx context.Context, t time.Time) (mailsim.Advanced, error) {
	return r.advance(ctx, map[string]any{"to": t})
}

// Settle runs what is due at the instant at which the clock stands.
func (r *remote) Settle(ctx context.Context) error {
	clock := read[mailsim.Clock](r, "/clock", nil)
	if !clock.Frozen {
		return nil
	}
	_, err := r.AdvanceTo(ctx, clock.Now)
	return err
}

// advanceUntil goes from job to job.
func (r *remote) advanceUntil(limit time.Duration, holds func() bool) (bool, error) {
	end := r.Now().Add(limit)
	for !holds() {
		jobs, err := r.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Limit: 1})
		if err != nil {
			return false, err
		}
		to := end
		if len(jobs) > 0 && jobs[0].Due.Before(end) {
			to = jobs[0].Due
		}
		if at := r.Now(); to.Before(at) {
			to = at
		}
		if _, err := r.AdvanceTo(context.Background(), to); err != nil {
			return false, err
		}
		if to.Equal(end) {
			return holds(), nil
		}
	}
	return true, nil
}

func (r *remote) CreatePersona(ctx context.Context, p mailsim.Persona) (mailsim.Persona, error) {
	return do[mailsim.Persona](ctx, r, "POST", "/personas", p)
}

func (r *remote) UpdatePersona(ctx context.Context, id string, p mailsim.PersonaPatch) (mailsim.Persona, error) {
	return do[mailsim.Persona](ctx, r, "PATCH", "/personas/"+url.PathEscape(id), p)
}

func (r *remote) PersonaByAddress(address string) (mailsim.Persona, error) {
	for _, p := range read[[]mailsim.Persona](r, "/personas", nil) {
		if slices.ContainsFunc(p.Addresses, func(a string) bool { return addr.Key(a) == addr.Key(address) }) {
			return p, nil
		}
	}
	return mailsim.Persona{}, mailsim.ErrNotFound
}

func (r *remote) Act(context.Context, string, mailsim.Act) (mailsim.Job, error) {
	return mailsim.Job{}, errNotRemote
}

func (r *remote) CreateLogin(ctx context.Context, n mailsim.NewLogin) (mailsim.Login, error) {
	n.AllowSMTP, n.AllowIMAP = cmp.Or(n.AllowSMTP, new(true)), cmp.Or(n.AllowIMAP, new(true)) // null would be false
	return do[mailsim.Login](ctx, r, "POST", "/accounts", n)
}

func (r *remote) UpdateLogin(ctx context.Context, address string, p mailsim.LoginPatch) (mailsim.Login, error) {
	return do[mailsim.Login](ctx, r, "PATCH", "/accounts/"+url.PathEscape(address), p)
}

func (r *remote) Login(address string) (mailsim.Login, error) {
	for _, l := range read[[]mailsim.Login](r, "/accounts", nil) {
		if addr.Key(l.Address) == addr.Key(address) && l.HasPassword {
			return l, nil
		}
	}
	return mailsim.Login{}, mailsim.ErrNotFound
}

func (r *remote) Send(ctx context.Context, m mailsim.Outgoing) (string, error) {
	if len(m.Header) > 0 {
		return "", fmt.Errorf("further header fields: %w", errNotRemote)
	}
	out, err := do[struct {
		MessageID string `json:"message_id"`
	}](ctx, r, "POST", "/send", m)
	return out.MessageID, err
}

func (r *remote) Mailboxes() []mailsim.Mailbox { return read[[]mailsim.Mailbox](r, "/mailboxes", nil) }

func (r *remote) Jobs(f mailsim.JobFilter) (out []mailsim.Job, err error) {
	q := url.Values{}
	for name, v := range map[string]string{"state": string(f.State), "kind": string(f.Kind), "persona_id": f.PersonaID} {
		if v != "" {
			q.Set(name, v)
		}
	}
	if f.Limit > 0 {
		q.Set("limit", strconv.Itoa(f.Limit))
	}
	err = r.call(context.Background(), "GET", "/jobs", q, nil, &out)
	return out, err
}

func (r *remote) SetRecipients(ctx context.Context, v mailsim.Recipients) (mailsim.Recipients, error) {
	return do[mailsim.Recipients](ctx, r, "PUT", "/recipients", v)
}

func (r *remote) SetFaults(ctx context.Context, v mailsim.Faults) (mailsim.Faults, error) {
	v.Scenarios = nil
	return do[mailsim.Faults](ctx, r, "PUT", "/faults", v)
}

func (r *remote) SetWorld(ctx context.Context, v mailsim.World) (mailsim.World, error) {
	return do[mailsim.World](ctx, r, "PUT", "/world", v)
}

func (r *remote) Webhooks() []mailsim.Webhook { return read[[]mailsim.Webhook](r, "/webhooks", nil) }

func (r *remote) SetWebhooks(ctx context.Context, list []mailsim.Webhook) ([]mailsim.Webhook, error) {
	return do[[]mailsim.Webhook](ctx, r, "PUT", "/webhooks", list)
}

// Transcripts are not part of the API.
func (r *remote) Transcripts() []mailsim.Transcript { return nil }
