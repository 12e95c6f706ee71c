package mailsim

import (
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
)

// Insights: what the mail of a universe came to.

// InsightFilter narrows insights; its zero value takes all.
type InsightFilter struct {
	Since     time.Time // inclusive, to the millisecond; zero is the beginning
	Until     time.Time // exclusive; zero is now
	PersonaID string    // only what concerns this person
}

// Insights are counts of what happened in a span of time. All lists are in a fixed order
// and never nil.
type Insights struct {
	Since      *time.Time      `json:"since"` // as asked for
	Until      *time.Time      `json:"until"`
	Mail       MailInsight     `json:"mail"`
	Replies    ReplyInsight    `json:"replies"`
	Promises   PromiseInsight  `json:"promises"`
	Links      LinkInsight     `json:"links"`
	Spam       SpamInsight     `json:"spam"`
	Unanswered int             `json:"unanswered"` // mails in people's inboxes that have no reply
	Silent     int             `json:"silent"`     // people who got mail and replied to none
	Persons    []PersonInsight `json:"persons"`    // by name, then id
	Streams    []StreamInsight `json:"streams"`    // by id
	Days       []DayInsight    `json:"days"`       // calendar days (UTC) on which something happened
}

// MailInsight counts mail.
type MailInsight struct {
	Accepted  int            `json:"accepted"`  // mails of the application
	Delivered int            `json:"delivered"` // copies that reached a mailbox
	Received  int            `json:"received"`  // copies in people's inboxes
	Junked    int            `json:"junked"`
	JunkRate  float64        `json:"junk_rate"` // of all copies for people
	Bounced   int            `json:"bounced"`
	Bounces   map[string]int `json:"bounces"` // by kind
	Ignored   int            `json:"ignored"`
	Sent      int            `json:"sent"` // mails that people sent
}

// ReplyInsight sums up how people reply. Rate is the share of received mails that got a reply;
// Median and P90 are times from arrival to reply, 0 when there is none.
type ReplyInsight struct {
	Answered      int
	Rate          float64
	Median, P90   time.Duration
	ByTemperament map[string]ReplyInsight // nil in the nested values
}

type replyJSON struct {
	Answered      int                     `json:"answered"`
	Rate          float64                 `json:"rate"`
	Median        *string                 `json:"median"` // such as 45m; null without a reply
	P90           *string                 `json:"p90"`
	ByTemperament map[string]ReplyInsight `json:"by_temperament,omitempty"`
}

// MarshalJSON writes the times as text, such as 45m, null without a reply.
func (r ReplyInsight) MarshalJSON() ([]byte, error) {
	out := replyJSON{Answered: r.Answered, Rate: r.Rate, ByTemperament: r.ByTemperament}
	if r.Answered > 0 {
		out.Median, out.P90 = new(simtime.FormatDuration(r.Median)), new(simtime.FormatDuration(r.P90))
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *ReplyInsight) UnmarshalJSON(b []byte) error {
	var in replyJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*r = ReplyInsight{Answered: in.Answered, Rate: in.Rate, ByTemperament: in.ByTemperament}
	for from, to := range map[*string]*time.Duration{in.Median: &r.Median, in.P90: &r.P90} {
		if from == nil {
			continue
		}
		d, err := ParseDuration(*from)
		if err != nil {
			return err
		}
		*to = d
	}
	return nil
}

// PromiseInsight counts promises.
type PromiseInsight struct {
	Made   int `json:"made"`
	Kept   int `json:"kept"`
	Broken int `json:"broken"`
	Open   int `json:"open"` // made and neither kept nor broken
}

// LinkInsight counts links in mail.
type LinkInsight struct {
	Opened  int `json:"opened"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// SpamInsight sums up spam scores.
type SpamInsight struct {
	Scored int     `json:"scored"`
	Mean   float64 `json:"mean"`
	Worst  float64 `json:"worst"`
}

// PersonInsight is one person's part of Insights.
type PersonInsight struct {
	PersonaID string       `json:"persona_id"`
	Persona   string       `json:"persona"` // "" for one who is gone
	Received  int          `json:"received"`
	Junked    int          `json:"junked"`
	Bounced   int          `json:"bounced"`
	Ignored   int          `json:"ignored"`
	Sent      int          `json:"sent"`
	Opened    int          `json:"opened"` // links
	Replies   ReplyInsight `json:"replies"`
}

// StreamInsight counts the mails of one stream of the World.
type StreamInsight struct {
	Stream string `json:"stream"`
	Kind   string `json:"kind"` // "" for one that is gone
	Sent   int    `json:"sent"`
}

// DayInsight counts what happened on one day.
type DayInsight struct {
	Date      string `json:"date"` // 2026-01-05
	Accepted  int    `json:"accepted"`
	Delivered int    `json:"delivered"`
	Received  int    `json:"received"`
	Junked    int    `json:"junked"`
	Bounced   int    `json:"bounced"`
	Ignored   int    `json:"ignored"`
	Sent      int    `json:"sent"`
	Replied   int    `json:"replied"` // mails answered
	Opened    int    `json:"opened"`  // links
	World     int    `json:"world"`   // mails of the World
}

type insights interface {
	Insights(f InsightFilter) (Insights, error)
}

// Insights counts what happened, without reading mail: its cost grows with the days in the filter, the people
// active on each, and the replies. ErrPlan when the plan lacks insights, ErrInvalid when Until is before
// Since, ErrNotFound for a person of whom nothing is known.
func (u *Universe) Insights(f InsightFilter) (Insights, error) { return u.live().Insights(f) }
