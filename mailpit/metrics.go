package mailpit

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// labelValue writes the value of a label: the format knows three escapes.
var labelValue = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// metrics answers in the text of Prometheus, by Mailpit's names.
func (h *Handler) metrics(w http.ResponseWriter, _ *http.Request) {
	i := h.stats()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	one := func(name, kind, help string, value any) {
		fmt.Fprintf(w, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n", name, help, kind)
		if value != nil {
			fmt.Fprintf(w, "%s %v\n", name, value)
		}
	}
	one("mailpit_database_size_bytes", "gauge", "Size of the database in bytes", i.DatabaseSize)
	one("mailpit_memory_usage_bytes", "gauge", "Memory usage in bytes", i.RuntimeStats.Memory)
	one("mailpit_messages", "gauge", "Total number of messages in the database", i.Messages)
	one("mailpit_messages_deleted_total", "counter", "Total number of messages deleted", i.RuntimeStats.MessagesDeleted)
	one("mailpit_messages_unread", "gauge", "Number of unread messages in the database", i.Unread)
	one("mailpit_smtp_accepted_size_bytes_total", "counter", "Total size of accepted SMTP messages in bytes", i.RuntimeStats.SMTPAcceptedSize)
	one("mailpit_smtp_accepted_total", "counter", "Total number of SMTP messages accepted", i.RuntimeStats.SMTPAccepted)
	one("mailpit_smtp_ignored_total", "counter", "Total number of SMTP messages ignored (duplicates)", i.RuntimeStats.SMTPIgnored)
	one("mailpit_smtp_rejected_total", "counter", "Total number of SMTP messages rejected", i.RuntimeStats.SMTPRejected)
	one("mailpit_tag_messages", "gauge", "Number of messages per tag", nil)
	for _, tag := range slices.Sorted(maps.Keys(i.Tags)) {
		_, _ = io.WriteString(w, `mailpit_tag_messages{tag="`+labelValue.Replace(tag)+`"} `)
		fmt.Fprintln(w, i.Tags[tag])
	}
	one("mailpit_uptime_seconds", "gauge", "Uptime of Mailpit in seconds", i.RuntimeStats.Uptime)
}
