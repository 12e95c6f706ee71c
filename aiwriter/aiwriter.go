// Package aiwriter has writers for AI writing mode, which ask a model over HTTP. [Chat] is for
// services with OpenAI's chat completions API: hosted ones, Ollama, llama.cpp, vLLM. [Messages]
// is for Anthropic's messages API.
//
//	w := &aiwriter.Chat{BaseURL: "http://127.0.0.1:11434/v1", Model: "llama3.1"}
//	u, err := universe.New(mailsim.Options{Writer: w})
//	_, err = u.SetAI(ctx, true)
//
// The system message describes the person. The user message has all mail, between marks, and
// the model is told never to follow instructions in it. The model answers in JSON of a fixed
// shape. An answer of any other shape is an [UnusableError]. The system message also has a secret
// word; an answer that repeats it is an UnusableError too. The universe then asks once more and
// says what was wrong. Package record keeps answers in files, so that tests run without a model.
package aiwriter

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/mailsim/mailsim"
)

// The kinds of services.
const (
	APIChat     = "chat"     // OpenAI's chat completions
	APIMessages = "messages" // Anthropic's messages
)

// Config describes a writer in plain values, such as those of flags or the environment.
type Config struct {
	URL    string      // base URL, such as https://api.openai.com/v1
	Model  string      // the service's name for the model
	Key    string      // "" for services that want none
	API    string      // chat or messages; default: messages at api.anthropic.com, else chat
	Header http.Header // sent with each request
}

// New makes a writer. ErrInvalid says what is missing or wrong.
func New(c Config) (mailsim.Writer, error) {
	if c.URL == "" || c.Model == "" {
		return nil, invalid("an AI writer needs both a URL and a model")
	}
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, invalid("the AI writer's URL must be like https://api.openai.com/v1")
	}
	usual := APIChat
	if at.Hostname() == "api.anthropic.com" {
		usual = APIMessages
	}
	switch cmp.Or(c.API, usual) {
	case APIChat:
		return &Chat{BaseURL: c.URL, Model: c.Model, Key: c.Key, Header: c.Header}, nil
	case APIMessages:
		return &Messages{BaseURL: c.URL, Model: c.Model, Key: c.Key, Header: c.Header}, nil
	}
	return nil, invalid("the AI writer's API must be chat or messages")
}

// FromEnv makes the writer that the environment names: MAILSIM_AI_URL and MAILSIM_AI_MODEL,
// and, where needed, MAILSIM_AI_KEY and MAILSIM_AI_API (chat or messages). getenv is usually
// os.Getenv. If neither URL nor model is set, it returns a nil Writer and no error.
// Options.Writer may be nil; check for nil before you call its methods.
func FromEnv(getenv func(string) string) (mailsim.Writer, error) {
	c := Config{URL: getenv("MAILSIM_AI_URL"), Model: getenv("MAILSIM_AI_MODEL"), Key: getenv("MAILSIM_AI_KEY"), API: getenv("MAILSIM_AI_API")}
	if c.URL == "" && c.Model == "" {
		return nil, nil
	}
	return New(c)
}

func invalid(message string) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: message}
}

// UnusableError reports that a model's answer cannot be used.
type UnusableError struct{ Why string }

// Error says what is wrong with the answer.
func (e *UnusableError) Error() string { return "the model's answer is of no use: " + e.Why }

func endpoint(base, path string) string { return strings.TrimRight(base, "/") + path }
