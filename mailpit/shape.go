package mailpit

import "time"

// The shapes of Mailpit's answers. Names and types are Mailpit's own.

type address struct {
	Name    string
	Address string
}

type summary struct {
	ID          string
	MessageID   string
	Read        bool
	From        *address
	To          []address
	Cc          []address
	Bcc         []address
	ReplyTo     []address
	Subject     string
	Created     time.Time
	Username    string
	Tags        []string
	Size        int
	Attachments int
	Snippet     string
}

type messagesSummary struct {
	Total          int       `json:"total"`
	Unread         int       `json:"unread"`
	Count          int       `json:"count"`
	MessagesCount  int       `json:"messages_count"`
	MessagesUnread int       `json:"messages_unread"`
	Start          int       `json:"start"`
	Tags           []string  `json:"tags"`
	Messages       []summary `json:"messages"`
}

type message struct {
	ID              string
	MessageID       string
	From            *address
	To              []address
	Cc              []address
	Bcc             []address
	ReplyTo         []address
	ReturnPath      string
	Subject         string
	ListUnsubscribe listUnsubscribe
	Date            time.Time
	Tags            []string
	Username        string
	Text            string
	HTML            string
	Size            int
	Inline          []attachment
	Attachments     []attachment
}

type listUnsubscribe struct {
	Header     string
	Links      []string
	Errors     string
	HeaderPost string
}

type attachment struct {
	PartID      string
	FileName    string
	ContentType string
	ContentID   string
	Size        int
	Checksums   struct{ MD5, SHA1, SHA256 string }
}

type relayConfig struct {
	Enabled            bool
	SMTPServer         string
	ReturnPath         string
	AllowedRecipients  string
	BlockedRecipients  string
	OverrideFrom       string
	PreserveMessageIDs bool
	RecipientAllowlist string
}

type webUI struct {
	Label               string
	MessageRelay        relayConfig
	SpamAssassin        bool
	ChaosEnabled        bool
	DuplicatesIgnored   bool
	HideDeleteAllButton bool
}

type info struct {
	Version       string
	LatestVersion string
	Database      string
	DatabaseSize  int64
	Messages      int
	Unread        int
	Tags          map[string]int
	RuntimeStats  runtimeStats
}

type runtimeStats struct {
	Uptime           uint64
	Memory           uint64
	MessagesDeleted  uint64
	SMTPAccepted     uint64
	SMTPAcceptedSize uint64
	SMTPRejected     uint64
	SMTPIgnored      uint64
}

type spamCheck struct {
	IsSpam bool
	Error  string
	Score  float64
	Rules  []spamRule
}

type spamRule struct {
	Score       float64
	Name        string
	Description string
}

type linkCheck struct {
	Errors int
	Links  []linkState
}

type linkState struct {
	URL        string
	StatusCode int
	Status     string
}
