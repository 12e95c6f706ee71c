package mailpit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"strings"

	"github.com/mailsim/mailsim"
)

// relay is how messages can be released.
func (h *Handler) relay() relayConfig {
	r := h.u.Relay()
	if !r.Available {
		return relayConfig{PreserveMessageIDs: true}
	}
	allowed := strings.Join(r.Allow, ", ")
	return relayConfig{
		Enabled: true, SMTPServer: r.Server, ReturnPath: r.ReturnPath, AllowedRecipients: allowed, BlockedRecipients: strings.Join(r.Block, ", "),
		OverrideFrom: r.From, PreserveMessageIDs: !r.NewMessageID, RecipientAllowlist: allowed,
	}
}

// release hands a message to the relay.
func (h *Handler) release(w http.ResponseWriter, r *http.Request) {
	e := h.entryOf(w, r, r.PathValue("id"))
	if e == nil {
		return
	}
	var in struct{ To []string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, err.Error())
		return
	}
	for i, to := range in.To {
		a, err := mail.ParseAddress(to)
		if err != nil {
			refuse(w, "Invalid email address: "+to)
			return
		}
		in.To[i] = a.Address
	}
	if len(in.To) == 0 {
		refuse(w, "No valid addresses found")
		return
	}
	if err := h.releaseTo(r.Context(), e.messageID, in.To); err != nil {
		refuse(w, err.Error())
		return
	}
	ok(w)
}

// releaseTo hands a mail over to some recipients, and returns when the first attempt has
// ended.
func (h *Handler) releaseTo(ctx context.Context, messageID string, to []string) error {
	job, err := h.u.Release(ctx, mailsim.Release{MessageID: messageID, To: to, Wait: true})
	switch {
	case errors.Is(err, mailsim.ErrForbidden):
		return errors.New("Failed: " + plainError(err))
	case err != nil:
		return errors.New("SMTP error: " + plainError(err))
	case job.State != mailsim.StateDone:
		return errors.New("SMTP error: " + job.Note)
	}
	return nil
}
