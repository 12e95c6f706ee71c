package report

import (
	"iter"
	"strings"
)

// IsAutomatic says whether a mail was sent by a program and may not be answered
// (RFC 3834 section 2), and why. fields are its header fields, from is the address in
// its From, returnPath the envelope sender, "" or <> for the null sender.
//
// It holds for a null return path, Auto-Submitted other than "no", Precedence bulk,
// list and junk, any List- field, multipart/report, and senders that are programs by
// their name. X-Auto-Response-Suppress (MS-OXCMAIL) speaks to programs alone:
// help desks set it on mail that people answer.
func IsAutomatic(fields iter.Seq2[string, string], from, returnPath string) (why string, ok bool) {
	returnPath = strings.Trim(strings.TrimSpace(returnPath), "<>")
	if returnPath == "" {
		return "null return path", true
	}
	for name, value := range fields {
		if automaticField(name, value) {
			return strings.TrimSpace(name) + ": " + oneLine(strings.TrimSpace(value)), true
		}
	}
	if local := localPart(from); isProgram(local) || strings.HasSuffix(local, "-bounces") {
		return "sender " + oneLine(from), true
	}
	// A return path of bounces is how newsletters and shops track personal mail too.
	if isProgram(localPart(returnPath)) {
		return "return path " + oneLine(returnPath), true
	}
	return "", false
}

// automaticField judges one field, in any case.
func automaticField(name, value string) bool {
	switch {
	case strings.EqualFold(name, "auto-submitted"):
		keyword := strings.TrimSpace(upTo(lowered(value), ";("))
		return keyword != "" && keyword != "no"
	case strings.EqualFold(name, "precedence"):
		value = lowered(value)
		return value == "bulk" || value == "list" || value == "junk"
	case strings.EqualFold(name, "content-type"):
		return strings.TrimSpace(upTo(lowered(value), ";")) == "multipart/report"
	}
	return len(name) >= len("list-") && strings.EqualFold(name[:len("list-")], "list-")
}

func lowered(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// upTo returns s before the first of some characters.
func upTo(s, chars string) string {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i]
	}
	return s
}

func localPart(addr string) string {
	addr = strings.Trim(strings.TrimSpace(addr), "<>")
	if at := strings.LastIndexByte(addr, '@'); at >= 0 {
		addr = addr[:at]
	}
	return strings.ToLower(addr)
}

// separators are left out of a local part before it is looked up.
var separators = strings.NewReplacer("-", "", "_", "", ".", "")

// isProgram says whether a local part is one of a program: a server's, a list's or
// one that takes no replies.
func isProgram(local string) bool {
	base, _, _ := strings.Cut(local, "+")
	switch separators.Replace(base) {
	case "mailerdaemon", "postmaster", "noreply", "donotreply", "majordomo", "listserv":
		return true
	}
	return strings.HasPrefix(local, "owner-") || strings.HasSuffix(local, "-request")
}
