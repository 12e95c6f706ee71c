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

// maxStream bounds a stream in bytes: each piece carries far more than its text,
// which maxAnswer bounds.
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

	pieces strings.Builder // of Content, in a stream
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
	sum, add := &a.Choices[0], &in.Choices[0]
	sum.Message.pieces.WriteString(add.Delta.Content)
	sum.Message.Refusal += add.Delta.Refusal
	if add.FinishReason != "" {
		sum.FinishReason = add.FinishReason
	}
	return tooLong(sum.Message.pieces.Len() + len(sum.Message.Refusal))
}

func (a *chatAnswer) whole() bool {
	if len(a.Choices) == 0 || a.Choices[0].FinishReason == "" {
		return false
	}
	m := &a.Choices[0].Message
	m.Content = m.pieces.String()
	return true
}

// messagesPart is a block of a message.
type messagesPart struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	Input json.RawMessage `json:"input"`

	pieces strings.Builder // of Text or Input, in a stream
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
		if len(a.Content) == maxBlocks {
			return tooLong(maxAnswer + 1)
		}
		a.Content = append(a.Content, &messagesPart{Type: in.Block.Type, Text: in.Block.Text})
	case "content_block_delta":
		if in.Index < 0 || in.Index >= len(a.Content) {
			return notItsForm(errors.New("a piece of no block"))
		}
		part := a.Content[in.Index]
		part.pieces.WriteString(in.Delta.Text)
		part.pieces.WriteString(in.Delta.JSON)
		return tooLong(part.pieces.Len())
	case "message_delta":
		a.StopReason = in.Delta.StopReason
	}
	return nil
}

func (a *messagesAnswer) whole() bool {
	for _, part := range a.Content {
		if part.Type == "tool_use" {
			part.Input = json.RawMessage(part.pieces.String())
		} else {
			part.Text += part.pieces.String()
		}
		part.pieces.Reset()
	}
	return a.StopReason != ""
}

// maxBlocks bounds the blocks of a message.
const maxBlocks = 100

func tooLong(n int) error {
	if n > maxAnswer {
		return &UnusableError{"it is longer than 1 MiB"}
	}
	return nil
}

func notItsForm(err error) error {
	return &UnusableError{"the service sent no JSON of its own form: " + err.Error()}
}
