package aiwriter

import (
	"strings"
	"testing"
)

// What a service streams neither makes the reader panic nor grows without bound.
func FuzzStream(f *testing.F) {
	f.Add("data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	f.Add("data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\"}}\n\n" +
		"data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"partial_json\":\"{}\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}\n\n")
	f.Add(": ping\n\nevent: error\ndata: {\"error\":{\"message\":\"busy\"}}\n\n")
	f.Fuzz(func(t *testing.T, s string) {
		chat, messages := &chatAnswer{}, &messagesAnswer{}
		if readStream(strings.NewReader(s), chat) == nil && len(chat.Choices[0].Message.Content) > len(s) {
			t.Errorf("more text than was sent: %q", chat.Choices[0].Message.Content)
		}
		if readStream(strings.NewReader(s), messages) == nil && messages.StopReason == "" {
			t.Error("whole without an end")
		}
	})
}
