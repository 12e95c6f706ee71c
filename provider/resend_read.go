package provider

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/callback"
)

// Resend's mails as they are read, moved and canceled.

// resendShown is a send as the API shows it.
func resendShown(s mailsim.ProviderSend) map[string]any {
	last := map[mailsim.ReportKind]string{
		mailsim.ReportAccepted: "sent", mailsim.ReportDelivered: "delivered", mailsim.ReportDeferred: "delivery_delayed", mailsim.ReportBounced: "bounced", mailsim.ReportDropped: "suppressed",
		mailsim.ReportComplained: "complained", mailsim.ReportOpened: "opened", mailsim.ReportClicked: "clicked", mailsim.ReportScheduled: "scheduled", mailsim.ReportCanceled: "canceled",
	}[s.Last]
	var scheduled any
	if s.Due.After(s.Created) {
		scheduled = s.Due.Format("2006-01-02 15:04:05.000000-07")
	}
	if s.Status == "failed" || s.Status == "canceled" {
		last = s.Status
	}
	tags := []map[string]string{}
	for _, t := range s.Tags {
		name, value, _ := strings.Cut(t, ":")
		tags = append(tags, map[string]string{"name": name, "value": value})
	}
	return map[string]any{
		"object": "email", "id": s.ID, "message_id": s.MessageID, "from": s.Data["from"], "to": linesOf(s.Data["to"]), "cc": linesOf(s.Data["cc"]), "bcc": linesOf(s.Data["bcc"]), "reply_to": linesOf(s.Data["reply_to"]), "subject": s.Subject,
		"created_at": s.Created.Format("2006-01-02 15:04:05.000000-07"), "scheduled_at": scheduled, "last_event": last, "tags": tags,
	}
}

// linesOf are the lines of a text, never nil.
func linesOf(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, "\n")
}

// resendID is the id of the path.
func resendID(c *call) (string, error) {
	id := c.r.PathValue("id")
	if !isUUID(id) {
		return "", &resendError{http.StatusUnprocessableEntity, "invalid_parameter", "The `id` must be a valid UUID."}
	}
	return id, nil
}

func resendGet(c *call) error {
	id, err := resendID(c)
	if err != nil {
		return err
	}
	s, err := c.p.Send(id)
	if err != nil {
		return err
	}
	out := resendShown(s)
	out["html"], out["text"] = c.texts(s.MessageID)
	c.answer(http.StatusOK, out)
	return nil
}

// texts are those of a mail that is there; nil for one that is not.
func (c *call) texts(messageID string) (html, text any) {
	for _, ref := range c.u.FindMessage(messageID) {
		a, err := c.u.Access(ref.Address)
		if err != nil {
			continue
		}
		folder, err := a.Open(ref.Folder)
		if err != nil {
			continue
		}
		if m, ok := folder.Get(ref.UID); ok {
			t, h := m.Texts()
			return h, t
		}
	}
	return nil, nil
}

func resendList(c *call) error {
	q := c.r.URL.Query()
	limit, err := resendLimit(q)
	if err != nil {
		return err
	}
	list := c.p.Sends(q.Get("after"), limit+1)
	if before := q.Get("before"); before != "" {
		list = c.p.Sends("", 1000)
		i := slices.IndexFunc(list, func(s mailsim.ProviderSend) bool { return s.ID == before })
		list = list[:max(i, 0)]
		slices.Reverse(list)
	}
	more := len(list) > limit
	list = list[:min(limit, len(list))]
	if q.Has("before") {
		slices.Reverse(list)
	}
	data := []map[string]any{}
	for _, s := range list {
		data = append(data, resendShown(s))
	}
	c.answer(http.StatusOK, map[string]any{"object": "list", "has_more": more, "data": data})
	return nil
}

