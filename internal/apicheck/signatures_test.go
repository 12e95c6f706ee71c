package apicheck

import (
	"context"
	"crypto/tls"
	"io"
	"iter"
	"net"
	"net/http"
	"net/smtp"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/mailsimtest"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

type (
	u   = *mailsim.Universe
	cl  = *mailsim.Cell
	ctx = context.Context
)

// What users' code is compiled against. A setter answers what now holds, as the
// same request over HTTP does: SetLinks with the counts that belong to it. Search
// has pages. Who asks is the receiver of what they ask about themselves, and a
// sign-in names where it comes from, as attempts from one place are limited. Any
// mailbox is a Box, so that no helper needs a second way to name one.
var (
	_ func(mailsim.Options) (u, error)                                            = universe.New
	_ func(ctx, mailsim.Store, mailsim.Options) (u, error)                        = universe.Open
	_ func(io.Reader, mailsim.Options) (u, error)                                 = universe.Load
	_ func(string, []byte) (*mailsim.Config, error)                               = universe.ParseConfig
	_ func(string) (time.Duration, error)                                         = mailsim.ParseDuration
	_ func(u) error                                                               = u.Close
	_ func(u) string                                                              = u.ID
	_ func(u, mailsim.Options) (u, error)                                         = u.Fork
	_ func(u, string, http.Handler) error                                         = u.SetSite
	_ func(u) time.Time                                                           = u.Now
	_ func(u, time.Duration, func()) *mailsim.Timer                               = u.AfterFunc
	_ func(u, time.Duration, func()) *mailsim.Timer                               = u.Every
	_ func(u, ctx, string, mailsim.Act) (mailsim.Job, error)                      = u.Act
	_ func(u, ctx) error                                                          = u.Settle
	_ func(u) mailsim.Mark                                                        = u.Mark
	_ func(u, mailsim.EventFilter) iter.Seq[mailsim.Event]                        = u.Log
	_ func(u, ctx, mailsim.EventFilter) iter.Seq2[mailsim.Event, error]           = u.Follow
	_ func(iter.Seq[mailsim.Event]) iter.Seq2[mailsim.Event, mailsim.PersonaSent] = mailsim.EventsOf[mailsim.PersonaSent]
	_ func(mailsim.Situation) mailsim.Decision                                    = mailsim.Decide
	_ func(u, io.Writer) error                                                    = func(x u, w io.Writer) error { return x.Save(w) }
	_ func(u, ctx, mailsim.Mark, mailsim.EventFilter) (mailsim.Event, error)      = u.WaitEvent

	_ func(u) []mailsim.Persona                                                   = u.Personas
	_ func(u, ctx, mailsim.Persona) (mailsim.Persona, error)                      = u.CreatePersona
	_ func(u, string) (mailsim.Persona, error)                                    = u.Persona
	_ func(u, string) (mailsim.Persona, error)                                    = u.PersonaByAddress
	_ func(u, ctx, string, mailsim.PersonaPatch) (mailsim.Persona, error)         = u.UpdatePersona
	_ func(u, ctx, string) error                                                  = u.DeletePersona
	_ func(u, ctx, string, bool) (mailsim.Learned, error)                         = u.LearnPersona
	_ func() []mailsim.TemperamentInfo                                            = mailsim.Temperaments
	_ func(u, string) (map[string][]string, error)                                = u.Memory
	_ func(u, ctx, string, mailsim.Note) (map[string][]string, error)             = u.AddMemory
	_ func(u, ctx, string) error                                                  = u.ClearMemory
	_ func(u, ctx, string, string) error                                          = u.ClearCaseMemory
	_ func(u, ctx, string, string, mailsim.Note) (mailsim.Persona, error)         = u.AddMemoryByExternal
	_ func(u, string) (mailsim.Relations, error)                                  = u.Relations
	_ func(u, ctx, string, string) error                                          = u.ForgetRelation
	_ func(u, ctx, string) error                                                  = u.ForgetRelations
	_ func(u) []mailsim.Mailbox                                                   = u.Mailboxes
	_ func(u, string) ([]mailsim.Folder, error)                                   = u.Folders
	_ func(u, ctx, string, mailsim.MailboxStatus) (mailsim.Mailbox, error)        = u.SetMailboxStatus
	_ func(u, string) ([]mailsim.Thread, error)                                   = u.Threads
	_ func(u, string, mailsim.MessageFilter) ([]mailsim.Message, error)           = u.Messages
	_ func(u, ctx, mailsim.Ref, mailsim.ViewOptions) (mailsim.View, error)        = u.Message
	_ func(u, ctx, mailsim.Ref) ([]byte, error)                                   = u.Raw
	_ func(u, ctx, mailsim.Ref, int) (mailsim.AttachmentData, error)              = u.Attachment
	_ func(u, ctx, mailsim.Ref, mailsim.MessagePatch) (mailsim.Message, error)    = u.UpdateMessage
	_ func(u, ctx, string, mailsim.SearchFilter) (mailsim.SearchPage, error)      = u.Search
	_ func(u, string) []mailsim.Ref                                               = u.FindMessage
	_ func(u, ctx, mailsim.Outgoing) (string, error)                              = u.Send
	_ func(u, ctx, mailsim.Inject) (mailsim.Ref, error)                           = u.Inject
	_ func(u, ctx, mailsim.Mark, mailsim.Match) (mailsim.Arrival, error)          = u.Wait
	_ func(u, ctx, mailsim.Mark, mailsim.ReplyMatch) (mailsim.Arrival, error)     = u.WaitReply
	_ func(string, string) mailsim.Extract                                        = mailsim.ExtractFrom
	_ func(u) []mailsim.Login                                                     = u.Logins
	_ func(u, ctx, mailsim.NewLogin) (mailsim.Login, error)                       = u.CreateLogin
	_ func(u, ctx, string, mailsim.LoginPatch) (mailsim.Login, error)             = u.UpdateLogin
	_ func(u, ctx, string) error                                                  = u.DisableLogin
	_ func(u, ctx, string, mailsim.PasswordCheck) (mailsim.PasswordResult, error) = u.CheckPassword
	_ func(u, string) (string, error)                                             = u.Signature
	_ func(u, ctx, string, string) (string, error)                                = u.SetSignature
	_ func(u, ctx, bool) (mailsim.AI, error)                                      = u.SetAI
	_ func(u, ctx, mailsim.Pace) (mailsim.Pace, error)                            = u.SetPace
	_ func(u, ctx, mailsim.Recipients) (mailsim.Recipients, error)                = u.SetRecipients
	_ func(u, ctx, mailsim.LinkPolicy) (mailsim.LinkSettings, error)              = u.SetLinks
	_ func(u, ctx, mailsim.Retention) (mailsim.Retention, error)                  = u.SetRetention
	_ func(u, ctx) (mailsim.Pruned, error)                                        = u.Prune
	_ func(u, ctx, ...mailsim.Part) (mailsim.Removed, error)                      = u.Reset
	_ func(u) mailsim.World                                                       = u.World
	_ func() []string                                                             = mailsim.StreamKinds
	_ func(u, ctx, mailsim.World) (mailsim.World, error)                          = u.SetWorld
	_ func(u, ctx, string) (string, error)                                        = u.SendStream
	_ func(u) []mailsim.Webhook                                                   = u.Webhooks
	_ func(u, ctx, []mailsim.Webhook) ([]mailsim.Webhook, error)                  = u.SetWebhooks
	_ func(u, ctx, string, ...int64) error                                        = u.ReplayWebhook
	_ func(*http.Request, string) (mailsim.Event, error)                          = mailsim.ParseWebhook
	_ func(u) mailsim.Faults                                                      = u.Faults
	_ func(u, ctx, mailsim.Faults) (mailsim.Faults, error)                        = u.SetFaults
	_ func(u) []mailsim.Case                                                      = u.Cases
	_ func(u, string) (mailsim.Case, error)                                       = u.Case
	_ func(u, ctx, string, mailsim.CasePatch) (mailsim.Case, error)               = u.PushCase
	_ func(u, ctx, string) error                                                  = u.DeleteCase
	_ func(u) mailsim.Clock                                                       = u.Clock
	_ func(u, ctx, time.Duration) (mailsim.Advanced, error)                       = u.Advance
	_ func(u, ctx, time.Time) (mailsim.Advanced, error)                           = u.AdvanceTo
	_ func(u, ctx, int) (mailsim.Advanced, error)                                 = u.AdvanceJobs
	_ func(u, ctx, bool) (mailsim.Clock, error)                                   = u.Freeze
	_ func(u, ctx, float64) (mailsim.Clock, error)                                = u.SetSpeed
	_ func(u, mailsim.JobFilter) ([]mailsim.Job, error)                           = u.Jobs
	_ func(u, string) (mailsim.Job, error)                                        = u.Job
	_ func(u, ctx, string, time.Time) (mailsim.Job, error)                        = u.MoveJob
	_ func(u, ctx, string) (mailsim.Job, error)                                   = u.RunJob
	_ func(u, ctx, string) (mailsim.Job, error)                                   = u.SkipJob
	_ func(u, mailsim.EventFilter) (mailsim.EventPage, error)                     = u.Events
	_ func(u, mailsim.InsightFilter) (mailsim.Insights, error)                    = u.Insights
	_ func(u, ctx, string) (mailsim.Inspection, error)                            = u.Inspect
	_ func(u) []mailsim.Share                                                     = u.Shares
	_ func(u, ctx, mailsim.Ref, time.Duration) (mailsim.Share, error)             = u.CreateShare
	_ func(u, ctx, string) error                                                  = u.DeleteShare
	_ func(u, ctx, string) (mailsim.View, error)                                  = u.OpenShare
	_ func(u) []mailsim.Key                                                       = u.Keys
	_ func(u, ctx, string, mailsim.Role) (string, mailsim.Key, error)             = u.CreateKey
	_ func(u, ctx, string) error                                                  = u.DeleteKey
	_ func(u) mailsim.Summary                                                     = u.Status
	_ func(u) mailsim.Connection                                                  = u.Connection
	_ func(u) []byte                                                              = u.Certificate
	_ func(mailsim.Caller) mailsim.Me                                             = (mailsim.Caller).Me
	_ func(mailsim.Caller) []mailsim.UniverseInfo                                 = (mailsim.Caller).Universes
	_ func(cl, ctx, string, string, string) (string, error)                       = cl.SignIn
	_ func(cl, ctx, string) error                                                 = cl.SignOut
	_ func(cl, ctx, mailsim.Credentials) (mailsim.Caller, error)                  = cl.Authenticate

	_ func(mailsim.Host, httpapi.Options) *httpapi.Handler = httpapi.New
	_ http.Handler                                         = (*httpapi.Handler)(nil)
	_ func() []httpapi.Route                               = httpapi.Routes
	_ func(mailsim.Host, smtpd.Options) *smtpd.Server      = smtpd.New
	_ func(mailsim.Host, imapd.Options) *imapd.Server      = imapd.New
	_ server                                               = (*smtpd.Server)(nil)
	_ server                                               = (*imapd.Server)(nil)
	_ mailsim.Host                                         = u(nil)
	_ mailsim.Host                                         = cl(nil)
	_ mailsimtest.TB                                       = (*testing.T)(nil)
	_ mailsimtest.TB                                       = (*testing.B)(nil)
	_ mailsimtest.TB                                       = (*testing.F)(nil)
)

// server is what the doors of a protocol have in common.
type server interface {
	Serve(net.Listener) error
	ServeTLS(net.Listener) error
	Shutdown(context.Context) error
	Close() error
}

type (
	sim     = *mailsimtest.Server
	box     = *mailsimtest.Box
	person  = *mailsimtest.Person
	account = *mailsimtest.Account
	mail    = *mailsimtest.Mail
	page    = *mailsimtest.Page
)

var (
	_ func(mailsimtest.TB, ...mailsimtest.Option) sim                              = mailsimtest.New
	_ func(...mailsimtest.Option) (sim, error)                                     = mailsimtest.Start
	_ func(mailsimtest.TB, string, string) sim                                     = mailsimtest.Connect
	_ func(sim) error                                                              = sim.Close
	_ func(sim, mailsimtest.TB) sim                                                = sim.For
	_ [4]func(sim) string                                                          = [4]func(sim) string{sim.SMTPAddr, sim.SMTPSAddr, sim.IMAPAddr, sim.IMAPSAddr}
	_ [4]func(sim) int                                                             = [4]func(sim) int{sim.SMTPPort, sim.SMTPSPort, sim.IMAPPort, sim.IMAPSPort}
	_ [3]func(sim) string                                                          = [3]func(sim) string{sim.Host, sim.URL, sim.Key}
	_ func(sim) *http.Client                                                       = sim.Client
	_ func(sim) *tls.Config                                                        = sim.TLS
	_ func(sim, ctx, string, string) (net.Conn, error)                             = sim.DialContext
	_ func(sim) time.Time                                                          = sim.Now
	_ func(sim, time.Duration)                                                     = sim.Advance
	_ func(sim, time.Time)                                                         = sim.AdvanceTo
	_ func(sim)                                                                    = sim.Settle
	_ func(sim, time.Duration, func()) *mailsim.Timer                              = sim.Every
	_ func(sim, func())                                                            = sim.Idle
	_ func(sim, time.Duration, func(mailsim.PersonaSent) bool) mailsim.PersonaSent = mailsimtest.AdvanceUntil[mailsim.PersonaSent]
	_ func(sim, mail) mail                                                         = sim.AdvanceToReply
	_ func(sim, string, any)                                                       = sim.Site
	_ func(sim, mailsim.Recipients)                                                = sim.Recipients
	_ func(sim, mailsim.Faults)                                                    = sim.Faults
	_ func(sim, mailsim.World)                                                     = sim.World
	_ func(sim, string, string, ...mailsim.EventType)                              = sim.Webhook
	_ func(sim, string, ...func(*mailsim.Persona)) person                          = sim.Person
	_ func(sim, string) account                                                    = sim.Login
	_ func(sim, mailsimtest.TB, ...mailsimtest.Option) sim                         = sim.Fork
	_ func(sim, mailsim.Match) mail                                                = sim.Wait
	_ func(sim, mail) mail                                                         = sim.WaitReply
	_ func(sim, mailsim.Match)                                                     = sim.ExpectNone
	_ func(sim) mailsimtest.Mark                                                   = sim.Mark
	_ func(mailsimtest.Mark, mailsim.Match) mail                                   = mailsimtest.Mark.Wait
	_ func(mailsimtest.Mark, mailsim.Match) []mail                                 = mailsimtest.Mark.All
	_ func(mailsimtest.Mark, mailsim.Match)                                        = mailsimtest.Mark.ExpectNone
	_ func(sim, func(mailsim.PersonaSent) bool) mailsim.PersonaSent                = mailsimtest.WaitEvent[mailsim.PersonaSent]
	_ func(sim) []mailsim.PersonaSent                                              = mailsimtest.Events[mailsim.PersonaSent]
	_ func(sim, string, ...any)                                                    = sim.Note
	_ func(sim) string                                                             = sim.Story
	_ func(sim, string) box                                                        = sim.Box
	_ func(box) string                                                             = box.Address
	_ func(box, ...mailsim.Match) mail                                             = box.Wait
	_ func(box, ...mailsim.Match)                                                  = box.ExpectNone
	_ [2]func(box) []mail                                                          = [2]func(box) []mail{box.Inbox, box.Sent}
	_ func(box, int) []mail                                                        = box.ExpectInbox
	_ func(box, string) []mail                                                     = box.Folder
	_ func(box, string, string, string) mail                                       = box.Send
	_ func(box, mailsim.Outgoing) mail                                             = box.SendMail
	_ func(person, mail, string) mail                                              = person.Reply
	_ func(person, string) page                                                    = person.Open
	_ func(person, mail) page                                                      = person.Unsubscribe
	_ [3]func(person, mail)                                                        = [3]func(person, mail){person.Complain, person.Ignore, person.ExpectDeclined}
	_ func(person) mail                                                            = person.WaitReply
	_ func(account) smtp.Auth                                                      = account.Auth
	_ func(account) *smtp.Client                                                   = account.SMTP
	_ func(account) *imapclient.Client                                             = account.IMAP
	_ func(account) []string                                                       = account.Env
	_ func(account)                                                                = account.Setenv
	_ [4]func(mail, string) mail                                                   = [4]func(mail, string) mail{mail.HasSubject, mail.HasText, mail.HasNoText, mail.HasHTML}
	_ func(mail, string, string) mail                                              = mail.HasHeader
	_ func(mail, string) mail                                                      = mail.HasAttachment
	_ func(mail, mail) mail                                                        = mail.RepliesTo
	_ func(mail, time.Duration, mail) mail                                         = mail.ArrivedWithin
	_ func(mail, string, mailsim.MailboxStatus) mail                               = mail.IsBounceOf
	_ func(mail, string, ...mailsimtest.Replacement) mail                          = mail.MatchesGolden
	_ func(pattern, with string) mailsimtest.Replacement                           = mailsimtest.Replace
	_ [3]func(mail) string                                                         = [3]func(mail) string{mail.Code, mail.MagicLink, mail.NewText}
	_ [2]func(mail, string) string                                                 = [2]func(mail, string) string{mail.Link, mail.Header}
	_ func(mail) mailsimtest.Bounce                                                = mail.Bounce
	_ func(sim, account, ...mailsimtest.ScoreOption) *mailsimtest.Scorecard        = sim.Scorecard
	_ func() iter.Seq[mailsimtest.Attack]                                          = mailsimtest.Attacks
)
