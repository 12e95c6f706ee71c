package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// One table calls every route and, beside it, the Go method that it stands for.
// It is told through both doors, which must answer the same (TestDoors), and by
// two tenants of a cell, who must not hear of each other (TestIsolation).

// step is a request of the story. In it @ stands for the teller's word and $name
// for what an earlier step has caught.
type step struct {
	method, path, body string
	catch              string // "name=path.in.answer", with commas
	shows              bool   // the answer holds the word
	call               func(n *teller, body string) (any, error)
}

// teller is who tells the story: over HTTP with a key, or in Go.
type teller struct {
	t    *testing.T
	u    *mailsim.Universe
	key  string
	word string
	vars map[string]string // caught from answers

	alien []string // what must not be seen: another's word, ids and secrets
	mu    sync.Mutex
	calls []string // that its webhook got
}

// Ways to write what Go answers as HTTP does.

func of[T any](v T, err error) (any, error)  { return v, err }
func only[T any](v T) (any, error)           { return v, nil }
func did(err error) (any, error)             { return ok(err) }
func sent(id string, err error) (any, error) { return sentMail{"sent", id}, err }

// body reads a step's body as what Go takes.
func bodyOf[T any](n *teller, text string) (v T) {
	n.t.Helper()
	require.NoError(n.t, json.Unmarshal([]byte(text), &v), text)
	return v
}

var (
	annaFirst = mailsim.Ref{Address: "anna@client.test", Folder: "INBOX", UID: 1}
	box       = "/mailboxes/anna@client.test/messages"
)

