package httpapi

import (
	"github.com/mailsim/mailsim"
)

// All mail of a universe, and what happened to it.

func mailsRoutes() []Route {
	return []Route{
		route(get, "/mails", viewer, "Mails", "Lists all mail, newest first. Each mail is listed once, with its copies.",
			func(c *call, in mailList) (mailsim.MailPage, error) { return c.u.Mails(c.ctx(), in.filter()) }).
			example("?address=app@ours.test&origin=app,person&limit=50").isCostly(),
		route(get, "/mails/{id}", viewer, "Mail", "Shows a whole mail: envelope, header, parts, texts, what happened to it for each recipient, and what is planned.",
			func(c *call, in mailID) (mailsim.MailDetail, error) { return c.u.Mail(c.ctx(), in.ID) }).isCostly(),
		route(get, "/mails/{id}/html", viewer, "MailHTML", "Returns the mail's sanitized HTML as a document for a sandboxed frame. It runs no scripts. It loads nothing unless `images` is true.",
			(*call).mailHTML).example("?theme=dark").givesType(htmlType).isCostly(),
		route(patch, "/mails/{id}", member, "UpdateMail", "Marks all copies of a mail read or unread.",
			func(c *call, in mailChange) (mailsim.Mail, error) { return c.u.UpdateMail(c.ctx(), in.ID, in.Body) }).
			example(`{"seen": true}`),
		route(del, "/mails/{id}", member, "DeleteMail", "Deletes a mail from all folders and cancels what people had planned because of it.",
			func(c *call, in mailID) (done, error) { return ok(c.u.DeleteMail(c.ctx(), in.ID)) }),
		route(get, "/threads/{id}", viewer, "Conversation", "Shows the conversation that a mail belongs to, from all mailboxes, oldest first, and what is planned. Each mail is listed once.",
			func(c *call, in mailID) (mailsim.Conversation, error) { return c.u.Conversation(c.ctx(), in.ID) }).isCostly(),
		route(get, "/story", viewer, "Story", "Tells in sentences what happened. Can be limited to one case, person, mail or conversation.",
			(*call).story).example("?case_id=order-4711&limit=100").isCostly(),
		route(post, "/notes", member, "Note", "Adds a line to the story, such as what a test is about to do.",
			func(c *call, in note) (done, error) { return ok(c.u.Note(c.ctx(), in.Body.Text)) }).
			example(`{"text": "The shop is opened for the day."}`),
		route(get, "/transcripts", viewer, "Transcripts", "Lists the latest protocol sessions, newest first, with secrets masked.",
			(*call).transcripts).example("?limit=20").isCostly(),
	}
}

type mailList struct {
	Q         string  `query:"q" doc:"a query as for /search"`
	Address   string  `query:"address" doc:"only mail with a copy in this mailbox"`
	PersonaID string  `query:"persona_id" doc:"only mail of which this person has a copy"`
	CaseID    string  `query:"case_id" doc:"only mail that was linked to this case"`
	Thread    string  `query:"thread" doc:"only mail of the conversation with this Message-ID at its root"`
	Origin    origins `query:"origin" doc:"one or more of 'app', 'person', 'world', 'system', 'filed', separated by commas"`
	Unread    bool    `query:"unread" doc:"1: only mail with an unread copy"`
	Before    string  `query:"before" doc:"the field 'next' from the previous page's answer"`
	Limit     limit   `query:"limit" doc:"default 50, at most 1000"`
}

// origins is a comma list of origins of mail.
type origins []mailsim.MailOrigin

func (o *origins) parse(text string) error {
	for _, name := range list(text) {
		*o = append(*o, mailsim.MailOrigin(name))
	}
	return nil
}

func (l mailList) filter() mailsim.MailFilter {
	return mailsim.MailFilter{
		Query: l.Q, Address: l.Address, PersonaID: l.PersonaID, CaseID: l.CaseID, Thread: l.Thread, Origins: l.Origin, Unread: l.Unread,
		Before: l.Before, Limit: int(l.Limit),
	}
}

type mailID struct {
	ID string `path:"id"`
}

type mailChange struct {
	ID   string            `path:"id"`
	Body mailsim.MailPatch `body:""`
}

type storyOf struct {
	CaseID    string `query:"case_id"`
	PersonaID string `query:"persona_id"`
	MessageID string `query:"message_id" doc:"with its angle brackets"`
	Thread    string `query:"thread" doc:"the Message-ID at the root of a conversation"`
	After     *int64 `query:"after" doc:"only what happened after this event, oldest first; by default the newest lines"`
	Before    int64  `query:"before" doc:"only what happened before this event"`
	Limit     limit  `query:"limit" doc:"lines; default 200, at most 1000"`
}

func (c *call) story(in storyOf) (mailsim.Story, error) {
	f := mailsim.StoryFilter{
		CaseID: in.CaseID, PersonaID: in.PersonaID, MessageID: in.MessageID, Thread: in.Thread, Before: in.Before, Limit: int(in.Limit),
	}
	if in.After != nil {
		f.After, f.Onward = *in.After, true
	}
	return c.u.Story(c.ctx(), f)
}

type note struct {
	Body struct {
		Text string `json:"text"`
	} `body:"" required:"text"`
}

type transcriptsOf struct {
	Mail  string `query:"mail" doc:"only the session that brought the mail with this id"`
	Limit limit  `query:"limit" doc:"the maximum number, up to 1000; default all"`
}

func (c *call) transcripts(in transcriptsOf) ([]mailsim.Transcript, error) {
	return newestTranscripts(c.u.Transcripts(), in.Mail, int(in.Limit)), nil
}
