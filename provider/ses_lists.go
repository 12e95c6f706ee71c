package provider

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/callback"
)

// SES's account, suppression list, templates and certificate.

func sesAccount(c *call) error {
	c.answer(http.StatusOK, map[string]any{
		"DedicatedIpAutoWarmupEnabled": false, "EnforcementStatus": "HEALTHY", "ProductionAccessEnabled": true, "SendingEnabled": true,
		"SendQuota":             map[string]float64{"Max24HourSend": 50000, "MaxSendRate": 14, "SentLast24Hours": float64(c.sentToday())},
		"SuppressionAttributes": map[string]any{"SuppressedReasons": []string{"BOUNCE", "COMPLAINT"}},
	})
	return nil
}

// sentToday counts the mails of the last day, a thousand at most.
func (c *call) sentToday() (n int) {
	for _, s := range c.p.Sends("", 1000) {
		if c.u.Now().Sub(s.Created).Hours() < 24 {
			n++
		}
	}
	return n
}

// sesReason is why an address is suppressed.
func sesReason(s mailsim.Suppression) string {
	if s.Origin == "complained" || s.Origin == "COMPLAINT" {
		return "COMPLAINT"
	}
	return "BOUNCE"
}

func sesSuppress(c *call) error {
	var in struct{ EmailAddress, Reason string }
	if err := c.decode(&in); err != nil {
		return err
	}
	if !addr.Valid(in.EmailAddress) {
		return sesWrong(sesAddress(in.EmailAddress))
	}
	if in.Reason != "BOUNCE" && in.Reason != "COMPLAINT" {
		return sesWrong("Reason must be BOUNCE or COMPLAINT.")
	}
	if err := c.p.Suppress(c.ctx(), "account", mailsim.Suppression{Address: in.EmailAddress, Origin: in.Reason}); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesEntry is a suppressed address.
func sesEntry(s mailsim.Suppression) map[string]any {
	return map[string]any{"EmailAddress": s.Address, "Reason": sesReason(s), "LastUpdateTime": float64(s.Created.UnixMilli()) / 1000}
}

func sesSuppressed(c *call) error {
	reasons := c.r.URL.Query()["Reason"]
	list := []map[string]any{}
	skip, size := number(c, "NextToken", 0), number(c, "PageSize", 1000)
	next := any(nil)
	for i, s := range c.p.Suppressions("account") {
		if i < skip || len(reasons) > 0 && !slices.Contains(reasons, sesReason(s)) {
			continue
		}
		if len(list) >= max(1, size) {
			next = strconv.Itoa(i)
			break
		}
		list = append(list, sesEntry(s))
	}
	out := map[string]any{"SuppressedDestinationSummaries": list}
	if next != nil {
		out["NextToken"] = next
	}
	c.answer(http.StatusOK, out)
	return nil
}

func sesSuppressedGet(c *call) error {
	_, s, ok := c.p.Suppressed(c.r.PathValue("email"), "account")
	if !ok {
		return sesNotFound("Email address " + c.r.PathValue("email") + " does not exist on your suppression list.")
	}
	e := sesEntry(s)
	e["Attributes"] = map[string]string{"MessageId": s.SendID, "FeedbackId": s.SendID}
	c.answer(http.StatusOK, map[string]any{"SuppressedDestination": e})
	return nil
}

func sesUnsuppress(c *call) error {
	gone, err := c.p.Unsuppress(c.ctx(), "account", c.r.PathValue("email"))
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		return sesNotFound("Email address " + c.r.PathValue("email") + " does not exist on your suppression list.")
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesStore keeps the template of the body under a name.
func sesStore(c *call, name string, in *sesContent) error {
	if name == "" || in == nil {
		return sesWrong("TemplateName and TemplateContent are required.")
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", name, b); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

func sesNewTemplate(c *call) error {
	var in struct {
		TemplateName    string
		TemplateContent *sesContent
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if _, ok := c.p.Record("template", in.TemplateName); ok {
		return &sesError{http.StatusBadRequest, "AlreadyExistsException", "Template " + in.TemplateName + " already exists for account id " + callback.SESAccount + "."}
	}
	return sesStore(c, in.TemplateName, in.TemplateContent)
}

func sesTemplateEdit(c *call) error {
	var in struct{ TemplateContent *sesContent }
	if err := c.decode(&in); err != nil {
		return err
	}
	if _, ok := c.p.Record("template", c.r.PathValue("name")); !ok {
		return sesNotFound("Template " + c.r.PathValue("name") + " does not exist.")
	}
	return sesStore(c, c.r.PathValue("name"), in.TemplateContent)
}

func sesTemplates(c *call) error {
	list := []map[string]any{}
	for _, r := range c.p.Records("template") {
		list = append(list, map[string]any{"TemplateName": r.ID, "CreatedTimestamp": float64(c.u.Now().Unix())})
	}
	c.answer(http.StatusOK, map[string]any{"TemplatesMetadata": list})
	return nil
}

func sesTemplateGet(c *call) error {
	b, ok := c.p.Record("template", c.r.PathValue("name"))
	if !ok {
		return sesNotFound("Template " + c.r.PathValue("name") + " does not exist.")
	}
	c.answer(http.StatusOK, map[string]any{"TemplateName": c.r.PathValue("name"), "TemplateContent": json.RawMessage(b)})
	return nil
}

func sesTemplateDelete(c *call) error {
	if err := c.p.SetRecord(c.ctx(), "template", c.r.PathValue("name"), nil); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesCertificate is that with which notifications are signed: of the universe, or of the
// one of a cell that the file names.
func sesCertificate(c *call) error {
	u, _ := c.h.host.(*mailsim.Universe)
	id := strings.TrimSuffix(strings.TrimPrefix(c.r.PathValue("file"), "SimpleNotificationService-"), ".pem")
	if cell, ok := c.h.host.(*mailsim.Cell); ok {
		if name, err := url.PathUnescape(id); err == nil {
			u, _ = cell.Universe(name)
		}
	}
	if u == nil {
		return errNoRoute
	}
	c.w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = c.w.Write([]byte(u.Provider("ses").Certificate()))
	return nil
}

// sesBulk is SendBulkEmail: each destination succeeds or fails by itself.
func sesBulk(c *call) error {
	var m struct {
		FromEmailAddress     string
		ReplyToAddresses     []string
		ConfigurationSetName string
		DefaultContent       struct{ Template *sesTemplateUse }
		DefaultEmailTags     []struct{ Name, Value string }
		BulkEmailEntries     []struct {
			Destination             sesDestination
			ReplacementTags         []struct{ Name, Value string }
			ReplacementEmailContent *struct {
				ReplacementTemplate struct{ ReplacementTemplateData string }
			}
		}
	}
	if err := c.decode(&m); err != nil {
		return err
	}
	switch {
	case m.DefaultContent.Template == nil:
		return sesWrong("DefaultContent.Template is required.")
	case len(m.BulkEmailEntries) == 0 || len(m.BulkEmailEntries) > sesRecipients:
		return sesWrong("BulkEmailEntries must have 1 to 50 entries.")
	}
	if err := c.each(len(m.BulkEmailEntries)); err != nil {
		return err
	}
	out := []map[string]any{}
	for _, entry := range m.BulkEmailEntries {
		use := *m.DefaultContent.Template
		one := sesRequest{FromEmailAddress: m.FromEmailAddress, Destination: entry.Destination, ReplyToAddresses: m.ReplyToAddresses, ConfigurationSetName: m.ConfigurationSetName}
		one.EmailTags = append(slices.Clone(m.DefaultEmailTags), entry.ReplacementTags...)
		if r := entry.ReplacementEmailContent; r != nil && r.ReplacementTemplate.ReplacementTemplateData != "" {
			data, own := map[string]any{}, map[string]any{}
			if len(use.TemplateData) > sesTemplateData || len(r.ReplacementTemplate.ReplacementTemplateData) > sesTemplateData {
				return sesWrong("Template data must be at most 262144 bytes.")
			}
			if use.TemplateData != "" && !asJSON(use.TemplateData, &data) || !asJSON(r.ReplacementTemplate.ReplacementTemplateData, &own) {
				return sesWrong("Template data is not valid JSON.")
			}
			for k, v := range own {
				data[k] = v
			}
			b, err := json.Marshal(data)
			if err != nil {
				return err
			}
			use.TemplateData = string(b)
		}
		one.Content.Template = &use
		out = append(out, one.bulk(c))
	}
	c.answer(http.StatusOK, map[string]any{"BulkEmailEntryResults": out})
	return nil
}

// bulk sends one of many.
func (m *sesRequest) bulk(c *call) map[string]any {
	s, err := m.submission(c)
	if err == nil {
		var sent mailsim.ProviderSend
		if sent, err = c.submit(s); err == nil {
			return map[string]any{"Status": "SUCCESS", "MessageId": sent.ID}
		}
	}
	e := sesOf(c, err)
	status := map[string]string{"NotFoundException": "TEMPLATE_NOT_FOUND", "MessageRejected": "MESSAGE_REJECTED"}[e.kind]
	if status == "" {
		status = "INVALID_PARAMETER"
	}
	return map[string]any{"Status": status, "Error": e.text}
}