// story makes all that a universe can hold.
var story = []step{
	{post, "/personas", `{"name": "Anna @", "addresses": ["anna@client.test"], "who": "@ who", "external_ids": {"crm": "@-1"}, "timing": {"reply_rate": 1}, "style": {"signature": "@ sign"}}`, "person=id", true,
		func(n *teller, b string) (any, error) {
			return of(n.u.CreatePersona(n.t.Context(), bodyOf[mailsim.Persona](n, b)))
		}},
	{get, "/personas", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Personas()) }},
	{get, "/personas/$person", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Persona(n.vars["person"])) }},
	{patch, "/personas/$person", `{"role": "@ role"}`, "", true, updatePersona},
	{put, "/personas/$person", `{"org": "@ org"}`, "", true, updatePersona},
	{get, "/temperaments", "", "", false, func(*teller, string) (any, error) { return only(mailsim.Temperaments()) }},
	{put, "/cases/c1", `{"title": "@ order", "facts": {"carrier": "@"}, "addresses": ["anna@client.test"]}`, "", true,
		func(n *teller, b string) (any, error) {
			return of(n.u.PushCase(n.t.Context(), "c1", bodyOf[mailsim.CasePatch](n, b)))
		}},
	{get, "/cases", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Cases()) }},
	{get, "/cases/c1", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Case("c1")) }},
	{post, "/personas/$person/memory", `{"text": "@ note", "case_id": "c1"}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.AddMemory(n.t.Context(), n.vars["person"], bodyOf[mailsim.Note](n, b)))
	}},
	{post, "/memory/by-external", `{"system": "crm", "id": "@-1", "text": "@ signed"}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.AddMemoryByExternal(n.t.Context(), "crm", n.word+"-1", mailsim.Note{Text: n.word + " signed"}))
	}},
	{get, "/personas/$person/memory", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Memory(n.vars["person"])) }},
	{post, "/accounts", `{"address": "desk@ours.test", "password": "@ password", "username": "desk", "note": "@ note"}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.CreateLogin(n.t.Context(), bodyOf[mailsim.NewLogin](n, b)))
	}},
	{patch, "/accounts/desk@ours.test", `{"display_name": "@ desk"}`, "", true, updateLogin},
	{put, "/accounts/desk@ours.test", `{"note": "@ again"}`, "", true, updateLogin},
	{get, "/accounts", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Logins()) }},
	{post, "/accounts/desk@ours.test/check", `{"password": "@ password"}`, "", false, func(n *teller, b string) (any, error) {
		return of(n.u.CheckPassword(n.t.Context(), "desk@ours.test", bodyOf[mailsim.PasswordCheck](n, b)))
	}},
	{put, "/accounts/desk@ours.test/signature", `{"signature": "@ team"}`, "", true, func(n *teller, b string) (any, error) {
		text, err := n.u.SetSignature(n.t.Context(), "desk@ours.test", n.word+" team")
		return signature{text}, err
	}},
	{get, "/accounts/desk@ours.test/signature", "", "", true, func(n *teller, _ string) (any, error) {
		text, err := n.u.Signature("desk@ours.test")
		return signature{text}, err
	}},
	{put, "/webhooks", `[{"name": "@ hook", "url": "http://hooks.test/@", "secret": "@ secret"}]`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.SetWebhooks(n.t.Context(), bodyOf[[]mailsim.Webhook](n, b)))
	}},
	{get, "/webhooks", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Webhooks()) }},
	{post, "/webhooks/replay", `{"name": "@ hook", "events": [1]}`, "", false, func(n *teller, _ string) (any, error) {
		return did(n.u.ReplayWebhook(n.t.Context(), n.word+" hook", 1))
	}},
	{put, "/recipients", `{"domains": {"@.test": {"create": false}}, "status": {"gone@@.test": "full"}, "seed": "@"}`, "", true, func(n *teller, _ string) (any, error) {
		refuse := mailsim.DefaultRule()
		refuse.Create = new(false)
		return of(n.u.SetRecipients(n.t.Context(), mailsim.Recipients{Default: mailsim.DefaultRule(), Seed: n.word,
			Domains: map[string]mailsim.Rule{n.word + ".test": refuse}, Status: map[string]mailsim.MailboxStatus{"gone@" + n.word + ".test": "full"}}))
	}},
	{get, "/recipients", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Recipients()) }},
	{put, "/links", `{"deny": ["*.@.test"]}`, "", true, func(n *teller, _ string) (any, error) {
		p := mailsim.DefaultLinkPolicy()
		p.Deny = []string{"*." + n.word + ".test"}
		return of(n.u.SetLinks(n.t.Context(), p))
	}},
	{get, "/links", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Links()) }},
	{put, "/retention", `{"mail_days": 90, "event_days": 90}`, "", false, func(n *teller, b string) (any, error) {
		return of(n.u.SetRetention(n.t.Context(), bodyOf[mailsim.Retention](n, b)))
	}},
	{get, "/retention", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Retention()) }},
	{put, "/world", `{"company": {"name": "@ Ltd", "domain": "ours.test"}, "streams": [{"id": "s1", "kind": "custom", "brief": "@ brief", "per_day": 2, "enabled": true, "to": ["desk@ours.test"]}]}`, "", true,
		func(n *teller, b string) (any, error) {
			world, err := n.u.SetWorld(n.t.Context(), bodyOf[mailsim.World](n, b))
			return worldSet{world}, err
		}},
	{get, "/world", "", "", true, func(n *teller, _ string) (any, error) {
		return only(worldShown{n.u.World(), mailsim.StreamKinds()})
	}},
	{put, "/faults", `{"rules": [{"name": "@ fault", "where": "smtp", "at": "rcpt", "kind": "tempfail", "text": "4.3.0 @"}]}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.SetFaults(n.t.Context(), bodyOf[mailsim.Faults](n, b)))
	}},
	{get, "/faults", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Faults()) }},
	{post, "/keys", `{"name": "@ key", "role": "viewer"}`, "secret=key,prefix=prefix", true, func(n *teller, _ string) (any, error) {
		secret, k, err := n.u.CreateKey(n.t.Context(), n.word+" key", viewer)
		return newKey{secret, k}, err
	}},
	{get, "/keys", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Keys()) }},
	{post, "/send", `{"from": "desk@ours.test", "to": ["anna@client.test"], "subject": "@ question", "text": "@: is Tuesday fine?", "attachments": [{"filename": "@.txt", "content_type": "text/plain", "data": "YQ=="}]}`, "mid=message_id", false,
		sendMail},
	{post, "/send", `{"from": "shop@ours.test", "to": ["anna@client.test"], "subject": "@ offer", "text": "@ and more"}`, "", false, sendMail},
	{post, "/inject", `{"to": "desk@ours.test", "from": "old@client.test", "subject": "@ old", "text": "@ code 482913", "folder": "Box @"}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.Inject(n.t.Context(), bodyOf[mailsim.Inject](n, b)))
	}},
	{get, "/mailboxes", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Mailboxes()) }},
	{get, "/mailboxes/desk@ours.test/folders", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Folders("desk@ours.test")) }},
	{get, box, "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Messages("anna@client.test", mailsim.MessageFilter{}))
	}},
	{get, box + "/INBOX/1", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Message(n.t.Context(), annaFirst, mailsim.ViewOptions{}))
	}},
	{get, box + "/INBOX/1/raw", "", "", true, func(n *teller, _ string) (any, error) {
		raw, err := n.u.Raw(n.t.Context(), annaFirst)
		return file{data: raw}, err
	}},
	{get, box + "/INBOX/1/attachments/0", "", "", false, func(n *teller, _ string) (any, error) { // its header is looked at too
		a, err := n.u.Attachment(n.t.Context(), annaFirst, 0)
		return file{data: a.Data}, err
	}},
	{patch, box + "/INBOX/2", `{"seen": true, "move_to": "Box @"}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.UpdateMessage(n.t.Context(), mailsim.Ref{Address: "anna@client.test", Folder: "INBOX", UID: 2}, bodyOf[mailsim.MessagePatch](n, b)))
	}},
	{put, "/mailboxes/anna@client.test/status", `{"status": "ok"}`, "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.SetMailboxStatus(n.t.Context(), "anna@client.test", "ok"))
	}},
	{get, "/threads?address=desk@ours.test", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Threads("desk@ours.test")) }},
	{get, "/search?q=question", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Search(n.t.Context(), "question", mailsim.SearchFilter{}))
	}},
	{get, "/mails?q=question", "", "mail=mails.0.id", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Mails(n.t.Context(), mailsim.MailFilter{Query: "question"}))
	}},
	{get, "/mails/$mail", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Mail(n.t.Context(), n.vars["mail"])) }},
	{get, "/mails/$mail/html", "", "", true, func(n *teller, _ string) (any, error) {
		return of(newFrame(n.t.Context(), n.u, mailFrame{ID: n.vars["mail"]}))
	}},
	{patch, "/mails/$mail", `{"seen": true}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.UpdateMail(n.t.Context(), n.vars["mail"], bodyOf[mailsim.MailPatch](n, b)))
	}},
	{get, "/threads/$mail", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Conversation(n.t.Context(), n.vars["mail"]))
	}},
	{post, "/notes", `{"text": "@ begins"}`, "", false, func(n *teller, _ string) (any, error) { return did(n.u.Note(n.t.Context(), n.word+" begins")) }},
	{get, "/story?case_id=c1", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Story(n.t.Context(), mailsim.StoryFilter{CaseID: "c1"}))
	}},
	{get, "/transcripts", "", "", false, func(n *teller, _ string) (any, error) {
		return only(newestTranscripts(n.u.Transcripts(), "", 0))
	}},
	{get, "/inspect?message_id=$mid", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Inspect(n.t.Context(), n.vars["mid"]))
	}},
	{post, "/shares", `{"address": "anna@client.test", "folder": "INBOX", "uid": 1}`, "share=id", false, func(n *teller, _ string) (any, error) {
		return of(n.u.CreateShare(n.t.Context(), annaFirst, 0))
	}},
	{get, "/shares", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Shares()) }},
	{post, "/extract", `{"text": "@ code 482913"}`, "", true, func(n *teller, _ string) (any, error) {
		e := mailsim.ExtractFrom(n.word+" code 482913", "")
		return extracted{newFound(e), e.Text}, nil
	}},
	{get, "/jobs?kind=reply", "", "job=0.id", false, func(n *teller, _ string) (any, error) {
		return of(n.u.Jobs(mailsim.JobFilter{Kind: "reply"}))
	}},
	{get, "/jobs/$job", "", "", false, func(n *teller, _ string) (any, error) { return of(n.u.Job(n.vars["job"])) }},
	{patch, "/jobs/$job", `{"due": "2026-01-05T10:00:00Z"}`, "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.MoveJob(n.t.Context(), n.vars["job"], start.Add(time.Hour)))
	}},
	{post, "/jobs/$job/run", "", "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.RunJob(n.t.Context(), n.vars["job"]))
	}},
	{get, "/wait/reply?from=anna@client.test&in_reply_to=$mid", "", "", true, func(n *teller, _ string) (any, error) {
		return of(newArrival(n.u.WaitReply(n.t.Context(), n.u.Mark(), mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: n.vars["mid"]})))
	}},
	{get, "/wait?to=desk@ours.test&folder=Box+@&existing=true", "", "", true, func(n *teller, _ string) (any, error) {
		return of(newArrival(n.u.WaitNewest(n.t.Context(), mailsim.Match{To: "desk@ours.test", Folder: "Box " + n.word})))
	}},
	{get, "/jobs?kind=world&state=pending", "", "inbound=0.id", false, func(n *teller, _ string) (any, error) {
		return of(n.u.Jobs(mailsim.JobFilter{Kind: "world", State: mailsim.StatePending}))
	}},
	{post, "/jobs/$inbound/skip", "", "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.SkipJob(n.t.Context(), n.vars["inbound"]))
	}},
	{post, "/world/streams/s1/send", "", "", false, func(n *teller, _ string) (any, error) {
		return sent(n.u.SendStream(n.t.Context(), "s1"))
	}},
	{post, "/personas/learn", `{"address": "shop@ours.test", "paused": true}`, "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.LearnPersona(n.t.Context(), "shop@ours.test", true))
	}},
	{get, "/personas/$person/relations", "", "", false, func(n *teller, _ string) (any, error) { return of(n.u.Relations(n.vars["person"])) }},
	{get, "/ai", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.AI()) }},
	{put, "/ai", `{"mode": "off"}`, "", false, func(n *teller, _ string) (any, error) { return of(n.u.SetAI(n.t.Context(), false)) }},
	{get, "/pace", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Pace()) }},
	{post, "/clock/freeze", `{}`, "", false, func(n *teller, _ string) (any, error) { return of(n.u.Freeze(n.t.Context(), true)) }},
	{post, "/clock/speed", `{"factor": 2}`, "", false, func(n *teller, _ string) (any, error) { return of(n.u.SetSpeed(n.t.Context(), 2)) }},
	{post, "/clock/advance", `{"by": "3d"}`, "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.Advance(n.t.Context(), 72*time.Hour))
	}},
	{get, "/clock", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Clock()) }},
	{get, "/events?limit=1000", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Events(mailsim.EventFilter{Limit: 1000}))
	}},
	{get, "/insights", "", "", false, func(n *teller, _ string) (any, error) { return of(n.u.Insights(mailsim.InsightFilter{})) }},
	{get, "/status", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Status()) }},
	{get, "/connection", "", "", false, func(n *teller, _ string) (any, error) { return only(n.u.Connection()) }},
	{get, "/connection/cert", "", "", false, func(n *teller, _ string) (any, error) { return only(file{data: n.u.Certificate()}) }},
	{get, "/me", "", "", false, func(n *teller, _ string) (any, error) { return only(n.caller().Me()) }},
	{get, "/universes", "", "", false, func(n *teller, _ string) (any, error) { return only(n.caller().Universes()) }},
	{put, "/relay", `{"block": ["@.test"]}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.SetRelay(n.t.Context(), mailsim.RelayRules{Block: []string{n.word + ".test"}}))
	}},
	{get, "/relay", "", "", true, func(n *teller, _ string) (any, error) { return only(n.u.Relay()) }},
	{post, "/release", `{"ref": {"address": "anna@client.test", "folder": "INBOX", "uid": 1}, "to": ["kim@client.test"], "wait": true}`, "", false, func(n *teller, b string) (any, error) {
		return of(n.u.Release(n.t.Context(), bodyOf[mailsim.Release](n, b)))
	}},
	{post, "/mailboxes/desk@ours.test/release", `{"folder": "Trash"}`, "", false, func(n *teller, b string) (any, error) {
		return of(n.u.ReleaseMailbox(n.t.Context(), "desk@ours.test", bodyOf[mailsim.MailboxRelease](n, b)))
	}},
	{post, "/providers/sendgrid/suppressions", `{"list": "group:@", "addresses": ["@@client.test"]}`, "", true, func(n *teller, b string) (any, error) {
		return of(n.u.Suppress(n.t.Context(), "sendgrid", "group:"+n.word, n.word+"@client.test"))
	}},
	{get, "/providers/sendgrid/suppressions", "", "", true, func(n *teller, _ string) (any, error) { return of(n.u.Suppressions("sendgrid", "")) }},
	{del, "/providers/sendgrid/suppressions?address=@@client.test", "", "", true, func(n *teller, _ string) (any, error) {
		return of(n.u.Unsuppress(n.t.Context(), "sendgrid", "", n.word+"@client.test"))
	}},
	{get, "/providers/sendgrid/sends", "", "", false, func(n *teller, _ string) (any, error) {
		return of(n.u.ProviderSends("sendgrid", mailsim.ProviderSendFilter{}))
	}},
	{get, "/openapi.json", "", "", false, func(n *teller, _ string) (any, error) { return of(New(n.u, Options{}).document()) }},
	{put, "/pace", `{"factor": 7}`, "", false, func(n *teller, b string) (any, error) {
		return of(n.u.SetPace(n.t.Context(), bodyOf[mailsim.Pace](n, b)))
	}},
}

