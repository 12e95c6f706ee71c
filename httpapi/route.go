package httpapi

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Route describes an endpoint. The checks of role and plan, the OpenAPI document and the
// reference all come from it.
type Route struct {
	Method  string
	Path    string          // below /api, with {parameters}
	Group   string          // its heading in the reference
	Role    mailsim.Role    // the lowest role allowed; "" needs no key
	Feature mailsim.Feature // the plan's feature that it needs, "" for none
	Go      string          // the method that it calls, of *mailsim.Universe unless another is named
	Summary string          // what it does, with names of fields and parameters in backticks
	Example string          // a query (?limit=10) or a JSON body that works
	// MaxBody bounds the JSON body, in bytes; if Options.MaxBody is lower, that is the bound. 0
	// on routes that carry mail, where only Options.MaxBody counts.
	MaxBody int64

	partly   mailsim.Feature // the plan's feature that a part of it needs
	long     bool            // waits or streams: no write deadline, ended by Shutdown
	costly   bool            // reads whole mails or all mail: a caller has a few at once
	anywhere bool            // concerns no universe: any caller may
	keyed    bool            // not for those without a key, unless they are admins
	gives    []string        // media types of an answer that is a file
	takes    []string        // media types of a body that is not JSON, the example's first
	in       *plan
	out      reflect.Type
	run      func(c *call) error
}

// How many bytes of a body are read for a row that takes no mail: without a key
// hardly more than a name and a password.
const (
	maxPlainBody   = 1 << 20
	maxUnkeyedBody = 4 << 10
)

// call is one request on its way to a universe.
type call struct {
	h   *Handler
	w   http.ResponseWriter
	r   *http.Request
	row *Route
	who mailsim.Caller
	by  string            // names the caller to the limits
	u   *mailsim.Universe // that of the caller
}

func (c *call) ctx() context.Context { return c.r.Context() }

// none is the input of an endpoint that takes nothing.
type none struct{}

// done is the answer of a change that has nothing to show.
type done struct {
	Status string `json:"status"`
}

// ok is done, or the error.
func ok(err error) (done, error) { return done{"ok"}, err }

// route makes a row. In says by its tags what is read from the request: see
// [plan]; Out is the answer.
func route[In, Out any](method, path string, role mailsim.Role, goName, summary string, fn func(c *call, in In) (Out, error)) Route {
	p := planOf(reflect.TypeFor[In]())
	limit := int64(maxPlainBody)
	if role == nobody {
		limit = maxUnkeyedBody
	}
	return Route{
		Method: method, Path: path, Role: role, Go: goName, Summary: summary, MaxBody: limit, in: p, out: reflect.TypeFor[Out](),
		run: func(c *call) error {
			var in In
			if err := p.bind(c, &in); err != nil {
				return err
			}
			out, err := fn(c, in)
			if err != nil {
				return err
			}
			if own, ok := any(out).(responder); ok {
				return own.respond(c.w, c.r)
			}
			return writeJSON(c.w, http.StatusOK, out)
		},
	}
}

func (r Route) example(text string) Route     { r.Example = text; return r }
func (r Route) needs(f mailsim.Feature) Route { r.Feature = f; return r }
func (r Route) partlyNeeds(f mailsim.Feature) Route {
	r.partly = f
	return r
}
func (r Route) answers(t reflect.Type) Route    { r.out = t; return r } // where it writes the JSON itself
func (r Route) takesMail() Route                { r.MaxBody = 0; return r }
func (r Route) takesLong() Route                { r.long = true; return r }
func (r Route) isCostly() Route                 { r.costly = true; return r }
func (r Route) needsKey() Route                 { r.keyed = true; return r }
func (r Route) noUniverse() Route               { r.anywhere = true; return r }
func (r Route) givesType(media ...string) Route { r.gives = media; return r }
func (r Route) takesType(media ...string) Route { r.takes = media; return r }

// and is the row and the same one for another method.
func (r Route) and(method string) []Route {
	other := r
	other.Method = method
	return []Route{r, other}
}

// maxBody is how many bytes of a body are read. Who may send no mail needs no
// room for it, be it in a call to a tool.
func (c *call) maxBody() int64 {
	limit := c.h.opts.MaxBody
	if c.row.MaxBody > 0 {
		limit = min(limit, c.row.MaxBody)
	}
	if c.who != nil && !c.who.Role().Allows(member) {
		limit = min(limit, maxPlainBody)
	}
	return limit
}

// changes reports whether the route may change something.
func (r *Route) changes() bool { return r.Method != http.MethodGet }

// endpoint is one path: its rows by method.
type endpoint map[string]*Route

// allow lists the methods as the header Allow does.
func (e endpoint) allow() string {
	methods := slices.Sorted(maps.Keys(e))
	if e[http.MethodGet] != nil {
		methods = append(methods, http.MethodHead)
	}
	return strings.Join(methods, ", ")
}

