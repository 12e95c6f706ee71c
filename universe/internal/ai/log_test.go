package ai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// logLines are the lines of a log of JSON with a message, without their times.
func logLines(t *testing.T, log *bytes.Buffer, message string) (lines []map[string]any) {
	t.Helper()
	for text := range bytes.Lines(log.Bytes()) {
		var line map[string]any
		require.NoError(t, json.Unmarshal(text, &line))
		if delete(line, "time"); line["msg"] == message {
			lines = append(lines, line)
		}
	}
	return lines
}

// A writer that falls silent is in the log once, however many mails templates write
// meanwhile, and again when it has answered in between.
func TestSilentWriterIsLoggedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dead := make(chan struct{})
		defer close(dead)
		var answers atomic.Bool
		var log bytes.Buffer
		u := testkit.WithWriter(t, &testkit.Quill{Writes: func(context.Context, mailsim.Brief) (mailsim.Draft, error) {
			if !answers.Load() {
				<-dead
			}
			return mailsim.Draft{Text: "I am back."}, nil
		}}, mailsim.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))})
		anna(t, u, nil)
		const message = "the writer does not answer: templates and rules stand in"
		want := map[string]any{
			"level": "WARN", "msg": message, "universe": u.Env.Opts.ID, "writer": "pen", "waited": float64(ai.Limit), "pause": float64(ai.Pause),
		}
		assert.Empty(t, logLines(t, &log, message))
		for range 3 {
			assert.Equal(t, "templates", question(t, u, mailsim.Outgoing{}).By)
			assert.Equal(t, []map[string]any{want}, logLines(t, &log, message))
		}
		time.Sleep(ai.Pause)
		question(t, u, mailsim.Outgoing{})
		assert.Len(t, logLines(t, &log, message), 1, "still silent")

		answers.Store(true)
		time.Sleep(ai.Pause)
		assert.Equal(t, "pen", question(t, u, mailsim.Outgoing{}).By)
		answers.Store(false)
		question(t, u, mailsim.Outgoing{})
		assert.Equal(t, []map[string]any{want, want}, logLines(t, &log, message))
	})
}

// A writer whose answers are of no use is not silent: events tell of each.
func TestWriterThatRefusesIsNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	u := testkit.WithWriter(t, &testkit.Quill{Writes: func(context.Context, mailsim.Brief) (mailsim.Draft, error) {
		return mailsim.Draft{}, mailsim.ErrInvalid
	}},
		mailsim.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	anna(t, u, nil)
	assert.Equal(t, "templates", question(t, u, mailsim.Outgoing{}).By)
	assert.NotEmpty(t, testkit.EventsOf[mailsim.WriterFallback](u))
	assert.Empty(t, log.String())
}

// That templates stand in is an event; where a store that has failed does not take
// it, it is in the log, each time.
func TestUnrecordedFallbackIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &testkit.RecordStore{}
	refuse := func(context.Context, string) (int, error) { return 0, mailsim.ErrUnauthorized }
	u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart, Writer: &testkit.Quill{}, Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	require.NoError(t, err)
	_, err = u.SetAI(context.Background(), true)
	require.NoError(t, err)
	_, ok := ai.Ask(context.Background(), ai.New(u.Book), "reply", "p_1", refuse)
	assert.False(t, ok)
	const message = "a fallback of the writer was not recorded"
	assert.Empty(t, logLines(t, &log, message), "the event tells it")
	s.Full = true
	for range 2 {
		_, ok = ai.Ask(context.Background(), ai.New(u.Book), "reply", "p_1", refuse)
		assert.False(t, ok)
	}
	lines := logLines(t, &log, message)
	require.Len(t, lines, 2)
	for _, line := range lines {
		assert.Equal(t, []any{"ERROR", "reply", "p_1"}, []any{line["level"], line["what"], line["persona"]})
		assert.NotEmpty(t, line["why"])
		assert.NotEmpty(t, line["error"])
	}
	require.NoError(t, u.Close())
	_, ok = ai.Ask(context.Background(), ai.New(u.Book), "reply", "p_1", refuse)
	assert.False(t, ok)
	assert.Len(t, logLines(t, &log, message), 2, "what ends says nothing")
}