// ending takes what the story made away again.
var ending = []step{
	{post, "/retention/prune", "", "", false, func(n *teller, _ string) (any, error) { return of(n.u.Prune(n.t.Context())) }},
	{del, "/shares/$share", "", "", false, func(n *teller, _ string) (any, error) { return did(n.u.DeleteShare(n.t.Context(), n.vars["share"])) }},
	{del, "/mails/$mail", "", "", false, func(n *teller, _ string) (any, error) { return did(n.u.DeleteMail(n.t.Context(), n.vars["mail"])) }},
	{del, "/keys/$prefix", "", "", false, func(n *teller, _ string) (any, error) { return did(n.u.DeleteKey(n.t.Context(), n.vars["prefix"])) }},
	{del, "/personas/$person/memory", "", "", false, func(n *teller, _ string) (any, error) {
		return did(n.u.ClearMemory(n.t.Context(), n.vars["person"]))
	}},
	{del, "/personas/$person/relations", "", "", false, func(n *teller, _ string) (any, error) {
		return did(n.u.ForgetRelations(n.t.Context(), n.vars["person"]))
	}},
	{del, "/cases/c1", "", "", false, func(n *teller, _ string) (any, error) { return did(n.u.DeleteCase(n.t.Context(), "c1")) }},
	{del, "/personas/$person", "", "", false, func(n *teller, _ string) (any, error) {
		return did(n.u.DeletePersona(n.t.Context(), n.vars["person"]))
	}},
	{del, "/accounts/desk@ours.test", "", "", false, func(n *teller, _ string) (any, error) {
		return did(n.u.DisableLogin(n.t.Context(), "desk@ours.test"))
	}},
	{post, "/reset", "", "", false, func(n *teller, _ string) (any, error) { return of(n.u.Reset(n.t.Context())) }},
}

