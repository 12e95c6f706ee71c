package provider

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// SendGrid's lists of suppressed addresses, and templates.

// sendgridEntry is a suppressed address as lists show it.
func sendgridEntry(s mailsim.Suppression) map[string]any {
	status := ""
	if f := strings.Fields(s.Why); len(f) > 1 {
		status = f[1]
	}
	return map[string]any{"created": s.Created.Unix(), "email": s.Address, "reason": s.Why, "status": status}
}

// sendgridList lists one, by start_time, end_time, limit and offset.
func sendgridList(c *call, list string) error {
	q := c.r.URL.Query()
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(q.Get(name)); err == nil && n >= 0 {
			return n
		}
		return usual
	}
	from, to, limit, offset := number("start_time", 0), number("end_time", math.MaxInt), number("limit", 500), number("offset", 0)
	out := []map[string]any{}
	for _, s := range c.p.Suppressions(list) {
		if at := s.Created.Unix(); at < int64(from) || at > int64(to) || q.Get("email") != "" && !strings.HasPrefix(s.Address, q.Get("email")) {
			continue
		}
		if offset > 0 {
			offset--
			continue
		}
		if len(out) < min(limit, 500) {
			out = append(out, sendgridEntry(s))
		}
	}
	c.answer(http.StatusOK, out)
	return nil
}

func sendgridListGet(c *call, list string) error {
	out := []map[string]any{}
	if _, s, ok := c.p.Suppressed(c.r.PathValue("email"), list); ok {
		out = append(out, sendgridEntry(s))
	}
	c.answer(http.StatusOK, out)
	return nil
}

