package mailpit

import "net/http"

// routes is all that is served.
func routes() []route {
	return []route{
		{"GET", "/api/v1/messages", (*Handler).messages, "List messages, newest first."},
		{"PUT", "/api/v1/messages", (*Handler).setRead, "Set the read status of messages."},
		{"DELETE", "/api/v1/messages", (*Handler).deleteMessages, "Delete messages, all without ids."},
		{"GET", "/api/v1/search", (*Handler).search, "Search messages."},
		{"DELETE", "/api/v1/search", (*Handler).deleteSearch, "Delete messages by search."},
		{"POST", "/api/v1/send", (*Handler).send, "Send a message."},
		{"GET", "/api/v1/tags", (*Handler).allTags, "List all tags."},
		{"PUT", "/api/v1/tags", (*Handler).setTags, "Set the tags of messages."},
		{"PUT", "/api/v1/tags/{tag}", (*Handler).renameTag, "Rename a tag."},
		{"DELETE", "/api/v1/tags/{tag}", (*Handler).deleteTag, "Delete a tag."},
		{"GET", "/api/v1/message/{id}", (*Handler).message, "Get a message, which is marked as read."},
		{"GET", "/api/v1/message/{id}/headers", (*Handler).headers, "Get the headers of a message."},
		{"GET", "/api/v1/message/{id}/raw", (*Handler).raw, "Get the source of a message."},
		{"GET", "/api/v1/message/{id}/part/{part}", (*Handler).part, "Get an attachment."},
		{"GET", "/api/v1/message/{id}/part/{part}/thumb", (*Handler).thumbnail, "Get a thumbnail of an attachment."},
		{"GET", "/api/v1/message/{id}/html-check", (*Handler).htmlCheck, "Check the HTML of a message."},
		{"GET", "/api/v1/message/{id}/link-check", (*Handler).linkCheck, "Check the links of a message."},
		{"GET", "/api/v1/message/{id}/sa-check", (*Handler).spamCheck, "Check a message for spam."},
		{"POST", "/api/v1/message/{id}/release", (*Handler).release, "Release a message."},
		{"GET", "/api/v1/info", (*Handler).info, "Get application information."},
		{"GET", "/api/v1/webui", (*Handler).webUI, "Get the web UI configuration."},
		{"GET", "/api/v1/chaos", (*Handler).chaos, "Get chaos triggers."},
		{"PUT", "/api/v1/chaos", (*Handler).setChaos, "Set chaos triggers."},
		{"GET", "/api/v1/swagger.json", (*Handler).swagger, ""},
		{"GET", "/api/events", (*Handler).websocket, ""},
		{"GET", "/api/v1/websocket", (*Handler).websocket, ""},
		{"GET", "/view/{name}", (*Handler).viewMessage, "Render a message."},
		{"GET", "/{$}", (*Handler).index, ""},
		{"GET", "/search", (*Handler).index, ""},
		{"GET", "/proxy", (*Handler).proxy, ""},
		{"GET", "/api/v1/proxy", (*Handler).proxy, ""},
		{"GET", "/metrics", (*Handler).metrics, ""},
		{"GET", "/api/v1/metrics", (*Handler).metrics, ""},
		{"GET", "/livez", (*Handler).alive, ""},
		{"GET", "/readyz", (*Handler).alive, ""},

		{"GET", "/api/v1/messages/{id}", (*Handler).hogMessage, ""},
		{"DELETE", "/api/v1/messages/{id}", (*Handler).hogDelete, ""},
		{"GET", "/api/v1/messages/{id}/download", (*Handler).hogDownload, ""},
		{"GET", "/api/v1/messages/{id}/mime/part/{part}/download", (*Handler).hogPart, ""},
		{"POST", "/api/v1/messages/{id}/release", (*Handler).hogRelease, ""},
		{"GET", "/api/v1/events", (*Handler).hogEvents, ""},
		{"GET", "/api/v2/messages", (*Handler).hogMessages, ""},
		{"GET", "/api/v2/search", (*Handler).hogSearch, ""},
		{"GET", "/api/v2/jim", (*Handler).getJim, ""},
		{"POST", "/api/v2/jim", (*Handler).createJim, ""},
		{"PUT", "/api/v2/jim", (*Handler).updateJim, ""},
		{"DELETE", "/api/v2/jim", (*Handler).deleteJim, ""},
		{"GET", "/api/v2/outgoing-smtp", (*Handler).hogOutgoing, ""},
		{"GET", "/api/v2/websocket", (*Handler).hogSocket, ""},
	}
}

// swagger describes the paths of Mailpit's API (OpenAPI 2).
func (h *Handler) swagger(w http.ResponseWriter, _ *http.Request) {
	type parameter map[string]any
	paths := map[string]map[string]any{}
	for _, r := range routes() {
		if r.note == "" {
			continue
		}
		var params []parameter
		for _, name := range pathNames(r.path) {
			params = append(params, parameter{"name": name, "in": "path", "required": true, "type": "string"})
		}
		if paths[r.path] == nil {
			paths[r.path] = map[string]any{}
		}
		op := map[string]any{"summary": r.note, "responses": map[string]any{"200": parameter{"description": "OK"}, "default": parameter{"description": "Error"}}}
		if params != nil {
			op["parameters"] = params
		}
		paths[r.path][lower(r.method)] = op
	}
	out := map[string]any{
		"swagger": "2.0", "info": parameter{"title": "Mailpit API", "version": "v1", "description": "Mailpit's API as mailsim serves it."},
		"schemes": []string{"http", "https"}, "paths": paths,
	}
	if h.opts.Root != "" {
		out["basePath"] = h.opts.Root
	}
	answer(w, out)
}