func updatePersona(n *teller, b string) (any, error) {
	return of(n.u.UpdatePersona(n.t.Context(), n.vars["person"], bodyOf[mailsim.PersonaPatch](n, b)))
}

func updateLogin(n *teller, b string) (any, error) {
	return of(n.u.UpdateLogin(n.t.Context(), "desk@ours.test", bodyOf[mailsim.LoginPatch](n, b)))
}

func sendMail(n *teller, b string) (any, error) {
	return sent(n.u.Send(n.t.Context(), bodyOf[mailsim.Outgoing](n, b)))
}

// caller is who shows the teller's key.
func (n *teller) caller() mailsim.Caller {
	who, err := n.u.Authenticate(n.t.Context(), mailsim.Credentials{Key: n.key})
	require.NoError(n.t, err)
	return who
}

// fill puts the word and what was caught into a text. The signs of the story's
// own addresses stay.
func (n *teller) fill(text string) string {
	text = strings.NewReplacer("@client", "\x00client", "@ours", "\x00ours", "gone@", "gone\x00").Replace(text)
	text = strings.ReplaceAll(text, "@", n.word)
	for name, value := range n.vars {
		text = strings.ReplaceAll(text, "$"+name, url.PathEscape(value))
	}
	return strings.ReplaceAll(text, "\x00", "@")
}