func sendgridListDelete(c *call, list string) error {
	gone, err := c.p.Unsuppress(c.ctx(), list, c.r.PathValue("email"))
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		return sendgridWrong(http.StatusNotFound, "", "resource not found")
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// sendgridListClear takes the named addresses off a list, or all.
func sendgridListClear(c *call, list string) error {
	var in struct {
		All    bool     `json:"delete_all"`
		Emails []string `json:"emails"`
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if in.All {
		for _, s := range c.p.Suppressions(list) {
			in.Emails = append(in.Emails, s.Address)
		}
	}
	if _, err := c.p.Unsuppress(c.ctx(), list, in.Emails...); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// sendgridAdd puts the addresses of the body on a list.
func sendgridAdd(c *call, list string) error {
	var in struct {
		Emails []string `json:"recipient_emails"`
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	var add []mailsim.Suppression
	for _, a := range in.Emails {
		if !addr.Valid(a) {
			return sendgridWrong(http.StatusBadRequest, "recipient_emails", "invalid email address")
		}
		add = append(add, mailsim.Suppression{Address: a, Origin: "unsubscribed"})
	}
	if err := c.p.Suppress(c.ctx(), list, add...); err != nil {
		return err
	}
	c.answer(http.StatusCreated, map[string]any{"recipient_emails": in.Emails})
	return nil
}

func sendgridGlobalAdd(c *call) error { return sendgridAdd(c, "unsubscribes") }

func sendgridGlobalGet(c *call) error {
	out := map[string]string{}
	if _, s, ok := c.p.Suppressed(c.r.PathValue("email"), "unsubscribes"); ok {
		out["recipient_email"] = s.Address
	}
	c.answer(http.StatusOK, out)
	return nil
}

func sendgridGroupAdd(c *call) error { return sendgridAdd(c, "group:"+c.r.PathValue("id")) }

func sendgridGroupGet(c *call) error {
	out := []string{}
	for _, s := range c.p.Suppressions("group:" + c.r.PathValue("id")) {
		out = append(out, s.Address)
	}
	c.answer(http.StatusOK, out)
	return nil
}

// sendgridTemplate is a stored template.
type sendgridTemplate struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Generation string             `json:"generation"`
	Updated    string             `json:"updated_at"`
	Versions   []*sendgridVersion `json:"versions"`
}

// sendgridVersion is one form of it.
type sendgridVersion struct {
	ID         string `json:"id"`
	TemplateID string `json:"template_id"`
	Active     int    `json:"active"`
	Name       string `json:"name"`
	Subject    string `json:"subject"`
	HTML       string `json:"html_content"`
	Plain      string `json:"plain_content"`
	Updated    string `json:"updated_at"`
}

// apply makes the content of a mail of a template.
func (v *sendgridVersion) apply(s *submission, data map[string]any) {
	if v.Subject != "" {
		s.subject = fill(v.Subject, data, false)
	}
	s.text, s.html = fill(v.Plain, data, false), fill(v.HTML, data, true)
}

// template is the active version of the template that a request names, nil for none.
func (m *sendgridRequest) template(c *call) (*sendgridVersion, error) {
	if m.TemplateID == "" {
		return nil, nil
	}
	e := &sendgridErrors{status: http.StatusBadRequest}
	t, err := sendgridStored(c, m.TemplateID)
	if err != nil {
		if !isUUID(m.TemplateID) && !(strings.HasPrefix(m.TemplateID, "d-") && len(m.TemplateID) == 34) {
			e.add("template_id", "message.template_id", "The template_id must be a valid GUID, you provided '"+m.TemplateID+"'.")
		} else {
			e.add("template_id", "message.template_id", "The Template ID must be a valid template id for your account. You provided "+m.TemplateID+".")
		}
		return nil, e
	}
	for _, v := range t.Versions {
		if v.Active == 1 {
			return v, nil
		}
	}
	e.add("template_id", "message.template_id", "Must be a valid template.")
	return nil, e
}

func sendgridStored(c *call, id string) (*sendgridTemplate, error) {
	b, ok := c.p.Record("template", id)
	var t sendgridTemplate
	if !ok || json.Unmarshal(b, &t) != nil {
		return nil, sendgridWrong(http.StatusNotFound, "", "template not found")
	}
	return &t, nil
}

func sendgridStore(c *call, t *sendgridTemplate) error {
	b, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return c.p.SetRecord(c.ctx(), "template", t.ID, b)
}

func sendgridNewTemplate(c *call) error {
	var in struct {
		Name       string `json:"name"`
		Generation string `json:"generation"`
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if in.Name == "" || len(in.Name) > 100 {
		return sendgridWrong(http.StatusBadRequest, "name", "name is required and must be at most 100 characters")
	}
	d, err := c.p.Draft(c.ctx(), "template")
	if err != nil {
		return err
	}
	t := &sendgridTemplate{ID: asUUID(d.ID), Name: in.Name, Generation: "legacy", Updated: d.Now.Format(time.DateTime), Versions: []*sendgridVersion{}}
	if in.Generation == "dynamic" {
		t.ID, t.Generation = "d-"+d.ID, "dynamic"
	}
	if err := sendgridStore(c, t); err != nil {
		return err
	}
	c.answer(http.StatusCreated, t)
	return nil
}

func sendgridNewVersion(c *call) error {
	t, err := sendgridStored(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	active := 1
	v := &sendgridVersion{}
	in := struct {
		*sendgridVersion
		Active *int `json:"active"`
	}{v, &active}
	if err := c.decode(&in); err != nil {
		return err
	}
	if in.Active != nil {
		active = *in.Active
	}
	d, err := c.p.Draft(c.ctx(), "template")
	if err != nil {
		return err
	}
	v.ID, v.TemplateID, v.Active, v.Updated = asUUID(d.ID), t.ID, active, d.Now.Format(time.DateTime)
	for _, old := range t.Versions {
		if active == 1 {
			old.Active = 0
		}
	}
	t.Versions = append(t.Versions, v)
	if err := sendgridStore(c, t); err != nil {
		return err
	}
	c.answer(http.StatusCreated, v)
	return nil
}

func sendgridTemplates(c *call) error {
	list := []*sendgridTemplate{}
	for _, r := range c.p.Records("template") {
		var t sendgridTemplate
		if json.Unmarshal(r.Value, &t) == nil {
			list = append(list, &t)
		}
	}
	c.answer(http.StatusOK, map[string]any{"result": list, "templates": list, "_metadata": map[string]int{"count": len(list)}})
	return nil
}

func sendgridTemplateGet(c *call) error {
	t, err := sendgridStored(c, c.r.PathValue("id"))
	if err == nil {
		c.answer(http.StatusOK, t)
	}
	return err
}

// sendgridTemplateName gives a template another name.
func sendgridTemplateName(c *call) error {
	t, err := sendgridStored(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	var in struct {
		Name string `json:"name"`
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if in.Name == "" || len(in.Name) > 100 {
		return sendgridWrong(http.StatusBadRequest, "name", "name is required and must be at most 100 characters")
	}
	t.Name, t.Updated = in.Name, c.u.Now().Format(time.DateTime)
	if err := sendgridStore(c, t); err != nil {
		return err
	}
	c.answer(http.StatusOK, t)
	return nil
}

func sendgridTemplateDelete(c *call) error {
	if _, err := sendgridStored(c, c.r.PathValue("id")); err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", c.r.PathValue("id"), nil); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}