// messagePath is where the endpoints of one message begin. What follows is split
// by [splitMessage], since a folder's name may hold slashes.
const messagePath = "/mailboxes/{address}/messages/"

// newMux registers every row and the pages beside the API.
func (h *Handler) newMux() *http.ServeMux {
	mux := http.NewServeMux()
	paths := map[string]endpoint{}
	for _, r := range table() {
		if paths[r.Path] == nil {
			paths[r.Path] = endpoint{}
		}
		paths[r.Path][r.Method] = &r
	}
	messages := map[string]endpoint{}
	for path, e := range paths {
		if tail, ok := strings.CutPrefix(path, messagePath); ok {
			messages[tail] = e
			continue
		}
		mux.HandleFunc("/api"+path, func(w http.ResponseWriter, r *http.Request) { h.serve(e, w, r) })
	}
	mux.HandleFunc("/api"+messagePath+"{rest...}", func(w http.ResponseWriter, r *http.Request) {
		h.serve(messages[splitMessage(r)], w, r)
	})
	mcp := h.mcpEndpoint()
	mux.HandleFunc("/api/mcp", func(w http.ResponseWriter, r *http.Request) { h.serve(mcp, w, r) })
	h.addPages(mux)
	for pattern, mounted := range h.opts.Mount {
		if g, ok := mounted.(*Guarded); ok {
			mounted = h.guard(g)
		}
		mux.Handle(pattern, mounted)
	}
	if h.opts.Mount["/"] != nil {
		return mux
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { h.fail(w, r, errNoPath) })
	return mux
}

// splitMessage takes the rest of a message's path apart from the right, sets the
// path's values, and returns the tail that the table knows it by. A slash in the
// folder's name may be escaped or not.
func splitMessage(r *http.Request) (tail string) {
	_, rest, _ := strings.Cut(r.URL.EscapedPath(), "/messages/")
	tail = "{folder}/{uid}"
	if head, found := strings.CutSuffix(rest, "/raw"); found && namesMessage(head) {
		rest, tail = head, tail+"/raw"
	} else if head, n, found := cutLast(rest); found {
		if head, found := strings.CutSuffix(head, "/attachments"); found && namesMessage(head) {
			r.SetPathValue("n", n)
			rest, tail = head, tail+"/attachments/{n}"
		}
	}
	folder, uid, found := cutLast(rest)
	if !found {
		return ""
	}
	for name, value := range map[string]string{"folder": folder, "uid": uid} {
		value, _ = url.PathUnescape(value) // the server has checked it
		r.SetPathValue(name, value)
	}
	return tail
}

// namesMessage reports whether a path ends in a folder and a UID.
func namesMessage(path string) bool {
	folder, uid, _ := cutLast(path)
	return folder != "" && uid != "" && strings.Trim(uid, "0123456789") == ""
}

// cutLast splits a path at its last slash.
func cutLast(path string) (head, last string, found bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return path, "", false
	}
	return path[:i], path[i+1:], true
}

// serve answers a request to a known path.
func (h *Handler) serve(e endpoint, w http.ResponseWriter, r *http.Request) {
	if e == nil {
		h.fail(w, r, errNoPath)
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	row := e[method]
	if row == nil {
		w.Header().Set("Allow", e.allow())
		writeError(w, http.StatusMethodNotAllowed, "this path takes "+e.allow())
		return
	}
	noteRoute(w, row)
	c := &call{h: h, w: w, r: r, row: row}
	if err := h.admit(c, row); err != nil {
		h.fail(w, r, err)
		return
	}
	if row.long {
		member, ok := h.streams.Enter(h.remote(r), func() {})
		if !ok {
			h.failBusy(w, r, errStreams)
			return
		}
		defer h.streams.Leave(member)
		defer h.stats.enter(row.Path)()
		defer c.unhurried()()
		defer c.stay()()
	}
	if c.fault(row) {
		return
	}
	if row.costly {
		end, err := h.costly.begin(c.ctx(), c.by)
		if err != nil {
			h.failBusy(w, c.r, err)
			return
		}
		defer end()
	}
	if err := row.run(c); err != nil {
		h.fail(w, c.r, cmp.Or(c.revoked(), err))
	}
}

// unhurried lifts the server's deadlines from a request that takes long, and
// ends it when Shutdown begins.
func (c *call) unhurried() (end func()) {
	rc := http.NewResponseController(c.w)
	_ = rc.SetWriteDeadline(time.Time{}) // a server that has none is as well
	_ = rc.SetReadDeadline(time.Time{})
	ctx, cancel := context.WithCancel(c.r.Context())
	stop := context.AfterFunc(c.h.closing, cancel)
	c.r = c.r.WithContext(ctx)
	return func() { stop(); cancel() }
}
