package aiwriter

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"

	"github.com/mailsim/mailsim"
)

// Chat asks a service that speaks OpenAI's chat completions. BaseURL and Model are
// required. It is safe for concurrent use; do not change it after the first call.
type Chat struct {
	BaseURL    string         // requests go to BaseURL/chat/completions
	Model      string         // the service's name for the model
	Key        string         // sent as a bearer token; "" sends none
	Header     http.Header    // sent with each request
	HTTPClient *http.Client   // default: one that follows no redirects
	Label      string         // what Name returns; default Model
	Format     string         // how JSON is asked for: json_schema (default), json_object or none
	Params     map[string]any // further parameters, such as temperature, seed or max_tokens
}

// Name returns the label, else the model.
func (c *Chat) Name() string { return cmp.Or(c.Label, c.Model) }

// Write asks for a mail or a person.
func (c *Chat) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	return write(ctx, c.ask, b)
}

// Judge asks a question.
func (c *Chat) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return judge(ctx, c.ask, q)
}

// ask sends a prompt and returns the text of the answer.
func (c *Chat) ask(ctx context.Context, p prompt) (string, error) {
	body := maps.Clone(c.Params)
	if body == nil {
		body = map[string]any{}
	}
	body["model"] = c.Model
	body["messages"] = []map[string]string{{"role": "system", "content": p.system}, {"role": "user", "content": p.user}}
	switch cmp.Or(c.Format, "json_schema") {
	case "json_schema":
		schema := map[string]any{"name": p.name, "strict": true, "schema": json.RawMessage(p.schema)}
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": schema}
	case "json_object":
		body["response_format"] = map[string]any{"type": "json_object"}
	}
	h := c.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	if c.Key != "" {
		h.Set("Authorization", "Bearer "+c.Key)
	}
	var out chatAnswer
	call := call{client: c.HTTPClient, url: endpoint(c.BaseURL, "/chat/completions"), header: h, secret: c.Key}
	if err := call.post(ctx, body, &out); err != nil {
		return "", err
	}
	if len(out.Choices) == 0 {
		return "", &UnusableError{"it holds no choice"}
	}
	first := out.Choices[0]
	switch {
	case first.Message.Refusal != "":
		return "", &UnusableError{"the model refuses: " + first.Message.Refusal}
	case first.FinishReason == "length":
		return "", &UnusableError{"it was cut off at the limit of its length"}
	case first.FinishReason == "content_filter":
		return "", &UnusableError{"the service's filter withheld it"}
	}
	return first.Message.Content, nil
}