// overHTTP makes a step by the API.
func (n *teller) overHTTP(w *world, s step) *reply {
	n.t.Helper()
	r := w.request("", s.method, "/api"+n.fill(s.path), n.fill(s.body))
	r.Header.Set("Authorization", "Bearer "+n.key)
	got := w.do(r).ok()
	n.remember(s, got)
	return got
}

// inGo makes a step by the method.
func (n *teller) inGo(s step) *reply {
	n.t.Helper()
	v, err := s.call(n, n.fill(s.body))
	require.NoError(n.t, err, "%s %s", s.method, s.path)
	got := &reply{t: n.t, Status: http.StatusOK}
	switch v := v.(type) {
	case file:
		got.Body = v.data
	case document:
		got.Body = v
	case frame:
		got.Body = v.page
	default:
		got.Body, err = json.Marshal(v)
		require.NoError(n.t, err)
	}
	n.remember(s, got)
	return got
}

func (n *teller) remember(s step, got *reply) {
	n.t.Helper()
	if s.shows {
		assert.Contains(n.t, string(got.Body), n.word, "%s %s", s.method, s.path)
	}
	for _, name := range list(s.catch) {
		name, path, _ := strings.Cut(name, "=")
		n.vars[name], _ = got.at(path).(string)
	}
}

