package provider

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/callback"
)

// Mailgun's templates, suppressed addresses and events.

// mailgunTemplate is a stored template.
type mailgunTemplate struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Created     string            `json:"createdAt"`
	Text        string            `json:"-"`
	Content     string            `json:"template,omitempty"`
	Headers     map[string]string `json:"headers,omitempty"`
}

func mailgunStored(c *call, name string) (*mailgunTemplate, error) {
	b, ok := c.p.Record("template", strings.ToLower(name))
	var t mailgunTemplate
	if !ok || json.Unmarshal(b, &t) != nil {
		return nil, &mailgunError{http.StatusNotFound, "template not found"}
	}
	return &t, nil
}

// mailgunFill makes the content of a mail of a template.
func mailgunFill(c *call, s *submission, name string, values url.Values) error {
	t, err := mailgunStored(c, name)
	if err != nil {
		return mailgunWrong("template '" + name + "' not found")
	}
	data := map[string]any{}
	for _, field := range []string{"h:X-Mailgun-Variables", "t:variables"} {
		if text := values.Get(field); text != "" && !asJSON(text, &data) {
			return mailgunWrong(field + " parameter is not a valid JSON")
		}
	}
	s.html = fill(t.Content, data, true)
	if s.subject == "" {
		s.subject = fill(t.Headers["Subject"], data, false)
	}
	return nil
}

func mailgunNewTemplate(c *call) error {
	values, _, err := c.form()
	if err != nil {
		return err
	}
	name := strings.ToLower(values.Get("name"))
	if name == "" {
		return mailgunWrong("name parameter is missing")
	}
	if _, err := mailgunStored(c, name); err == nil {
		return mailgunWrong("template with name '" + name + "' already exists")
	}
	t := &mailgunTemplate{Name: name, Description: values.Get("description"), Created: c.u.Now().Format(time.RFC1123), Content: values.Get("template")}
	if text := values.Get("headers"); text != "" && !asJSON(text, &t.Headers) {
		return mailgunWrong("headers parameter is not a valid JSON")
	}
	b, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", name, b); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{"message": "template has been stored", "template": mailgunShown(t)})
	return nil
}

// mailgunShown is a template as the API shows it.
func mailgunShown(t *mailgunTemplate) map[string]any {
	out := map[string]any{"name": t.Name, "description": t.Description, "createdAt": t.Created, "createdBy": "", "id": t.Name}
	if t.Content != "" {
		out["version"] = map[string]any{"tag": "initial", "engine": "handlebars", "template": t.Content, "active": true, "createdAt": t.Created, "id": t.Name, "comment": "", "mjml": ""}
	}
	return out
}

func mailgunTemplates(c *call) error {
	items := []map[string]any{}
	for _, r := range c.p.Records("template") {
		var t mailgunTemplate
		if json.Unmarshal(r.Value, &t) == nil {
			items = append(items, mailgunShown(&t))
		}
	}
	c.answer(http.StatusOK, map[string]any{"items": items, "paging": mailgunPaging(c)})
	return nil
}

func mailgunTemplateGet(c *call) error {
	t, err := mailgunStored(c, c.r.PathValue("name"))
	if err == nil {
		c.answer(http.StatusOK, map[string]any{"template": mailgunShown(t)})
	}
	return err
}

func mailgunTemplateDelete(c *call) error {
	t, err := mailgunStored(c, c.r.PathValue("name"))
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", t.Name, nil); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{"message": "template has been deleted", "template": map[string]string{"name": t.Name}})
	return nil
}

// mailgunPaging leads to pages that are all this one.
func mailgunPaging(c *call) map[string]string {
	here := "http://" + c.r.Host + c.r.URL.Path
	return map[string]string{"first": here, "last": here + "?page=last", "next": here + "?page=next&address=zzzz", "previous": here + "?page=previous"}
}

// mailgunEntry is a suppressed address.
func mailgunEntry(list string, s mailsim.Suppression) map[string]any {
	out := map[string]any{"address": s.Address, "created_at": s.Created.UTC().Format("Mon, 02 Jan 2006 15:04:05 UTC")}
	switch list {
	case "bounces":
		code, text, _ := strings.Cut(s.Why, " ")
		if code == "" {
			code = "550"
		}
		out["code"], out["error"] = code, text
	case "unsubscribes":
		out["tags"] = []string{"*"}
	}
	return out
}

