package provider

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/callback"
)

// Postmark's bounces, suppressions and templates.

// notices are what the provider reported of some kinds, the newest first.
func (c *call) notices(kinds ...mailsim.ReportKind) (out []callback.Notice) {
	for e, r := range mailsim.EventsOf[mailsim.MailReport](c.u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventMailReport}})) {
		if r.Provider == c.door.name && slices.Contains(kinds, r.Kind) {
			out = append(out, callback.Notice{
				Event: e.ID, Kind: string(r.Kind), At: e.At, Recipient: r.Recipient, MessageID: r.MessageID, From: r.From, To: r.To, Subject: r.Subject, SendID: r.SendID, SentAt: r.SentAt,
				Status: string(r.Status), Reply: r.Reply, List: r.List, URL: r.URL, UserAgent: r.UserAgent, Tags: r.Tags, Data: r.Data,
			})
		}
	}
	slices.Reverse(out)
	return out
}

// postmarkBounceList are the bounces, as the API shows them.
func postmarkBounceList(c *call) (out []map[string]any) {
	for _, n := range c.notices(mailsim.ReportBounced, mailsim.ReportComplained) {
		b := callback.PostmarkBounce(&n)
		delete(b, "RecordType")
		stream := n.Data["stream"]
		if stream == "" {
			stream = "outbound"
		}
		b["MessageStream"], b["Tag"] = stream, strings.Join(n.Tags, ",")
		_, _, still := c.p.Suppressed(n.Recipient, postmarkList(stream))
		b["Inactive"] = still
		out = append(out, b)
	}
	return out
}

func postmarkBounces(c *call) error {
	q := c.r.URL.Query()
	list := []map[string]any{}
	for _, b := range postmarkBounceList(c) {
		if t := q.Get("type"); t != "" && b["Type"] != t {
			continue
		}
		if f := q.Get("emailFilter"); f != "" && !strings.Contains(b["Email"].(string), f) {
			continue
		}
		if id := q.Get("messageID"); id != "" && b["MessageID"] != id {
			continue
		}
		if on := q.Get("inactive"); on != "" && b["Inactive"] != (on == "true") {
			continue
		}
		list = append(list, b)
	}
	total, offset, count := len(list), number(c, "offset", 0), min(number(c, "count", 100), 500)
	list = list[min(offset, total):]
	c.answer(http.StatusOK, map[string]any{"TotalCount": total, "Bounces": list[:min(count, len(list))]})
	return nil
}

// postmarkBounce is the bounce of the path.
func postmarkBounce(c *call) (map[string]any, error) {
	for _, b := range postmarkBounceList(c) {
		if strconv.FormatInt(b["ID"].(int64), 10) == c.r.PathValue("id") {
			return b, nil
		}
	}
	return nil, postmarkWrong(1001, "The bounce was not found.")
}

func postmarkBounceGet(c *call) error {
	b, err := postmarkBounce(c)
	if err == nil {
		c.answer(http.StatusOK, b)
	}
	return err
}

// postmarkActivate lets an address be sent to again.
func postmarkActivate(c *call) error {
	b, err := postmarkBounce(c)
	if err != nil {
		return err
	}
	if b["CanActivate"] != true {
		return postmarkWrong(1003, "Cannot activate bounce.")
	}
	if _, err := c.p.Unsuppress(c.ctx(), postmarkList(b["MessageStream"].(string)), b["Email"].(string)); err != nil {
		return err
	}
	b["Inactive"], b["CanActivate"] = false, false
	c.answer(http.StatusOK, map[string]any{"Message": "OK", "Bounce": b})
	return nil
}

func postmarkStats(c *call) error {
	counts, inactive := map[string]int{}, 0
	for _, b := range postmarkBounceList(c) {
		counts[b["Name"].(string)]++
		if b["Inactive"] == true {
			inactive++
		}
	}
	total := 0
	list := []map[string]any{{"Name": "All", "Count": 0}}
	for _, name := range []string{"Hard bounce", "Soft bounce", "DNS error", "ISP block", "Spam complaint"} {
		if n := counts[name]; n > 0 {
			list, total = append(list, map[string]any{"Name": name, "Count": n}), total+n
		}
	}
	list[0]["Count"] = total
	c.answer(http.StatusOK, map[string]any{"InactiveMails": inactive, "Bounces": list})
	return nil
}