// rowName names the row that answers a step.
func (s step) rowName() string {
	path, _, _ := strings.Cut(s.path, "?")
	row := rowOf(s.method, "/api"+path)
	return row.Method + " " + row.Path
}

// TestStory: no route is left out of the table. People's are in TestPeople, the
// live stream in TestStream, archives in TestTransfer, what doors of providers were given in TestProviders.
func TestStory(t *testing.T) {
	t.Parallel()
	told := map[string]bool{"POST /signin": true, "POST /session": true, "POST /signout": true, "POST /pass": true, "GET /events/stream": true, "POST /import": true, "GET /export": true, "GET /providers/{provider}/sends/{id}": true, "DELETE /providers/{provider}/sends/{id}": true}
	for _, s := range append(story, ending...) {
		told[s.rowName()] = true
		assert.NotNil(t, s.call, s.rowName())
	}
	for _, r := range table() {
		assert.True(t, told[r.Method+" "+r.Path], "the story never calls %s %s", r.Method, r.Path)
	}
}

var madeKey = regexp.MustCompile(`ms_[A-Z0-9]+`)

// plain is an answer without what crypto/rand made.
func (n *teller) plain(r *reply) string {
	text := madeKey.ReplaceAllString(string(r.Body), "$$key")
	if share := n.vars["share"]; share != "" {
		text = strings.ReplaceAll(text, share, "$share")
	}
	return text
}

