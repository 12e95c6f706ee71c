package mailpit

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// defaultLimit is the length of a page.
const defaultLimit = 50

// page is the part of a list that a request asks for. What makes no sense is passed over.
type page struct {
	start, limit int
	before       time.Time
}

func pageOf(r *http.Request) page {
	q := r.URL.Query()
	p := page{limit: defaultLimit}
	if n, err := strconv.Atoi(q.Get("start")); err == nil && n > 0 {
		p.start = n
	}
	if n, err := strconv.Atoi(q.Get("limit")); err == nil && n >= 0 {
		p.limit = n
	}
	p.before, _ = parseDate(q.Get("before"), time.UTC)
	return p
}

// of is the page of a list.
func (p page) of(list []*entry) []*entry {
	list = list[min(p.start, len(list)):]
	return list[:min(p.limit, len(list))]
}

// summarize is a page with the counts of the whole.
func (v *view) summarize(p page, found []*entry) messagesSummary {
	out := messagesSummary{Total: len(v.list), Unread: v.unread, Start: p.start, Tags: v.tags(), Messages: []summary{}, MessagesCount: len(found)}
	for _, e := range found {
		if !e.read {
			out.MessagesUnread++
		}
	}
	for _, e := range p.of(found) {
		if s, ok := v.summary(e); ok {
			out.Messages = append(out.Messages, s)
		}
	}
	out.Count = len(out.Messages)
	return out
}

func (h *Handler) messages(w http.ResponseWriter, r *http.Request) {
	p := pageOf(r)
	if p.limit == 0 {
		p.start, p.limit = 0, int(^uint(0)>>1)
	}
	var out messagesSummary
	h.locked(func(v *view) {
		out = v.summarize(p, v.choose(nil, p.before))
		out.MessagesCount, out.MessagesUnread = out.Total, out.Unread
	})
	answer(w, out)
}

// queryOf reads the search of a request. It answers itself when there is none.
func queryOf(w http.ResponseWriter, r *http.Request) (query, bool) {
	text := strings.TrimSpace(r.URL.Query().Get("query"))
	if text == "" {
		refuse(w, "Error: no search query")
		return nil, false
	}
	return parseQuery(text, r.URL.Query().Get("tz")), true
}

func (h *Handler) search(w http.ResponseWriter, r *http.Request) {
	q, ok := queryOf(w, r)
	if !ok {
		return
	}
	p := pageOf(r)
	var out messagesSummary
	h.locked(func(v *view) { out = v.summarize(p, v.choose(q, p.before)) })
	answer(w, out)
}

func (h *Handler) deleteSearch(w http.ResponseWriter, r *http.Request) {
	q, has := queryOf(w, r)
	if !has {
		return
	}
	var err error
	h.locked(func(v *view) { err = h.deleteFound(r, v, v.choose(q, time.Time{})) })
	if err != nil {
		refuse(w, plainError(err))
		return
	}
	ok(w)
}

// maxTold is how many deletions are told one by one; more are told as one reload.
const maxTold = 200

// deleteFound deletes messages and tells so.
func (h *Handler) deleteFound(r *http.Request, v *view, list []*entry) error {
	if len(list) == 0 {
		return nil
	}
	if err := h.remove(r.Context(), list); err != nil {
		return err
	}
	if len(list) > maxTold {
		v.quietly(v.sync)
		v.tell("prune", nil)
		return nil
	}
	v.sync()
	return nil
}

// deleteMessages deletes messages by id, all without ids: also when the body is no JSON.
func (h *Handler) deleteMessages(w http.ResponseWriter, r *http.Request) {
	var in struct{ IDs []string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in.IDs) == 0 {
		h.deleteAll(w, r)
		return
	}
	var err error
	h.locked(func(v *view) {
		var list []*entry
		for _, id := range in.IDs {
			if e := v.find(id); e != nil {
				list = append(list, e)
			}
		}
		err = h.deleteFound(r, v, list)
	})
	if err != nil {
		refuse(w, plainError(err))
		return
	}
	ok(w)
}

func (h *Handler) deleteAll(w http.ResponseWriter, r *http.Request) {
	if err := h.clear(r); err != nil {
		refuse(w, plainError(err))
		return
	}
	if isHog(r) {
		w.Header().Set("Content-Type", "text/json")
		w.WriteHeader(http.StatusOK)
		return
	}
	ok(w)
}

// isHog tells MailHog's client for Node from all others: it takes any text that it gets
// for JSON, and names neither itself nor what it accepts.
func isHog(r *http.Request) bool {
	return r.ContentLength == 0 && r.Header.Get("Accept") == "" && r.Header.Get("User-Agent") == ""
}

// clear deletes all messages.
func (h *Handler) clear(r *http.Request) (err error) {
	h.locked(func(v *view) {
		if err = h.remove(r.Context(), v.list); err == nil {
			v.quietly(v.sync)
			v.tell("truncate", nil)
		}
	})
	return err
}

// quietly runs f without telling what it changes, but what is new.
func (v *view) quietly(f func()) {
	tell := v.changed
	if tell != nil {
		v.changed = func(c change) {
			if c.kind == "new" {
				tell(c)
			}
		}
	}
	f()
	v.changed = tell
}

func (h *Handler) setRead(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Read   bool
		IDs    []string
		Search string
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, err.Error())
		return
	}
	if len(in.IDs) > 0 && in.Search != "" {
		refuse(w, "You may specify either IDs or a search query, not both")
		return
	}
	h.locked(func(v *view) {
		switch {
		case in.Search != "":
			v.markRead(v.choose(parseQuery(in.Search, r.URL.Query().Get("tz")), time.Time{}), in.Read)
		case len(in.IDs) > 0:
			for _, id := range in.IDs {
				if e := v.find(id); e != nil {
					v.markRead([]*entry{e}, in.Read)
				}
			}
		default:
			v.quietly(func() { v.markRead(v.list, in.Read) })
			v.tell("stats", nil)
		}
	})
	ok(w)
}

func (h *Handler) allTags(w http.ResponseWriter, _ *http.Request) {
	var tags []string
	h.locked(func(v *view) { tags = v.tags() })
	answer(w, tags)
}

func (h *Handler) setTags(w http.ResponseWriter, r *http.Request) {
	var in struct{ Tags, IDs []string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, err.Error())
		return
	}
	tags := []string{}
	for _, t := range in.Tags[:min(len(in.Tags), maxTags)] {
		if t = cleanTag(t); t != "" {
			tags = append(tags, t)
		}
	}
	h.locked(func(v *view) {
		for _, id := range in.IDs {
			if e := v.find(id); e != nil {
				v.setTags(e, tags)
				v.tell("update", struct {
					ID   string
					Tags []string
				}{e.id, tags})
			}
		}
	})
	ok(w)
}

func (h *Handler) renameTag(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, err.Error())
		return
	}
	h.changeTags(w, func(v *view) error { return v.rename(r.PathValue("tag"), in.Name) })
}

func (h *Handler) deleteTag(w http.ResponseWriter, r *http.Request) {
	h.changeTags(w, func(v *view) error { return v.remove(r.PathValue("tag")) })
}

func (h *Handler) changeTags(w http.ResponseWriter, change func(v *view) error) {
	var err error
	h.locked(func(v *view) {
		if err = change(v); err == nil {
			v.tell("prune", nil)
		}
	})
	if err != nil {
		refuse(w, err.Error())
		return
	}
	ok(w)
}