// postmarkReasons are why an address is suppressed, by its origin.
func postmarkReason(s mailsim.Suppression) (reason, origin string) {
	switch s.Origin {
	case "complained":
		return "SpamComplaint", "Recipient"
	case "unsubscribed":
		return "ManualSuppression", "Recipient"
	case "customer":
		return "ManualSuppression", "Customer"
	}
	return "HardBounce", "Recipient"
}

func postmarkDump(c *call) error {
	q := c.r.URL.Query()
	out := []map[string]string{}
	for _, s := range c.p.Suppressions(postmarkList(c.r.PathValue("stream"))) {
		reason, origin := postmarkReason(s)
		if r := q.Get("SuppressionReason"); r != "" && r != reason {
			continue
		}
		if a := q.Get("EmailAddress"); a != "" && addr.Key(a) != addr.Key(s.Address) {
			continue
		}
		out = append(out, map[string]string{"EmailAddress": s.Address, "SuppressionReason": reason, "Origin": origin, "CreatedAt": postmarkTime(s.Created)})
	}
	c.answer(http.StatusOK, map[string]any{"Suppressions": out})
	return nil
}

func postmarkSuppress(c *call, on bool) error {
	var in struct {
		Suppressions []struct{ EmailAddress string }
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	switch n := len(in.Suppressions); {
	case n == 0:
		return postmarkWrong(1409, "A proper request body must be provided.")
	case n > 50:
		return postmarkWrong(1410, "You cannot provide more than the maximum number of suppressions for this request.")
	}
	list := postmarkList(c.r.PathValue("stream"))
	out := []map[string]any{}
	for _, one := range in.Suppressions {
		row := map[string]any{"EmailAddress": one.EmailAddress, "Status": map[bool]string{true: "Suppressed", false: "Deleted"}[on], "Message": nil}
		var err error
		switch {
		case !addr.Valid(one.EmailAddress):
			row["Status"], row["Message"] = "Failed", "An invalid email address was provided."
		case on:
			err = c.p.Suppress(c.ctx(), list, mailsim.Suppression{Address: one.EmailAddress, Origin: "customer"})
		default:
			if _, s, ok := c.p.Suppressed(one.EmailAddress, list); ok && s.Origin == "complained" {
				row["Status"], row["Message"] = "Failed", "You do not have the required authority to change this suppression."
				break
			}
			_, err = c.p.Unsuppress(c.ctx(), list, one.EmailAddress)
		}
		if err != nil {
			return err
		}
		out = append(out, row)
	}
	c.answer(http.StatusOK, map[string]any{"Suppressions": out})
	return nil
}

// postmarkTemplate is a stored template.
type postmarkTemplate struct {
	TemplateID         int64 `json:"TemplateId"`
	Name               string
	Subject            string
	HTMLBody           string `json:"HtmlBody"`
	TextBody           string
	Alias              string
	AssociatedServerID int `json:"AssociatedServerId"`
	Active             bool
	TemplateType       string
	LayoutTemplate     *string
}

// find is the template of an id or alias.
func postmarkFind(c *call, id string) (*postmarkTemplate, error) {
	if b, ok := c.p.Record("template", id); ok {
		var t postmarkTemplate
		if json.Unmarshal(b, &t) == nil {
			return &t, nil
		}
	}
	for _, r := range c.p.Records("template") {
		var t postmarkTemplate
		if json.Unmarshal(r.Value, &t) == nil && t.Alias != "" && t.Alias == id {
			return &t, nil
		}
	}
	if _, err := strconv.ParseInt(id, 10, 64); err != nil {
		return nil, postmarkWrong(1101, "The Template's 'Alias' associated with this request is not valid or was not found.")
	}
	return nil, postmarkWrong(1101, "The 'TemplateId' associated with this request is not valid or was not found.")
}

// template makes the content of a mail of the template that it names.
func (m *postmarkRequest) template(c *call, s *submission) error {
	id := m.TemplateID.String()
	if m.TemplateAlias != "" {
		id = m.TemplateAlias
	}
	if id == "" {
		if strings.Contains(c.r.URL.Path, "emplate") {
			return postmarkWrong(1101, "A valid 'TemplateId' or 'TemplateAlias' is required.")
		}
		return nil
	}
	t, err := postmarkFind(c, id)
	if err != nil {
		return err
	}
	if m.TemplateModel == nil {
		return postmarkWrong(1120, "A required Template field is missing: 'TemplateModel'.")
	}
	s.subject, s.text, s.html = fill(t.Subject, m.TemplateModel, false), fill(t.TextBody, m.TemplateModel, false), fill(t.HTMLBody, m.TemplateModel, true)
	return nil
}

func (t *postmarkTemplate) store(c *call) error {
	b, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return c.p.SetRecord(c.ctx(), "template", strconv.FormatInt(t.TemplateID, 10), b)
}

func (t *postmarkTemplate) brief() map[string]any {
	return map[string]any{"TemplateId": t.TemplateID, "Name": t.Name, "Alias": t.Alias, "Active": true, "TemplateType": t.TemplateType, "LayoutTemplate": nil}
}

func postmarkNewTemplate(c *call) error {
	t := &postmarkTemplate{}
	if err := c.decode(t); err != nil {
		return err
	}
	if t.Name == "" {
		return postmarkWrong(1120, "A required Template field is missing: 'Name'.")
	}
	if t.Alias != "" {
		if _, err := postmarkFind(c, t.Alias); err == nil {
			return postmarkWrong(1122, "The template alias '"+t.Alias+"' is already in use.")
		}
	}
	t.TemplateID, t.Active, t.AssociatedServerID = 1, true, 23
	for _, r := range c.p.Records("template") {
		if n, err := strconv.ParseInt(r.ID, 10, 64); err == nil {
			t.TemplateID = max(t.TemplateID, n+1)
		}
	}
	if t.TemplateType == "" {
		t.TemplateType = "Standard"
	}
	if err := t.store(c); err != nil {
		return err
	}
	c.answer(http.StatusOK, t.brief())
	return nil
}

func postmarkTemplates(c *call) error {
	list := []map[string]any{}
	for _, r := range c.p.Records("template") {
		var t postmarkTemplate
		if json.Unmarshal(r.Value, &t) == nil {
			list = append(list, t.brief())
		}
	}
	c.answer(http.StatusOK, map[string]any{"TotalCount": len(list), "Templates": list})
	return nil
}

func postmarkTemplateGet(c *call) error {
	t, err := postmarkFind(c, c.r.PathValue("id"))
	if err == nil {
		c.answer(http.StatusOK, t)
	}
	return err
}

func postmarkTemplateEdit(c *call) error {
	t, err := postmarkFind(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	id := t.TemplateID
	if err := c.decode(t); err != nil {
		return err
	}
	t.TemplateID = id
	if err := t.store(c); err != nil {
		return err
	}
	c.answer(http.StatusOK, t.brief())
	return nil
}

func postmarkTemplateDelete(c *call) error {
	t, err := postmarkFind(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", strconv.FormatInt(t.TemplateID, 10), nil); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{"ErrorCode": 0, "Message": "Template " + strconv.FormatInt(t.TemplateID, 10) + " removed."})
	return nil
}

// postmarkDetails is a mail that was sent, with what became of it.
func postmarkDetails(c *call) error {
	s, err := c.p.Send(c.r.PathValue("id"))
	if err != nil {
		return &postmarkError{http.StatusNotFound, 701, "This message was not found."}
	}
	events := []map[string]any{}
	for _, n := range c.notices(mailsim.ReportDelivered, mailsim.ReportBounced, mailsim.ReportOpened, mailsim.ReportClicked) {
		if n.SendID == s.ID {
			kind := map[string]string{"delivered": "Delivered", "bounced": "Bounced", "opened": "Opened", "clicked": "LinkClicked"}[n.Kind]
			events = append(events, map[string]any{"Recipient": n.Recipient, "Type": kind, "ReceivedAt": postmarkTime(n.At), "Details": map[string]string{"DeliveryMessage": n.Reply}})
		}
	}
	slices.Reverse(events)
	c.answer(http.StatusOK, map[string]any{"MessageID": s.ID, "Recipients": s.To, "From": s.From, "Subject": s.Subject, "Status": "Sent", "ReceivedAt": postmarkTime(s.Created), "Tag": strings.Join(s.Tags, ","), "MessageEvents": events, "MessageStream": s.Data["stream"]})
	return nil
}
