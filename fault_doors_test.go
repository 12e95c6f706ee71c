package mailsim_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// doorFault is where a kind of fault acts.
type doorFault struct {
	where, at string
	kind      mailsim.FaultKind
}

// doorFaults is the table of what can go wrong where, each with its test.
func doorFaults() map[doorFault]func(t *testing.T, w *world) {
	table := map[doorFault]func(t *testing.T, w *world){}
	everywhere := []string{"connect", "ehlo", "starttls", "auth", "mail", "rcpt", "data", "body", "after_data", "quit"}
	answered := []string{"connect", "ehlo", "auth", "mail", "rcpt", "data", "body", "after_data"}
	mailing := []string{"mail", "rcpt", "data", "body"}
	for kind, stages := range map[mailsim.FaultKind][]string{
		mailsim.FaultDisconnect: everywhere, mailsim.FaultSlow: everywhere, mailsim.FaultStall: everywhere, mailsim.FaultTrickle: everywhere,
		mailsim.FaultTempfail: answered, mailsim.FaultReject: answered, mailsim.FaultThrottle: answered,
		mailsim.FaultGreylist: mailing, mailsim.FaultTooBig: mailing, mailsim.FaultAuthFail: {"auth"}, mailsim.FaultStartTLSFail: {"starttls"},
	} {
		for _, at := range stages {
			table[doorFault{"smtp", at, kind}] = smtpFault(at, kind)
		}
	}
	for kind, check := range deliveryFaults {
		table[doorFault{"delivery", "", kind}] = deliveryFault(kind, check)
	}
	sessions := []string{"login", "select", "fetch", "idle", "append"}
	for kind, stages := range map[mailsim.FaultKind][]string{
		mailsim.FaultSlow: sessions, mailsim.FaultDisconnect: sessions, mailsim.FaultStall: sessions, mailsim.FaultUnavailable: sessions,
		mailsim.FaultAuthFail: {"login"}, mailsim.FaultStale: {"select", "fetch", "idle"}, mailsim.FaultNoIdle: {"idle"}, mailsim.FaultUIDValidity: {"select"},
	} {
		for _, at := range stages {
			table[doorFault{"imap", at, kind}] = imapFault(at, kind)
		}
	}
	table[doorFault{"webhook", "", mailsim.FaultFail}] = hookFault(mailsim.FaultFail, 0, 0, 1)
	table[doorFault{"webhook", "", mailsim.FaultTimeout}] = hookFault(mailsim.FaultTimeout, 0, 0, 1)
	table[doorFault{"webhook", "", mailsim.FaultSlow}] = hookFault(mailsim.FaultSlow, 20*time.Second, 0, 1)
	table[doorFault{"webhook", "", mailsim.FaultDuplicate}] = hookFault(mailsim.FaultDuplicate, 0, 2, 2)
	table[doorFault{"webhook", "", mailsim.FaultReorder}] = hookFault(mailsim.FaultReorder, 0, 0, 2)
	for _, kind := range []mailsim.FaultKind{mailsim.FaultFail, mailsim.FaultSlow, mailsim.FaultDisconnect, mailsim.FaultStall} {
		table[doorFault{"api", "", kind}] = apiFault(kind)
	}
	return table
}

// Every fault that the API takes acts at a real door as it is documented.
func TestFaultsAtDoors(t *testing.T) {
	t.Parallel()
	for f, test := range doorFaults() {
		t.Run(strings.Trim(f.where+" "+f.at+" "+string(f.kind), " "), func(t *testing.T) {
			t.Parallel()
			test(t, openWorld(t))
		})
	}
}

// What the API takes is what the table has; everything else is a 400 that says
// what does not fit.
func TestFaultsThatFit(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	table := doorFaults()
	wheres, ats, kinds := map[string]bool{}, map[string]bool{"lunch": true}, map[mailsim.FaultKind]bool{"explode": true}
	for f := range table {
		wheres[f.where], ats[f.at], kinds[f.kind] = true, true, true
	}
	fit, misfit := 0, 0
	for where := range wheres {
		for at := range ats {
			for kind := range kinds {
				status, why := w.try(t, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: where, At: at, Kind: kind}}})
				if table[doorFault{where, at, kind}] != nil {
					assert.Equal(t, 200, status, "%s %s %s: %s", where, at, kind, why)
					fit++
					continue
				}
				misfit++
				assert.Equal(t, 400, status, "%s %s %s", where, at, kind)
				assert.Regexp(t, `^(at|kind): |^unknown fault kind "explode"`, why)
				assert.True(t, strings.Contains(why, where) || strings.Contains(why, string(kind)), why)
			}
		}
	}
	assert.Equal(t, len(table), fit)
	assert.Equal(t, len(wheres)*len(ats)*len(kinds)-fit, misfit)
}

