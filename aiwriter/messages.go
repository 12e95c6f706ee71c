package aiwriter

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/mailsim/mailsim"
)

// Messages asks Anthropic's messages service. Model is required. It is safe for concurrent
// use; do not change it after the first call.
type Messages struct {
	BaseURL    string         // default https://api.anthropic.com; requests go to BaseURL/v1/messages
	Model      string         // the service's name for the model
	Key        string         // sent as x-api-key
	Header     http.Header    // sent with each request
	HTTPClient *http.Client   // default: one that follows no redirects
	Label      string         // what Name returns; default Model
	Version    string         // anthropic-version; default 2023-06-01
	MaxTokens  int            // the most tokens of an answer; default 2000
	Params     map[string]any // further parameters, such as temperature
}

// Name returns the label, else the model.
func (m *Messages) Name() string { return cmp.Or(m.Label, m.Model) }

// Write asks for a mail or a person.
func (m *Messages) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	return write(ctx, m.ask, b)
}

// Judge asks a question.
func (m *Messages) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return judge(ctx, m.ask, q)
}

// ask sends a prompt and returns the answer as JSON text. The one tool that the
// model is given, and must use, is the shape of the answer: it does nothing.
func (m *Messages) ask(ctx context.Context, p prompt) (string, error) {
	body := maps.Clone(m.Params)
	if body == nil {
		body = map[string]any{}
	}
	body["model"] = m.Model
	body["max_tokens"] = cmp.Or(m.MaxTokens, 2000)
	body["system"] = p.system
	body["messages"] = []map[string]string{{"role": "user", "content": p.user}}
	body["tools"] = []map[string]any{{"name": p.name, "description": "Takes the answer.", "input_schema": json.RawMessage(p.schema)}}
	body["tool_choice"] = map[string]string{"type": "tool", "name": p.name}
	h := m.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Set("anthropic-version", cmp.Or(m.Version, "2023-06-01"))
	if m.Key != "" {
		h.Set("x-api-key", m.Key)
	}
	var out messagesAnswer
	base := strings.TrimSuffix(strings.TrimRight(cmp.Or(m.BaseURL, "https://api.anthropic.com"), "/"), "/v1")
	call := call{client: m.HTTPClient, url: endpoint(base, "/v1/messages"), header: h, secret: m.Key}
	if err := call.post(ctx, body, &out); err != nil {
		return "", err
	}
	switch out.StopReason {
	case "max_tokens", "model_context_window_exceeded":
		return "", &UnusableError{"it was cut off at the limit of its length"}
	case "refusal":
		return "", &UnusableError{"the model refuses"}
	}
	text := ""
	for _, part := range out.Content {
		if part.Type == "tool_use" {
			return string(part.Input), nil
		}
		text += part.Text
	}
	return text, nil
}