// gone is a relay that takes all mail.
type gone struct{}

func (gone) Relay(context.Context, string, []string, io.Reader) error { return nil }

// TestDoors tells the story over HTTP and in Go: each answer, and the log of what
// came of it, must be the same.
func TestDoors(t *testing.T) {
	t.Parallel()
	var both [2]*teller
	var w *world
	for i := range both {
		w = newWorld(t, mailsim.Options{ID: "u_doors", Relay: gone{}})
		w.u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		w.u.AnnounceCertificate(certificate(t))
		both[i] = &teller{t: t, u: w.u, key: w.keys[admin], word: "qorvimex", vars: map[string]string{}}
	}
	inGo, overHTTP := both[0], both[1]
	for _, s := range append(story, ending...) {
		want, got := inGo.plain(inGo.inGo(s)), overHTTP.plain(overHTTP.overHTTP(w, s))
		if json.Valid([]byte(want)) {
			require.JSONEq(t, want, got, s.rowName())
		} else {
			require.Equal(t, want, got, s.rowName())
		}
	}
	for _, n := range both {
		require.NoError(t, n.u.Settle(t.Context()))
	}
	assert.Equal(t, inGo.plain(inGo.inGo(step{call: func(n *teller, _ string) (any, error) { return of(n.u.Events(mailsim.EventFilter{})) }})),
		overHTTP.plain(overHTTP.inGo(step{call: func(n *teller, _ string) (any, error) { return of(n.u.Events(mailsim.EventFilter{})) }})))
}

// TestPeople signs in, makes a pass and signs out through both doors; each
// session opens what the other door asks for.
func TestPeople(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{Passes: true}, Options{NoLimit: true})
	kim := mailsim.OrgUser{Email: "kim@one.test", Password: "a long password", Role: admin}
	require.NoError(t, cell.SetUser(t.Context(), "one", kim))
	ask := func(method, path, session string) *reply {
		r := w.request("", method, path, "")
		r.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
		r.Header.Set(universeHeader, "u_one")
		return w.do(r)
	}
	enter := map[string]func() string{
		"HTTP": func() string {
			in := w.as("", post, "/api/signin", `{"email": "kim@one.test", "password": "a long password"}`).ok()
			return (&http.Response{Header: in.Header}).Cookies()[0].Value
		},
		"Go": func() string {
			session, err := cell.SignIn(t.Context(), kim.Email, kim.Password, "192.0.2.1")
			require.NoError(t, err)
			return session
		},
	}
	makePass := map[string]func(session string) string{
		"HTTP": func(session string) string { return ask(post, "/api/pass", session).ok().at("key").(string) },
		"Go": func(session string) string {
			who, err := cell.Authenticate(t.Context(), mailsim.Credentials{Session: session, Universe: "u_one"})
			require.NoError(t, err)
			key, _, err := cell.Pass(t.Context(), who)
			require.NoError(t, err)
			return key
		},
	}
	leave := map[string]func(session string){
		"HTTP": func(session string) { ask(post, "/api/signout", session).ok() },
		"Go":   func(session string) { require.NoError(t, cell.SignOut(t.Context(), session)) },
	}
	for in := range enter {
		for out := range leave {
			session := enter[in]()
			ask(get, "/api/status", session).ok()
			_, err := cell.Authenticate(t.Context(), mailsim.Credentials{Session: session})
			require.NoError(t, err)
			for _, pass := range makePass {
				key := pass(session)
				w.as("", put, "/api/pace?token="+key, `{"factor": 2}`).ok()
				who, err := cell.Authenticate(t.Context(), mailsim.Credentials{Key: key})
				require.NoError(t, err)
				assert.Equal(t, member, who.Role())
			}
			leave[out](session)
			ask(get, "/api/status", session).fails(unauthorized, "ended")
			_, err = cell.Authenticate(t.Context(), mailsim.Credentials{Session: session})
			assert.ErrorIs(t, err, mailsim.ErrUnauthorized)
		}
	}
}