// smtpSteps are the stages of a conversation in their order. What is said at
// body is answered at after_data too.
var smtpSteps = []struct{ at, say string }{
	{"connect", ""}, {"ehlo", "EHLO me.test"}, {"starttls", "STARTTLS"}, {"auth", plainLogin}, {"mail", "MAIL FROM:<" + sender + ">"},
	{"rcpt", "RCPT TO:<" + bob + ">"}, {"data", "DATA"}, {"body", letter(bob, "Hello")}, {"after_data", letter(bob, "Hello")}, {"quit", "QUIT"},
}

// heard is what a client got to hear at the stages, until something went wrong.
type heard struct {
	replies map[string]string
	took    map[string]time.Duration
	err     error // the connection ended at the last stage
}

// converse sends one mail, going through a stage that is not part of every
// conversation if it is the one that matters.
func (w *world) converse(t testing.TB, stage string) (h heard) {
	t.Helper()
	h = heard{replies: map[string]string{}, took: map[string]time.Duration{}}
	begun := time.Now()
	c := dial(t, w.smtp)
	for _, step := range smtpSteps {
		rare := step.at == "starttls" || step.at == "auth" || step.at == "after_data"
		if rare && step.at != stage || step.at == "body" && stage == "after_data" {
			continue
		}
		var answer string
		if step.at == "connect" {
			answer, h.err = c.reply()
		} else {
			begun = time.Now()
			answer, h.err = c.say(step.say)
		}
		h.took[step.at] = time.Since(begun)
		if h.replies[step.at] = answer; h.err != nil || answer[0] > '3' {
			return h
		}
		if step.at == "starttls" {
			c = c.secure(t)
			if answer, h.err = c.say("EHLO me.test"); h.err != nil {
				return h
			}
			h.replies["secured"] = answer
		}
	}
	return h
}

// pause is the wait of rules that wait in real time.
const pause = 20 * time.Millisecond

// smtpReplies are what kinds answer; tempfail and reject depend on the stage.
var smtpReplies = map[mailsim.FaultKind]string{
	mailsim.FaultGreylist: "451 4.7.1 ", mailsim.FaultTempfail: "451 4.3.0 ", mailsim.FaultReject: "550 5.7.1 ", mailsim.FaultThrottle: "421 4.7.0 ",
	mailsim.FaultAuthFail: "535 5.7.8 ", mailsim.FaultStartTLSFail: "454 4.7.0 ", mailsim.FaultTooBig: "552 5.3.4 ",
}

func smtpReply(at string, k mailsim.FaultKind) string {
	switch {
	case k == mailsim.FaultTempfail && (at == "connect" || at == "ehlo"):
		return "421 4.3.2 "
	case k == mailsim.FaultTempfail && at == "auth":
		return "454 4.7.0 "
	case k == mailsim.FaultReject && at == "connect":
		return "554 5.7.1 "
	}
	return smtpReplies[k]
}

// smtpFault holds one kind at one stage against a real conversation: what the
// client hears, what is filed, and that it is over afterwards.
func smtpFault(at string, kind mailsim.FaultKind) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		r := mailsim.FaultRule{ID: "it", Where: "smtp", At: at, Kind: kind, Times: 1}
		switch kind {
		case mailsim.FaultSlow, mailsim.FaultStall:
			r.Delay = pause
		case mailsim.FaultTrickle:
			r.Rate = 100
		case mailsim.FaultThrottle:
			r.PerSecond = 1
		}
		w.faults(t, r)
		filed := 0
		if kind == mailsim.FaultThrottle {
			require.NoError(t, w.converse(t, at).err)
			filed++
		}
		h := w.converse(t, at)
		answer := h.replies[at]
		switch kind {
		case mailsim.FaultDisconnect, mailsim.FaultStall:
			assert.Error(t, h.err)
			assert.Empty(t, answer)
			if kind == mailsim.FaultStall {
				assert.GreaterOrEqual(t, h.took[at], pause)
			}
		case mailsim.FaultSlow:
			require.NoError(t, h.err)
			assert.GreaterOrEqual(t, h.took[at], pause)
		case mailsim.FaultTrickle:
			require.NoError(t, h.err)
			assert.GreaterOrEqual(t, h.took[at], time.Duration((len(answer)-1)/10)*time.Second/10, "ten bytes at a time")
		default:
			assert.True(t, strings.HasPrefix(answer, smtpReply(at, kind)), answer)
		}
		passes := kind == mailsim.FaultSlow || kind == mailsim.FaultTrickle || at == "after_data" || at == "quit"
		if passes {
			filed++
		}
		assert.Equal(t, filed, w.has(t, bob), "a mail is filed once it was read, whatever the client hears then")
		fired := w.fired()
		require.Len(t, fired, 1)
		assert.Equal(t, []string{"it", "smtp", at, string(kind)}, []string{fired[0].Rule, fired[0].Where, fired[0].At, fired[0].Kind})
		if kind == mailsim.FaultGreylist {
			w.later(t, 5*time.Minute)
		}
		require.NoError(t, w.converse(t, at).err)
		assert.Equal(t, filed+1, w.has(t, bob), "the next try is welcome")
	}
}