func resendMove(c *call) error {
	var in struct {
		At string `json:"scheduled_at"`
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if in.At == "" {
		return resendMissing("scheduled_at")
	}
	at, err := resendTime(in.At, c.u.Now())
	if err != nil {
		return err
	}
	s, err := c.p.Move(c.ctx(), c.r.PathValue("id"), at)
	return resendChanged(c, s, err, "updated")
}

func resendCancel(c *call) error {
	s, err := c.p.Cancel(c.ctx(), c.r.PathValue("id"))
	return resendChanged(c, s, err, "canceled")
}

func resendChanged(c *call, s mailsim.ProviderSend, err error, what string) error {
	if errors.Is(err, mailsim.ErrConflict) {
		return resendWrong("The email cannot be " + what + " because it is not scheduled.")
	}
	if err == nil {
		c.answer(http.StatusOK, map[string]string{"object": "email", "id": s.ID})
	}
	return err
}

// resendReceived is a mail that somebody wrote, by the id of its webhook.
func resendReceived(c *call) error {
	n := callback.ResendInboundEvent(c.r.PathValue("id"))
	if n == 0 {
		return resendNotFound()
	}
	page, err := c.u.EventsAfter(mailsim.EventFilter{After: n - 1, Before: n + 1})
	if err != nil || len(page.Events) != 1 {
		return resendNotFound()
	}
	out := resendInbound(c, &page.Events[0])
	if out == nil {
		return resendNotFound()
	}
	out["object"], out["headers"] = "email", map[string]string{}
	out["html"], out["text"] = c.texts(page.Events[0].MessageID)
	c.answer(http.StatusOK, out)
	return nil
}

// resendInbound is what lists show of a mail that somebody wrote; nil for other events.
func resendInbound(c *call, e *mailsim.Event) map[string]any {
	var from, subject string
	var to, cc []string
	switch d := e.Data.(type) {
	case mailsim.PersonaSent:
		to, cc, subject = d.To, d.CC, d.Subject
		if p, err := c.u.Persona(d.PersonaID); err == nil && len(p.Addresses) > 0 {
			from = p.Addresses[0]
		}
	case mailsim.WorldMail:
		to, from, subject = d.To, d.From, d.Subject
	default:
		return nil
	}
	return map[string]any{
		"id": callback.ResendInboundID(e.ID), "from": from, "to": to, "cc": cc, "bcc": []string{}, "reply_to": []string{}, "subject": subject, "message_id": e.MessageID,
		"created_at": e.At.Format(time.RFC3339), "attachments": []any{},
	}
}

// resendReceivedList lists what people wrote, the newest first.
func resendReceivedList(c *call) error {
	q := c.r.URL.Query()
	limit, err := resendLimit(q)
	if err != nil {
		return err
	}
	var all []mailsim.Event
	for e := range c.u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaSent, mailsim.EventWorldMail}}) {
		all = append(all, e)
	}
	slices.Reverse(all)
	at := func(id string) int {
		n := callback.ResendInboundEvent(id)
		return slices.IndexFunc(all, func(e mailsim.Event) bool { return n > 0 && e.ID == n })
	}
	more := false
	switch after, before := q.Get("after"), q.Get("before"); {
	case before != "":
		all = all[:max(at(before), 0)]
		more = len(all) > limit
		all = all[max(0, len(all)-limit):]
	case after != "":
		i := at(after)
		if i < 0 {
			i = len(all) - 1
		}
		all = all[i+1:]
		fallthrough
	default:
		more = len(all) > limit
		all = all[:min(limit, len(all))]
	}
	data := []map[string]any{}
	for i := range all {
		data = append(data, resendInbound(c, &all[i]))
	}
	c.answer(http.StatusOK, map[string]any{"object": "list", "has_more": more, "data": data})
	return nil
}

// resendLimit is how many a list shows.
func resendLimit(q url.Values) (int, error) {
	limit, err := strconv.Atoi(cmp.Or(q.Get("limit"), "20"))
	switch {
	case err != nil || limit < 1 || limit > 100:
		return 0, resendWrong("The pagination limit must be a number between 1 and 100. See https://resend.com/docs/pagination for more information.")
	case q.Has("after") && q.Has("before"):
		return 0, resendWrong("You can only use either `after` or `before`, not both simultaneously.")
	}
	return limit, nil
}

// resendTime reads an instant: ISO 8601, or such as "in 5 min".
func resendTime(text string, now time.Time) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		f := strings.Fields(strings.ToLower(text))
		n := 0
		if len(f) == 3 && f[0] == "in" {
			n, _ = strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(f[1], "an"), "a"))
			if f[1] == "a" || f[1] == "an" {
				n = 1
			}
			unit := map[string]time.Duration{"s": time.Second, "sec": time.Second, "second": time.Second, "min": time.Minute, "minute": time.Minute, "h": time.Hour, "hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}[strings.TrimSuffix(f[2], "s")]
			at = now.Add(time.Duration(n) * unit)
			if unit == 0 {
				n = 0
			}
		}
		if n <= 0 || n > 100000 {
			return time.Time{}, resendWrong("Invalid `scheduled_at` field. The date must be in ISO 8601 format, or in natural language such as `in 1 min`.")
		}
	}
	if at.Sub(now) > resendAhead {
		return time.Time{}, resendWrong("The `scheduled_at` field must be at most 30 days in the future.")
	}
	return at, nil
}
