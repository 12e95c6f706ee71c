package relay_test

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
	"github.com/mailsim/mailsim/relay"
	"github.com/mailsim/mailsim/smtpd"
)

const mail = "From: app@ours.test\r\nTo: kim@real.test\r\nSubject: Released\r\nMessage-ID: <one@ours.test>\r\n\r\n.first line\r\n..\r\nlast\r\n"

func hand(t *testing.T, o relay.Options, to ...string) error {
	t.Helper()
	r, err := relay.New(o)
	require.NoError(t, err)
	return r.Relay(t.Context(), "bounces@ours.test", to, strings.NewReader(mail))
}

// refusals are the errors that say for whom a mail was not taken.
func refusals(err error) (list []*mailsim.RelayError) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, refusals(e)...)
		}
		return list
	}
	var one *mailsim.RelayError
	if errors.As(err, &one) {
		list = append(list, one)
	}
	return list
}

// TestHandsOver to the servers of another universe, each way that a server is reached.
func TestHandsOver(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		opts func(sim *mailsimtest.Server) relay.Options
		how  string
	}{
		"starttls": {func(s *mailsimtest.Server) relay.Options { return relay.Options{Addr: s.SMTPAddr(), Insecure: true} }, "ESMTPS"},
		"require": {func(s *mailsimtest.Server) relay.Options {
			return relay.Options{Addr: s.SMTPAddr(), TLS: relay.Required, Insecure: true}
		}, "ESMTPS"},
		"tls": {func(s *mailsimtest.Server) relay.Options {
			return relay.Options{Addr: s.SMTPSAddr(), TLS: relay.Implicit, Insecure: true}
		}, "ESMTPS"},
		"off": {func(s *mailsimtest.Server) relay.Options { return relay.Options{Addr: s.SMTPAddr(), TLS: relay.Off} }, "ESMTP"},
		"plain": {func(s *mailsimtest.Server) relay.Options {
			return relay.Options{Addr: s.SMTPAddr(), Insecure: true, Username: "app@ours.test", Password: "app secret"}
		}, "ESMTPSA"},
		"login": {func(s *mailsimtest.Server) relay.Options {
			return relay.Options{Addr: s.SMTPAddr(), TLS: relay.Off, Username: "app@ours.test", Password: "app secret", Mechanism: "login"}
		}, "ESMTPA"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var with []mailsimtest.Option
			if strings.Contains(k.how, "SMTPS") {
				with = append(with, mailsimtest.STARTTLS())
			}
			sim := mailsimtest.New(t, with...)
			_, err := sim.Universe.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Password: "app secret"})
			require.NoError(t, err)
			require.NoError(t, hand(t, k.opts(sim), "kim@real.test", "jo@real.test"))
			for _, box := range []string{"kim@real.test", "jo@real.test"} {
				list, err := sim.Universe.Messages(box, mailsim.MessageFilter{})
				require.NoError(t, err)
				require.Len(t, list, 1)
				raw := string(list[0].Bytes())
				assert.True(t, strings.HasSuffix(raw, mail), raw)
				assert.Contains(t, raw, " with "+k.how+" id ")
				assert.Contains(t, raw, "Return-Path: <bounces@ours.test>")
			}
		})
	}
}

// TestLMTPWithTLS says LHLO before TLS and after it, and reads a reply for each recipient.
func TestLMTPWithTLS(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]relay.TLS{"offered": relay.Opportunistic, "required": relay.Required} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := mailsimtest.New(t)
			door := smtpd.New(sim.Universe, smtpd.Options{LMTP: true})
			l, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			go func() { _ = door.Serve(l) }()
			t.Cleanup(func() { _ = door.Close() })
			err = hand(t, relay.Options{Addr: l.Addr().String(), LMTP: true, TLS: mode, Insecure: true, Hello: "app.ours.test"}, "kim@real.test", "x+unknown@real.test")
			list := refusals(err)
			require.Len(t, list, 1, "%v", err)
			assert.Equal(t, "x+unknown@real.test", list[0].To)
			assert.Equal(t, 550, list[0].Reply.Code)
			got, err := sim.Universe.Messages("kim@real.test", mailsim.MessageFilter{})
			require.NoError(t, err)
			require.Len(t, got, 1)
			assert.Contains(t, string(got[0].Bytes()), " with LMTPS id ")
		})
	}
}

