package aiwriter

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
)

// maxStream bounds an answer that comes in pieces, in bytes: each piece carries
// far more than its text.
const maxStream = 16 * maxAnswer

// pieces is an answer that may also come as a stream of server-sent events, from
// services that stream unasked or because Params says so.
type pieces interface {
	piece(data []byte) error // one event's data
	whole() bool             // the service said that it was the last
}

var errCut = errors.New("the service's stream ended in the middle of its answer")

func streams(res *http.Response) bool {
	t, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return t == "text/event-stream"
}

// readStream puts an answer together.
func readStream(r io.Reader, out pieces) error {
	lines := bufio.NewScanner(io.LimitReader(r, maxStream))
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		if data = bytes.TrimSpace(data); !ok || len(data) == 0 {
			continue
		}
		if string(data) == "[DONE]" {
			break
		}
		if err := out.piece(data); err != nil {
			return err
		}
	}
	switch {
	case lines.Err() != nil:
		return lines.Err()
	case !out.whole():
		return errCut
	}
	return nil
}

// chatPart is a message of chat completions, or what a stream adds to it.
type chatPart struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
}

// chatAnswer is what chat completions answer.
type chatAnswer struct {
	Choices []chatChoice    `json:"choices"`
	Error   json.RawMessage `json:"error"` // in a stream
}

type chatChoice struct {
	Message      chatPart `json:"message"`
	Delta        chatPart `json:"delta"` // in a stream
	FinishReason string   `json:"finish_reason"`
}

func (a *chatAnswer) piece(data []byte) error {
	var in chatAnswer
	if err := json.Unmarshal(data, &in); err != nil {
		return notItsForm(err)
	}
	if len(in.Error) > 0 {
		return errors.New("the AI service answers: " + errorText(data))
	}
	if len(in.Choices) == 0 { // such as a last one that counts the tokens
		return nil
	}
	if len(a.Choices) == 0 {
		a.Choices = make([]chatChoice, 1)
	}
	sum, add := &a.Choices[0], in.Choices[0]
	sum.Message.Content += add.Delta.Content
	sum.Message.Refusal += add.Delta.Refusal
	if add.FinishReason != "" {
		sum.FinishReason = add.FinishReason
	}
	return nil
}

func (a *chatAnswer) whole() bool { return len(a.Choices) > 0 && a.Choices[0].FinishReason != "" }

// messagesPart is a block of a message.
type messagesPart struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	Input json.RawMessage `json:"input"`

	pieces strings.Builder // of Input, in a stream
}

// messagesAnswer is what the messages service answers.
type messagesAnswer struct {
	Content    []*messagesPart `json:"content"`
	StopReason string          `json:"stop_reason"`
}

func (a *messagesAnswer) piece(data []byte) error {
	var in struct {
		Type  string       `json:"type"`
		Index int          `json:"index"`
		Block messagesPart `json:"content_block"`
		Delta struct {
			Text       string `json:"text"`
			JSON       string `json:"partial_json"`
			StopReason string `json:"stop_reason"`
		} `json:"delta"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return notItsForm(err)
	}
	switch in.Type {
	case "error":
		return errors.New("the AI service answers: " + errorText(data))
	case "content_block_start":
		a.Content = append(a.Content, &messagesPart{Type: in.Block.Type, Text: in.Block.Text})
	case "content_block_delta":
		if in.Index < 0 || in.Index >= len(a.Content) {
			return notItsForm(errors.New("a piece of no block"))
		}
		part := a.Content[in.Index]
		part.Text += in.Delta.Text
		part.pieces.WriteString(in.Delta.JSON)
		if part.Type == "tool_use" {
			part.Input = json.RawMessage(part.pieces.String())
		}
	case "message_delta":
		a.StopReason = in.Delta.StopReason
	}
	return nil
}

func (a *messagesAnswer) whole() bool { return a.StopReason != "" }

func notItsForm(err error) error {
	return &UnusableError{"the service sent no JSON of its own form: " + err.Error()}
}