func mailgunList(c *call, list string) error {
	items := []map[string]any{}
	if page := c.r.URL.Query().Get("page"); page == "" || page == "first" {
		for _, s := range c.p.Suppressions(list) {
			if items = append(items, mailgunEntry(list, s)); len(items) >= min(number(c, "limit", 100), 1000) {
				break
			}
		}
	}
	c.answer(http.StatusOK, map[string]any{"items": items, "paging": mailgunPaging(c)})
	return nil
}

func mailgunListAdd(c *call, list string) error {
	type entry struct {
		Address string `json:"address"`
		Error   string `json:"error"`
		Code    any    `json:"code"`
	}
	var add []entry
	if strings.HasPrefix(c.r.Header.Get("Content-Type"), "application/json") {
		if err := c.decode(&add); err != nil {
			return err
		}
	} else {
		values, _, err := c.form()
		if err != nil {
			return err
		}
		add = []entry{{values.Get("address"), values.Get("error"), values.Get("code")}}
	}
	if len(add) > 1000 {
		return mailgunWrong("Batch size should be less than 1000")
	}
	var rows []mailsim.Suppression
	for _, e := range add {
		if !addr.Valid(e.Address) {
			return mailgunWrong("'address' parameter is not a valid address")
		}
		why := strings.TrimSpace(lookup(map[string]any{"c": e.Code}, "c") + " " + e.Error)
		rows = append(rows, mailsim.Suppression{Address: e.Address, Why: why, Origin: "customer"})
	}
	if err := c.p.Suppress(c.ctx(), list, rows...); err != nil {
		return err
	}
	said := map[string]string{"bounces": "Address has been added to the bounces table", "unsubscribes": "Address has been added to the unsubscribes table", "complaints": "Address has been added to the complaints table"}[list]
	if len(add) != 1 {
		said = strings.Replace(said, "Address has", "4 addresses have", 1)
		said = strings.Replace(said, "4", lookup(map[string]any{"n": float64(len(add))}, "n"), 1)
	}
	out := map[string]string{"message": said}
	if len(add) == 1 {
		out["address"] = add[0].Address
	}
	c.answer(http.StatusOK, out)
	return nil
}

func mailgunListClear(c *call, list string) error {
	var all []string
	for _, s := range c.p.Suppressions(list) {
		all = append(all, s.Address)
	}
	if _, err := c.p.Unsuppress(c.ctx(), list, all...); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]string{"message": "Suppressed addresses for this domain have been removed"})
	return nil
}

func mailgunListGet(c *call, list string) error {
	_, s, ok := c.p.Suppressed(c.r.PathValue("address"), list)
	if !ok {
		return &mailgunError{http.StatusNotFound, "Address not found in " + list + " table"}
	}
	c.answer(http.StatusOK, mailgunEntry(list, s))
	return nil
}

func mailgunListDelete(c *call, list string) error {
	gone, err := c.p.Unsuppress(c.ctx(), list, c.r.PathValue("address"))
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		return &mailgunError{http.StatusNotFound, "Address not found in " + list + " table"}
	}
	c.answer(http.StatusOK, map[string]string{"message": "Suppressed address has been removed", "address": gone[0].Address})
	return nil
}

// mailgunEvents lists what became of mails, the newest first.
func mailgunEvents(c *call) error {
	q := c.r.URL.Query()
	items := []map[string]any{}
	all := c.notices(mailsim.ReportAccepted, mailsim.ReportDelivered, mailsim.ReportDeferred, mailsim.ReportBounced, mailsim.ReportDropped, mailsim.ReportComplained, mailsim.ReportOpened, mailsim.ReportClicked, mailsim.ReportUnsubscribed)
	if q.Get("ascending") == "yes" {
		slices.Reverse(all)
	}
	for i := range all {
		e := callback.MailgunEvent(&all[i])
		if e == nil || !among(q.Get("event"), e["event"].(string)) || q.Get("recipient") != "" && addr.Key(q.Get("recipient")) != addr.Key(all[i].Recipient) || q.Get("severity") != "" && e["severity"] != q.Get("severity") {
			continue
		}
		if id := strings.Trim(q.Get("message-id"), "<>"); id != "" && id != strings.Trim(all[i].MessageID, "<>") {
			continue
		}
		if items = append(items, e); len(items) >= min(number(c, "limit", 100), 300) {
			break
		}
	}
	if q.Get("page") != "" {
		items = items[:0]
	}
	c.answer(http.StatusOK, map[string]any{"items": items, "paging": mailgunPaging(c)})
	return nil
}

// among tells whether a filter, such as "failed OR delivered", lets a kind through.
func among(filter, kind string) bool {
	return filter == "" || slices.Contains(strings.Fields(strings.ReplaceAll(filter, " OR ", " ")), kind)
}
