package mailsim

import "time"

// Summary, connection and transcripts.

// Service is one listener of a universe, as /api/connection shows it.
type Service struct {
	Name     string `json:"name"` // SMTP, SMTPS, LMTP, IMAP, IMAPS, POP3 or POP3S
	Address  string `json:"address"`
	Port     int    `json:"port"`
	Security string `json:"security"` // none, starttls or tls
}

// Connection is what GET /api/connection returns.
type Connection struct {
	Domain           string      `json:"domain"`
	Services         []Service   `json:"services"`
	AuthMechanisms   []string    `json:"auth_mechanisms"`
	PlainAuthAllowed bool        `json:"plain_auth_allowed"` // a login without TLS is accepted
	SMTPAuthRequired bool        `json:"smtp_auth_required"`
	Certificate      Certificate `json:"certificate"`
}

// Certificate describes the certificate that TLS presents.
type Certificate struct {
	SelfSigned bool   `json:"self_signed"`
	SHA256     string `json:"sha256"` // fingerprint, hex
	Subject    string `json:"subject"`
}

// Summary is what GET /api/status returns. Messages and Unread count copies, Mails
// counts each mail once.
type Summary struct {
	Mailboxes   int      `json:"mailboxes"`
	Messages    int      `json:"messages"`
	Unread      int      `json:"unread"`
	Mails       int      `json:"mails"`
	Personas    int      `json:"personas"`
	Cases       int      `json:"cases"`
	PendingJobs int      `json:"pending_jobs"`
	Clock       Clock    `json:"clock"`
	Writer      string   `json:"writer"` // the AI writer's name, or templates
	Bounds      Fullness `json:"bounds"` // of what is kept, and how full they are
}

// Transcript is one protocol session: commands and replies, secrets masked,
// message data as one line.
type Transcript struct {
	ID      string    `json:"id"`
	Proto   string    `json:"proto"`
	Remote  string    `json:"remote"`
	Login   string    `json:"login"`
	Started time.Time `json:"started"` // simulated
	Mails   []string  `json:"mails"`   // ids of those that it brought; the first 1,000
	Text    string    `json:"text"`
}

type statuses interface {
	Status() (s Summary)
	Connection() Connection
	Certificate() []byte
	Announce(s Service)
	AnnounceAuth(plainAllowed bool, smtpRequired bool, certificate []byte)
	AnnounceCertificate(der []byte)
	AnnounceProviders(url string)
	Transcripts() []Transcript
}

// Status returns the counts of a universe.
func (u *Universe) Status() (s Summary) { return u.live().Status() }

// Connection returns how to reach the universe's servers.
func (u *Universe) Connection() Connection { return u.live().Connection() }

// Certificate returns the certificate that TLS presents, as PEM; nil without TLS.
func (u *Universe) Certificate() []byte { return u.live().Certificate() }

// Announce records where a door serves the universe. Connection then shows it.
func (u *Universe) Announce(s Service) { u.live().Announce(s) }

// AnnounceAuth records whether doors take logins without TLS, whether SMTP requires a login, and
// the certificate (DER) that the doors present.
func (u *Universe) AnnounceAuth(plainAllowed bool, smtpRequired bool, certificate []byte) {
	u.live().AnnounceAuth(plainAllowed, smtpRequired, certificate)
}

// AnnounceCertificate records the certificate (DER) that a door presents; nil is the self-signed
// one of the host's domain, which is made when it is first asked for.
func (u *Universe) AnnounceCertificate(der []byte) { u.live().AnnounceCertificate(der) }

// AnnounceProviders records the base URL of the mail providers' doors, each at
// /provider/NAME/ below it. URLs in their answers and webhooks begin with it.
func (u *Universe) AnnounceProviders(url string) { u.live().AnnounceProviders(url) }

// Transcripts returns the last protocol sessions, oldest first: as many as
// Options.Transcripts keeps, each up to 32 KiB.
func (u *Universe) Transcripts() []Transcript { return u.live().Transcripts() }