// TestBeginsNoTLS where the server does not offer it, refuses it, or says more in clear
// that would count as said by TLS.
func TestBeginsNoTLS(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		hello, start, text string
		temporary          bool
	}{
		"not offered": {"250 there\r\n", "", "does not offer STARTTLS", true},
		"refused":     {"250-there\r\n250 STARTTLS\r\n", "554 5.7.4 no certificate\r\n", "no certificate", false},
		"injected":    {"250-there\r\n250 STARTTLS\r\n", "220 go on\r\n250 me\r\n", "sent more", true},
		"no hello":    {"550 5.7.1 go away\r\n", "", "go away", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			defer l.Close()
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				_, _ = conn.Write([]byte("220 there\r\n"))
				lines := bufio.NewScanner(conn)
				for _, answer := range []string{k.hello, k.start} {
					if lines.Scan() && answer != "" {
						_, _ = conn.Write([]byte(answer))
					}
				}
				lines.Scan()
			}()
			list := refusals(hand(t, relay.Options{Addr: l.Addr().String(), TLS: relay.Required, Insecure: true}, "kim@real.test"))
			require.Len(t, list, 1)
			assert.ErrorContains(t, list[0], k.text)
			assert.Equal(t, k.temporary, list[0].Temporary)
		})
	}
}

func TestTellsForWhomItWasNotTaken(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	err := hand(t, relay.Options{Addr: sim.SMTPAddr(), TLS: relay.Off}, "kim@real.test", "x+unknown@real.test", "x+greylist@real.test")
	list := refusals(err)
	require.NotEmpty(t, list)
	for _, e := range list {
		switch e.To {
		case "x+unknown@real.test":
			assert.False(t, e.Temporary)
			assert.Equal(t, 550, e.Reply.Code)
			assert.Equal(t, "5.1.1", e.Reply.Enhanced)
		case "x+greylist@real.test":
			assert.True(t, e.Temporary)
		default:
			t.Errorf("%+v", e)
		}
	}
	got, err := sim.Universe.Messages("kim@real.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, got, 1, "the others have it")
}

// TestWhatIsTriedAgain and what is not.
func TestWhatIsTriedAgain(t *testing.T) {
	t.Parallel()
	sim, secure := mailsimtest.New(t), mailsimtest.New(t, mailsimtest.STARTTLS())
	for name, k := range map[string]struct {
		o    relay.Options
		temp bool
		text string
	}{
		"nobody listens":     {relay.Options{Addr: "127.0.0.1:1"}, true, "connection refused"},
		"unknown vouches":    {relay.Options{Addr: secure.SMTPAddr()}, true, "certificate"},
		"wrong password":     {relay.Options{Addr: sim.SMTPAddr(), TLS: relay.Off, Username: "a@b.test", Password: "no"}, false, "535"},
		"link-local":         {relay.Options{Addr: "169.254.169.254:25"}, false, "169.254.169.254"},
		"mapped link-local":  {relay.Options{Addr: "[::ffff:169.254.169.254]:25"}, false, "169.254.169.254"},
		"loopback by public": {relay.Options{Addr: sim.SMTPAddr(), PublicOnly: true}, false, "loopback"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := hand(t, k.o, "kim@real.test")
			list := refusals(err)
			require.Len(t, list, 1)
			assert.Empty(t, list[0].To)
			assert.Equal(t, k.temp, list[0].Temporary, "%v", err)
			assert.ErrorContains(t, err, k.text)
			assert.NotContains(t, err.Error(), "app secret")
		})
	}
}

// TestSilentServer: the end of a context ends an attempt, whatever the server does.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	r, err := relay.New(relay.Options{Addr: l.Addr().String()})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := l.Accept()
		if err == nil {
			defer conn.Close()
			cancel()
			_, _ = conn.Read(make([]byte, 1))
		}
	}()
	err = r.Relay(ctx, "", []string{"kim@real.test"}, strings.NewReader(mail))
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, refusals(err)[0].Temporary)
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, o := range []relay.Options{
		{}, {Addr: "smtp://x"}, {Addr: "a b:25"}, {Addr: "x:70000"}, {Addr: "x:25", TLS: "maybe"}, {Addr: "x:25", Mechanism: "GUESS"}, {Addr: "x:25", Password: "p"},
		{Addr: "x:25", Timeout: time.Hour}, {Addr: "x:25", Hello: "a b"}, {Addr: "x:25", Username: "a\x00b"}, {Addr: "x:25\r\nRSET"},
	} {
		_, err := relay.New(o)
		assert.ErrorIs(t, err, mailsim.ErrInvalid, "%+v", o)
	}
	r, err := relay.New(relay.Options{Addr: "smtp.example.test", TLS: relay.Implicit})
	require.NoError(t, err)
	assert.Equal(t, "smtp.example.test:465", r.String())
}

func Example() {
	r, err := relay.New(relay.Options{Addr: "smtp.example.org:587", TLS: relay.Required})
	if err != nil {
		return
	}
	_ = mailsim.Options{Relay: r}
}
